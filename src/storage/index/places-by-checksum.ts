/** Where a text is that has a checksum: some are forgotten for others, as two places serve all checksums that begin alike. */
export interface TextPlace {
  /** Of its chunk, from 1 on. */
  readonly number: number;
  readonly at: number;
}

/** Of each: its checksum, its chunk's number, 0 where there is none, and its place there. */
const words = 3;

export class PlacesByChecksum {
  readonly #entries: number;
  /** Made when it is first needed. */
  #places: Int32Array | null = null;

  /** `texts`: so many are to be known. */
  constructor(texts: number) {
    this.#entries = 2 ** Math.ceil(Math.log2(Math.max(2, 2 * texts)));
  }

  find(checksum: number): TextPlace | null {
    const places = this.#places;
    if (!places) return null;
    for (const entry of this.#entriesOf(checksum)) {
      if (places[entry] !== (checksum | 0) || places[entry + 1] === 0) continue;
      return { number: places[entry + 1] as number, at: places[entry + 2] as number };
    }
    return null;
  }

  /** In the place of an earlier one of the same checksum; where both places are taken, in that of the one whose chunk is older. */
  set(checksum: number, { number, at }: TextPlace): void {
    this.#places ??= new Int32Array(words * this.#entries);
    const places = this.#places;
    const [one, other] = this.#entriesOf(checksum);
    const isOther = (entry: number) => places[entry] !== (checksum | 0) || places[entry + 1] === 0;
    const older = (places[one + 1] as number) <= (places[other + 1] as number) ? one : other;
    const entry = !isOther(one) ? one : !isOther(other) ? other : older;
    places.set([checksum, number, at], entry);
  }

  #entriesOf(checksum: number): readonly [number, number] {
    const hash = (checksum >>> 0) % this.#entries;
    return [words * hash, words * (hash ^ 1)];
  }
}
