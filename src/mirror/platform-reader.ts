/** What is read of the platform: lists in pages, and single records. Its answers are checked for their form only: records are the importer's. */
import { isObject } from '../contract/building-blocks.ts';
import { includedFiles } from '../contract/platform/included-files.ts';
import { pageCountOf } from '../contract/platform/page-count.ts';
import { hasCode } from '../domain/errors.ts';
import { offsetLimits, pageLimits } from '../domain/paging/page.ts';
import { MirrorProblem } from './mirror-problem.ts';

export type Json = Readonly<Record<string, unknown>>;

/** With the administrator's token. */
export interface Platform {
  /** @throws DomainError UNAVAILABLE, NOT_FOUND, …; whatever the signal was aborted with */
  get(path: string, signal?: AbortSignal): Promise<{ readonly body: unknown }>;
}

/** A file can't be had, or a list does not lead to all that it counts: another way to the same release may lead further. */
export class FileProblem extends MirrorProblem {}

export interface PlatformPage {
  /** Without its query. */
  readonly path: string;
  readonly data: readonly Json[];
  readonly included: Json | null;
  /** Of the whole list; null: it does not say. */
  readonly total: number | null;
  /** Whoever counted it stopped early: the list may be longer. */
  readonly isAtLeast: boolean;
  /** Offsets lead no further, and as far as its length is known, the list goes on. */
  readonly isCut: boolean;
  /** Where the next part is, of a list that is read in parts. */
  readonly next: string | null;
}

export interface PlatformReader {
  /** Of a list of products: with their files. */
  readonly withFiles: string;
  /** Pages by offset, as far as offsets go. */
  listPages(path: string, query?: string): AsyncGenerator<PlatformPage>;
  /** Parts, each of which names the next one. */
  listParts(path: string): AsyncGenerator<PlatformPage>;
  /** Null: there is none. */
  findOne(path: string): Promise<Json | null>;
}

export interface PlatformReaderOptions {
  readonly signal: AbortSignal;
  readonly dialect: keyof typeof includedFiles;
  /** Where the platform's paths begin. */
  readonly platformUrl: string;
}

/** Of a list that is read in parts: those of platforms have a hundred records or more. */
const maxParts = 100_000;

export function createPlatformReader(
  platform: Platform,
  { signal, dialect, platformUrl }: PlatformReaderOptions,
): PlatformReader {
  const read = createRead(platform, signal);
  return {
    withFiles: `include=${includedFiles[dialect]}`,

    async *listPages(path, query = '') {
      let before: string | null = null;
      let longest = 0;
      for (let offset = 0; offset <= offsetLimits.max; ) {
        const parameters = [
          ...(query === '' ? [] : [query]),
          `page[limit]=${pageLimits.max}`,
          `page[offset]=${offset}`,
        ];
        const page = toPage(path, await read(`${path}?${parameters.join('&')}`));
        // Some lists have no pages: their platforms answer with all of them, whatever the offset is.
        const ids = JSON.stringify(page.data.map(({ id }) => id));
        if (page.total === null && ids === before) return;
        before = ids;
        offset += page.data.length;
        const isAtEnd = page.data.length === 0 || (page.total !== null && !page.isAtLeast && offset >= page.total);
        longest = Math.max(longest, page.data.length);
        const isPaged = page.total !== null || page.data.length <= pageLimits.max;
        // A page that is shorter than those before it is the last one.
        const mayGoOn = !isAtEnd && isPaged && page.data.length === longest;
        yield { ...page, isCut: mayGoOn && offset > offsetLimits.max };
        if (isAtEnd) return;
      }
    },

    async *listParts(first) {
      const follow = createFollow(platformUrl);
      let found = 0;
      for (let next: string | null = first; next !== null; ) {
        const part: PlatformPage = toPage(next.split('?', 1)[0] ?? '', await read(next));
        yield part;
        found += part.data.length;
        next = follow(next, part);
        if (next === null && part.total !== null && found < part.total) throw endsEarly(part, found);
      }
    },

    findOne: (path) => findOne(read, path),
  };
}

async function findOne(read: ReturnType<typeof createRead>, path: string): Promise<Json | null> {
  try {
    const { data } = await read(path);
    if (isObject(data)) return data;
  } catch (error) {
    if (!hasCode(error, 'NOT_FOUND')) throw error;
    // A proxy that has lost its platform says so, too, and in no words of the platform's.
    if (error.platform === null && error.details.length === 0) {
      throw new MirrorProblem(`The platform answered 404 to ${path}, and not as its contract says.`);
    }
    return null;
  }
  throw new MirrorProblem(`The platform's answer to ${path} is no record.`);
}

/** From part to part of one list. @throws MirrorProblem where it leads elsewhere, or has no end */
function createFollow(platformUrl: string) {
  const known = new Set<string>();
  return (current: string, { path, next }: PlatformPage): string | null => {
    if (next === null) return null;
    known.add(current);
    const following = pathOnPlatform(next, platformUrl);
    if (following === null) throw new MirrorProblem(`The platform's answer to ${path} leads elsewhere.`);
    if (known.has(following)) throw new MirrorProblem(`The platform's answer to ${path} leads to itself.`);
    if (known.size >= maxParts)
      throw new FileProblem(`The platform's list ${path} has more than ${maxParts} parts, which is the limit.`);
    return following;
  };
}

/** It has pages by offset, and their links lead nowhere: whoever took it for the whole would never hear of the rest. */
function endsEarly({ path, total }: PlatformPage, found: number): FileProblem {
  return new FileProblem(`The platform's list ${path} has ${total}, and leads to ${found} of them.`);
}

function createRead(platform: Platform, signal: AbortSignal) {
  return async (path: string): Promise<Json> => {
    signal.throwIfAborted();
    const { body } = await platform.get(path, signal);
    if (isObject(body)) return body;
    throw new MirrorProblem(`The platform's answer to ${path} is no JSON object.`);
  };
}

function toPage(path: string, { data, included, meta, links }: Json): PlatformPage {
  if (!Array.isArray(data) || !data.every(isObject)) {
    throw new MirrorProblem(`The platform's answer to ${path} is no list of records.`);
  }
  return {
    path,
    data,
    included: isObject(included) ? included : null,
    ...countOf(meta),
    isCut: false,
    next: isObject(links) && typeof links.next === 'string' ? links.next : null,
  };
}

function countOf(meta: unknown): Pick<PlatformPage, 'total' | 'isAtLeast'> {
  const { total, isAtLeast } = pageCountOf(meta);
  return { total: typeof total === 'number' && total >= 0 ? total : null, isAtLeast };
}

/**
 * Below `platformUrl`; null: it leads elsewhere, where the platform's tokens must not go.
 *
 * @example
 * pathOnPlatform('/shop/v2/pcm/x', 'https://api.example/shop'); // '/v2/pcm/x'
 */
export function pathOnPlatform(link: string, platformUrl: string): string | null {
  const platform = new URL(platformUrl);
  if (!URL.canParse(link, platform.origin)) return null;
  const { origin, pathname, search } = new URL(link, platform.origin);
  if (origin !== platform.origin) return null;
  const prefix = platform.pathname.replace(/\/$/, '');
  return `${pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname}${search}`;
}
