/** Where the quotation mark stands that ends a text of JSON, from a character within it that no backslash stands before; the end of all: there is none. */
export function endOfText(json: string, within: number): number {
  let at = json.indexOf('"', within);
  while (at !== -1 && isEscaped(json, at, within)) at = json.indexOf('"', at + 1);
  return at === -1 ? json.length : at;
}

function isEscaped(json: string, place: number, from: number): boolean {
  let first = place;
  while (first > from && json[first - 1] === '\\') first -= 1;
  return (place - first) % 2 === 1;
}

/** Whether what ends there is the name of a member. */
export function isBeforeColon(text: string, start: number): boolean {
  let at = start;
  while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at += 1;
  return text.charAt(at) === ':';
}
