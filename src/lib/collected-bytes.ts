const noBytes = Buffer.alloc(0);

/**
 * The bytes of pieces, copied together as they come: a piece that is kept for itself takes hundreds of bytes, and whoever sends a body decides
 * how many pieces it has.
 */
export class CollectedBytes {
  #room: Buffer = noBytes;
  #length = 0;
  /** Whether the room is ours: a single piece, as nearly all bodies are, is kept as it is, and nothing is written into it. */
  #isOwn = false;

  get length(): number {
    return this.#length;
  }

  add(piece: Buffer): void {
    const length = this.#length + piece.length;
    if (this.#length === 0) this.#room = piece;
    else {
      if (!this.#isOwn || length > this.#room.length) this.#grow(length);
      this.#room.set(piece, this.#length);
    }
    this.#length = length;
  }

  /** All of them; there are none afterwards. */
  take(): Buffer {
    const bytes = this.#room.subarray(0, this.#length);
    this.#forget();
    return bytes;
  }

  /** Gives the memory of all of them back at once: V8 would do so when it collects its heap, of which it is no part. */
  discard(): void {
    if (this.#isOwn) (this.#room.buffer as ArrayBuffer).transfer(0);
    this.#forget();
  }

  #forget(): void {
    this.#room = noBytes;
    this.#length = 0;
    this.#isOwn = false;
  }

  #grow(least: number): void {
    const bytes = Math.max(least, 2 * this.#length);
    if (this.#isOwn) this.#room = Buffer.from((this.#room.buffer as ArrayBuffer).transfer(bytes));
    else {
      const room = Buffer.allocUnsafeSlow(bytes);
      room.set(this.#room);
      this.#room = room;
    }
    this.#isOwn = true;
  }
}
