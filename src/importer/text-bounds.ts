/**
 * How much a JSON text may hold, told before it is parsed: sixteen megabytes of brackets would become half a gigabyte of lists.
 * Short texts hold little whatever they are, and are not looked at.
 */
const shortBytes = 2 ** 18;
/** A parent of ten thousand children, with its matrix and all their ids, has some 60,000. */
const maxValues = 300_000;
/** A record may be nested 64 levels deep, and stand in a list of a page of a list. */
const maxDepth = 100;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/** What is too much in it, as a sentence; null: nothing is, or it is short. */
export function boundsFault(text: Buffer): string | null {
  return text.length <= shortBytes ? null : boundsFaultOf(text);
}

/** The same of a text that is short, too. */
export function boundsFaultOf(text: Buffer): string | null {
  let [values, depth] = [1, 0];
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (byte === quote) at = endOfString(text, at);
    else if (byte === comma) values += 1;
    else if (byte === closeBrace || byte === closeBracket) depth -= 1;
    else if (byte === openBrace || byte === openBracket) {
      depth += 1;
      values += 1;
      if (depth > maxDepth) return `It is nested deeper than ${maxDepth} levels.`;
    }
    if (values > maxValues) return `It holds more than ${maxValues.toLocaleString('en')} values, which is the limit.`;
  }
  return null;
}

/** Where the quote stands that ends the string which begins at `start`; the end of the text, if none does. */
function endOfString(text: Buffer, start: number): number {
  for (let end = text.indexOf(quote, start + 1); end !== -1; end = text.indexOf(quote, end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === backslash) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
