/** What the response cache holds: what was used last, within a number of bytes. */
import type { CatalogDirectory } from '../domain/catalog/catalog.ts';
import { bodyMemory } from '../http/body-memory.ts';
import type { CachedResponse } from './cached-response.ts';
import type { Ahead, Entry, KeptResponse, Place } from './entry.ts';
import { packEntry } from './packed-entry.ts';
import { Tiers } from './tiers.ts';

const unused = { packed: null, encodedBytes: 0, ahead: null, isWanted: false };

export class Entries {
  readonly #entries: Tiers;
  /** By its key, and by the one that it gets when it is carried over. */
  readonly #places = new Map<string, Place>();

  constructor(maxBytes: number) {
    this.#entries = new Tiers(maxBytes, (place, entry) => this.#end(place, entry));
  }

  get(key: string): CachedResponse | null {
    const place = this.#findPlace(key);
    return (place && this.#entries.use(place)?.cached) ?? null;
  }

  set(place: Place, response: KeptResponse): void {
    this.#setNew(place, { ...response, ...unused, letGo: bodyMemory.keep(response.memory) });
  }

  /** One that was made ahead: it stays packed until it is requested, since the responses that are sent until then are kept as well. */
  setAhead(place: Place, response: KeptResponse): void {
    const entry = { ...response, ...unused, isWanted: true, letGo: bodyMemory.keep(response.memory) };
    this.#setNew(place, packEntry(entry) ?? entry);
  }

  /** Says how many bytes the encodings of the response take that is there. */
  noteEncoded(place: Place, encodedBytes: number): void {
    const entry = this.#entries.peek(place);
    if (entry) this.#entries.put(place, { ...entry, encodedBytes });
  }

  /** Says what came of making the response ahead, if there is one, and if that was not said yet. */
  noteAhead(key: string, { directory, same: found }: Ahead): void {
    const place = this.#findPlace(key);
    const entry = place && this.#entries.peek(place);
    if (!entry || entry.ahead?.directory === directory) return;
    this.#forgetKey(entry.ahead?.same?.key, place);
    // Where another response has that key already, this one ends with what it was made from.
    const same = found && this.#findPlace(found.key) ? null : found;
    if (same) this.#places.set(same.key, place);
    this.#entries.put(place, { ...entry, ahead: { directory, same } });
  }

  /** The same, of what was made last. */
  findAhead(key: string): Ahead | null {
    const place = this.#findPlace(key);
    return (place && this.#entries.peek(place)?.ahead) ?? null;
  }

  /** Removes what was made from anything else, but carries over what is the same for one of these. */
  keepOnly(directories: readonly (CatalogDirectory | null)[]): void {
    // What was used last is put last.
    for (const place of this.#entries.list()) {
      const entry = this.#entries.peek(place);
      if (!entry || directories.includes(entry.directory)) continue;
      const { directory, same } = entry.ahead ?? {};
      const isSame = same && this.#places.get(same.key) === place;
      if (directory && isSame && directories.includes(directory)) this.#carryOver(place, { ...entry, directory }, same);
      else this.#entries.delete(place);
    }
  }

  get count(): number {
    return this.#entries.count;
  }

  get bytes(): number {
    return this.#entries.bytes;
  }

  #carryOver(place: Place, entry: Entry, { key, ...validity }: NonNullable<Ahead['same']>): void {
    this.#forgetKey(place.key, place);
    place.key = key;
    this.#entries.put(place, { ...entry, cached: { ...entry.cached, ...validity }, ahead: null });
  }

  #findPlace(key: string): Place | null {
    const place = this.#places.get(key);
    return place?.key === key ? place : null;
  }

  #setNew(place: Place, entry: Entry): void {
    const earlier = this.#findPlace(place.key);
    if (earlier) this.#entries.delete(earlier);
    this.#places.set(place.key, place);
    this.#entries.put(place, entry);
  }

  #end(place: Place, { ahead, letGo }: Entry): void {
    letGo();
    this.#forgetKey(place.key, place);
    this.#forgetKey(ahead?.same?.key, place);
  }

  #forgetKey(key: string | undefined, place: Place): void {
    if (key !== undefined && this.#places.get(key) === place) this.#places.delete(key);
  }
}
