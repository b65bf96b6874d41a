const comma = 0x2c;

/** JSON text in UTF-8 that is sent in many lists, in memory that it shares with the texts that were read with it: it may never be changed. */
export class ListedJson {
  readonly #memory: Buffer;
  readonly #start: number;
  /** Not included: there stands a comma. */
  readonly #end: number;

  private constructor(memory: Buffer, start: number, end: number) {
    this.#memory = memory;
    this.#start = start;
    this.#end = end;
  }

  /** One after the other, with a comma after each. */
  static ofAll(texts: readonly string[]): ListedJson[] {
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0);
    const memory = Buffer.allocUnsafeSlow(bytes);
    let start = 0;
    return texts.map((text) => {
      const end = start + memory.write(text, start);
      memory[end] = comma;
      const json = new ListedJson(memory, start, end);
      start = end + 1;
      return json;
    });
  }

  /** In bytes. */
  get length(): number {
    return this.#end - this.#start;
  }

  toString(): string {
    return this.#memory.toString('utf8', this.#start, this.#end);
  }

  toBytes(): Buffer {
    return this.#memory.subarray(this.#start, this.#end);
  }

  toBytesWithComma(): Buffer {
    return this.#memory.subarray(this.#start, this.#end + 1);
  }

  /** Both with what stands between them, which is a comma; null: something else does. */
  joinedWith(next: ListedJson): ListedJson | null {
    const isNext = next.#memory === this.#memory && next.#start === this.#end + 1;
    return isNext ? new ListedJson(this.#memory, this.#start, next.#end) : null;
  }
}

/** JSON text that is sent in a list. */
export type ListedItem = string | ListedJson;
