/** Clients of an API send few different ones. */
const maxRemembered = 100;
const maxLength = 200;

/** Reads each of the first values that are seen of a header once: what comes later, or is long, is read each time. `null`: it was not sent. */
export function rememberTexts<Read>(read: (text: string | null) => Read): (text: string | null) => Read {
  const remembered = new Map<string | null, { readonly read: Read }>();
  return (text) => {
    const known = remembered.get(text);
    if (known) return known.read;
    const result = read(text);
    const isShort = (text ?? '').length <= maxLength;
    if (isShort && remembered.size < maxRemembered) remembered.set(text, { read: result });
    return result;
  };
}
