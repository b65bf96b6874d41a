const noBytes = Buffer.alloc(0);

/**
 * The bytes of pieces, copied together as they come: a piece that is kept for itself takes hundreds of bytes, and whoever sends a body decides
 * how many pieces it has.
 */
export class CollectedBytes {
  /** Of a single piece, as of nearly all, the piece itself: nothing is written into it. */
  #room: Buffer = noBytes;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(piece: Buffer): void {
    const length = this.#length + piece.length;
    if (this.#length === 0) this.#room = piece;
    else {
      if (length > this.#room.length) this.#grow(length);
      this.#room.set(piece, this.#length);
    }
    this.#length = length;
  }

  /** All of them; there are none afterwards. */
  take(): Buffer {
    const bytes = this.#room.subarray(0, this.#length);
    this.#room = noBytes;
    this.#length = 0;
    return bytes;
  }

  #grow(least: number): void {
    const room = Buffer.allocUnsafe(Math.max(least, 2 * this.#room.length));
    room.set(this.#room.subarray(0, this.#length));
    this.#room = room;
  }
}
