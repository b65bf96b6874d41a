import { endOfText } from '../../domain/input/end-of-text.ts';

const quotationMark = 0x22;
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Where the brace stands that ends an object, which is the member of that name of the whole; -1: there is none. `json`: as it is stored, without spaces. */
export function endOfMember(json: string, name: string): number {
  const key = `${JSON.stringify(name)}:{`;
  let [depth, isWithin] = [0, false];
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quotationMark) {
      isWithin ||= depth === 1 && json.startsWith(key, at);
      at = endOfText(json, at + 1);
    } else if (code === openBrace || code === openBracket) depth += 1;
    else if (code === closeBrace || code === closeBracket) {
      depth -= 1;
      if (isWithin && depth === 1) return at;
    }
  }
  return -1;
}
