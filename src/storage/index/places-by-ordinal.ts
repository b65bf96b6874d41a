/** Where the texts of a release's products are: two numbers for each ordinal, and nothing else is kept of a product. */
import { LRUCache } from 'lru-cache';
import type { TextPlace } from './places-by-checksum.ts';

/** Of neighbours, whose places stand together. */
const ordinalsOfPage = 4096;
/** 16 MB at the most. */
const maxPages = 500;
/** More than any release has. */
const maxPagesOfRelease = 2 ** 20;

export class PlacesByOrdinal {
  /** Of each ordinal of a page the number of its chunk, 0 where there is none, and its place there. */
  readonly #pages = new LRUCache<number, Int32Array>({ max: maxPages });

  find(releaseId: number, ordinal: number): TextPlace | null {
    const page = this.#pages.peek(pageOf(releaseId, ordinal));
    if (!page) return null;
    const index = indexOf(ordinal);
    return { number: page[index] as number, at: page[index + 1] as number };
  }

  set(releaseId: number, ordinal: number, { number, at }: TextPlace): void {
    const pageNumber = pageOf(releaseId, ordinal);
    const page = this.#pages.peek(pageNumber) ?? new Int32Array(2 * ordinalsOfPage);
    this.#pages.set(pageNumber, page);
    const index = indexOf(ordinal);
    page[index] = number;
    page[index + 1] = at;
  }

  forgetIf(isForgotten: (releaseId: number) => boolean): void {
    for (const page of this.#pages.keys()) {
      if (isForgotten(Math.floor(page / maxPagesOfRelease))) this.#pages.delete(page);
    }
  }
}

function pageOf(releaseId: number, ordinal: number): number {
  return releaseId * maxPagesOfRelease + Math.floor(ordinal / ordinalsOfPage);
}

function indexOf(ordinal: number): number {
  return 2 * (ordinal % ordinalsOfPage);
}
