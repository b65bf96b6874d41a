import { hash } from 'node:crypto';

const comma = 0x2c;

/** Texts in memory that they share, with a comma after each. */
class SharedTexts {
  readonly memory: Buffer;
  /** Of each, and of what would follow the last one. */
  readonly starts: readonly number[];
  #digests: Buffer | null = null;

  constructor(texts: readonly string[]) {
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0);
    this.memory = Buffer.allocUnsafeSlow(bytes);
    const starts = [0];
    let start = 0;
    for (const text of texts) {
      const end = start + this.memory.write(text, start);
      this.memory[end] = comma;
      start = end + 1;
      starts.push(start);
    }
    this.starts = starts;
  }

  /** SHA-256 of each, one after the other; made when the first is needed, as most responses need none. */
  get digests(): Buffer {
    this.#digests ??= this.#hashEach();
    return this.#digests;
  }

  /** In memory of its own: what is small is cut from 64 kB, which would live as long. */
  #hashEach(): Buffer {
    const count = this.starts.length - 1;
    const digests = Buffer.allocUnsafeSlow(digestLength * count);
    for (let place = 0; place < count; place += 1) {
      digests.set(digestOf(this.bytesOf(place, place + 1)), digestLength * place);
    }
    return digests;
  }

  /** From one to another, which is not included. */
  bytesOf(first: number, end: number): Buffer {
    return this.memory.subarray(this.starts[first], (this.starts[end] as number) - 1);
  }
}

const digestLength = 32;

function digestOf(bytes: Buffer | string): Buffer {
  return hash('sha256', bytes, 'buffer');
}

/** JSON text in UTF-8 that is sent in many lists, or several with commas between; in memory that is shared: it may never be changed. */
export class ListedJson {
  readonly #shared: SharedTexts;
  readonly #first: number;
  /** Not included. */
  readonly #end: number;

  private constructor(shared: SharedTexts, first: number, end: number) {
    this.#shared = shared;
    this.#first = first;
    this.#end = end;
  }

  /** That were read together. */
  static ofAll(texts: readonly string[]): ListedJson[] {
    const shared = new SharedTexts(texts);
    return texts.map((_, place) => new ListedJson(shared, place, place + 1));
  }

  static of(text: string): ListedJson {
    return new ListedJson(new SharedTexts([text]), 0, 1);
  }

  /** In bytes. */
  get length(): number {
    const { starts } = this.#shared;
    return (starts[this.#end] as number) - (starts[this.#first] as number) - 1;
  }

  toString(): string {
    return this.toBytes().toString();
  }

  toBytes(): Buffer {
    return this.#shared.bytesOf(this.#first, this.#end);
  }

  toBytesWithComma(): Buffer {
    const { memory, starts } = this.#shared;
    return memory.subarray(starts[this.#first], starts[this.#end]);
  }

  /** Whether the other one comes next in the memory that they share. */
  isFollowedBy(other: ListedJson): boolean {
    return other.#first === this.#end && other.#shared === this.#shared;
  }

  /** With what stands between it and the last one, and that. */
  upTo(last: ListedJson): ListedJson {
    return new ListedJson(this.#shared, this.#first, last.#end);
  }

  /** SHA-256 of each text. */
  get digests(): Buffer {
    return this.#shared.digests.subarray(digestLength * this.#first, digestLength * this.#end);
  }
}

/** JSON text that is sent in a list. */
export type ListedItem = string | ListedJson;

/** SHA-256 of each text: the same for the same texts, wherever they are. */
export function digestsOf(item: ListedItem): Buffer {
  return typeof item === 'string' ? digestOf(item) : item.digests;
}
