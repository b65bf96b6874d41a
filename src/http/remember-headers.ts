/** Clients of an API send few different ones. */
const maxRemembered = 100;
const maxLength = 200;

/** Reads each of the first values that are seen of a header once: what comes later, or is long, is read each time. `null`: it was not sent. */
export function rememberHeaders<Read>(read: (header: string | null) => Read): (header: string | null) => Read {
  const remembered = new Map<string | null, { readonly read: Read }>();
  return (header) => {
    const known = remembered.get(header);
    if (known) return known.read;
    const result = read(header);
    const isShort = (header ?? '').length <= maxLength;
    if (isShort && remembered.size < maxRemembered) remembered.set(header, { read: result });
    return result;
  };
}
