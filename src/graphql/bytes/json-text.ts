/** JSON that is there already, within a result: it is written as it is, and everything around it as usual. */
import { randomBytes } from 'node:crypto';

/** Nobody can know it, so that no other text of a response is taken for it. */
const mark = randomBytes(16).toString('hex');

export class JsonText {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  toJSON(): string {
    return mark;
  }
}

/** What was written with the text in it, as the bytes of UTF-8. */
export function joinJson(json: string, { bytes }: JsonText): Buffer {
  const [start = '', end = ''] = json.split(`"${mark}"`);
  return Buffer.concat([Buffer.from(start), bytes, Buffer.from(end)]);
}
