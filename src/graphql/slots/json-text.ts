/** JSON that is there already, within a result: it is written as it is, and everything around it as usual. */
import { randomBytes } from 'node:crypto';

/** Nobody can know it, so that no other text of a response is taken for it. */
const mark = randomBytes(16).toString('hex');

export class JsonText {
  /** The bytes of its UTF-8, one a character. */
  readonly text: string;
  readonly #place: number;

  /** `place`: among the texts of its result. */
  constructor(text: string, place: number) {
    this.text = text;
    this.#place = place;
  }

  toJSON(): string {
    return `${mark}${this.#place}`;
  }
}

/** What was written with such texts in it, as the bytes of UTF-8. */
export function joinJson(json: string, texts: readonly JsonText[]): Buffer {
  const [start = '', ...others] = json.split(`"${mark}`);
  // Each of the others begins with the place of a text, and a quotation mark.
  const shown = others.flatMap((other) => {
    const end = other.indexOf('"');
    return [texts[Number(other.slice(0, end))]?.text ?? '', other.slice(end + 1)];
  });
  shown.unshift(start);
  const lengths = shown.map((part, at) => (at % 2 === 0 ? Buffer.byteLength(part) : part.length));
  const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + length, 0));
  let end = 0;
  for (const [at, part] of shown.entries()) end += bytes.write(part, end, at % 2 === 0 ? 'utf8' : 'latin1');
  return bytes;
}
