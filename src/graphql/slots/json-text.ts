/** JSON that is there already, within a result: it is written as it is, and everything around it as usual. */
import { randomBytes } from 'node:crypto';

/** Nobody can know it, so that no other text of a response is taken for it. */
const mark = randomBytes(16).toString('hex');

export class JsonText {
  readonly bytes: Buffer;
  readonly #place: number;

  /** `place`: among the texts of its result. */
  constructor(bytes: Buffer, place: number) {
    this.bytes = bytes;
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
  const parts = others.flatMap((other) => {
    const end = other.indexOf('"');
    const shown = texts[Number(other.slice(0, end))]?.bytes;
    return [...(shown ? [shown] : []), Buffer.from(other.slice(end + 1))];
  });
  return Buffer.concat([Buffer.from(start), ...parts]);
}
