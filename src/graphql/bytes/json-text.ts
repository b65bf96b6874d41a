/** JSON that is there already, within a result: it is written as it is, and everything around it as usual. */
import { randomBytes } from 'node:crypto';
import type { TakeMemory } from '../../http/body-memory.ts';

/** Nobody can know it, so that no other text of a response is taken for it. */
const mark = randomBytes(16).toString('hex');

/** In bytes, for what most responses have before their data and after it: then these are where they go already. */
const [roomBefore, roomAfter] = [64, 256];

export interface JsonTextOptions {
  /** In bytes. */
  readonly length: number;
  /** Is told where in the memory the text goes, which is as long as was said. */
  readonly write: (memory: Buffer, at: number) => void;
  readonly takeMemory: TakeMemory;
}

export class JsonText {
  /** In bytes. */
  readonly length: number;
  /** The text, with room around it. */
  readonly #memory: Buffer;
  #isJoined = false;

  constructor({ length, write, takeMemory }: JsonTextOptions) {
    this.length = length;
    this.#memory = takeMemory(roomBefore + length + roomAfter);
    write(this.#memory, roomBefore);
  }

  toJSON(): string {
    return mark;
  }

  /** What was written with the text in it, as the bytes of UTF-8. */
  joinedWith(json: string): Buffer {
    const [start = '', end = ''] = json.split(`"${mark}"`);
    const [before, after] = [Buffer.byteLength(start), Buffer.byteLength(end)];
    const memory = this.#memory;
    const endOfText = roomBefore + this.length;
    if (this.#isJoined || before > roomBefore || after > roomAfter) {
      return Buffer.concat([Buffer.from(start), memory.subarray(roomBefore, endOfText), Buffer.from(end)]);
    }
    // Who has the joined bytes keeps them: the room is used once.
    this.#isJoined = true;
    memory.write(start, roomBefore - before);
    memory.write(end, endOfText);
    return memory.subarray(roomBefore - before, endOfText + after);
  }
}
