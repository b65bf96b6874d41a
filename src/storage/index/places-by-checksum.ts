/** Finds texts by their checksums: a cache that is two-way set associative, in which checksums with the same low bits share two entries. */
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

  /** `texts`: how many are to be known. */
  constructor(texts: number) {
    this.#entries = 2 ** Math.ceil(Math.log2(Math.max(2, 2 * texts)));
  }

  find(checksum: number): TextPlace | null {
    const places = this.#places;
    if (!places) return null;
    const first = this.#firstOf(checksum);
    const entry = isOf(places, first, checksum) ? first : otherOf(first);
    if (!isOf(places, entry, checksum)) return null;
    return { number: places[entry + 1] as number, at: places[entry + 2] as number };
  }

  /** In the place of an earlier one of the same checksum; where both places are taken, in that of the one whose chunk is older. */
  set(checksum: number, { number, at }: TextPlace): void {
    this.#places ??= new Int32Array(words * this.#entries);
    const places = this.#places;
    const first = this.#firstOf(checksum);
    const other = otherOf(first);
    const older = (places[first + 1] as number) <= (places[other + 1] as number) ? first : other;
    const entry = isOf(places, first, checksum) ? first : isOf(places, other, checksum) ? other : older;
    places[entry] = checksum;
    places[entry + 1] = number;
    places[entry + 2] = at;
  }

  #firstOf(checksum: number): number {
    return words * ((checksum >>> 0) & (this.#entries - 1));
  }
}

/** The other entry of the two. */
function otherOf(entry: number): number {
  return words * ((entry / words) ^ 1);
}

function isOf(places: Int32Array, entry: number, checksum: number): boolean {
  return places[entry] === (checksum | 0) && places[entry + 1] !== 0;
}
