/** JSON that is there already, within a result: it is written as it is, and everything around it as usual. */
import { randomBytes } from 'node:crypto';

/** Nobody can know it, so that no other text of a response is taken for it. */
const mark = randomBytes(16).toString('hex');

export class JsonText {
  /** One after the other. */
  readonly pieces: readonly Buffer[];
  /** In bytes. */
  readonly length: number;

  constructor(pieces: readonly Buffer[]) {
    this.pieces = pieces;
    this.length = pieces.reduce((sum, { length }) => sum + length, 0);
  }

  toJSON(): string {
    return mark;
  }
}

/** What was written with the text in it, as the bytes of UTF-8. */
export function joinJson(json: string, { pieces }: JsonText): Buffer {
  const [start = '', end = ''] = json.split(`"${mark}"`);
  return Buffer.concat([Buffer.from(start), ...pieces, Buffer.from(end)]);
}
