/** What is read of the platform: lists in pages, and single records. Its answers are checked for their form only: records are the importer's. */
import { includedFiles } from '../contract/platform/included-files.ts';
import { pageCountOf } from '../contract/platform/page-count.ts';
import { DomainError, hasCode } from '../domain/errors.ts';
import { isObject } from '../domain/input/is-object.ts';
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
  /** Whoever counted it stopped early, or nobody has: the list may be longer. */
  readonly isAtLeast: boolean;
  /** Where the next part is, of a list that is read in parts. */
  readonly next: string | null;
}

/** What the pages of a list say of the whole. */
export interface ListRead {
  /** How many records came. Each counts once: in pages that shift while they are read, one may come again in the place of another. */
  readonly found: number;
  /** How many it has by the last page that says it; null: none does. */
  readonly total: number | null;
  /** By that page. */
  readonly isAtLeast: boolean;
  /** Offsets lead no further, and as far as its length is known, the list goes on. */
  readonly isCut: boolean;
}

export interface PlatformReader {
  /** Of a list of products: with their files. */
  readonly withFiles: string;
  /** The first page of a list. */
  readPage(path: string, query: string): Promise<PlatformPage>;
  /** Page by page, as far as offsets go. */
  readList(path: string, query: string, take: (page: PlatformPage) => Promise<void>): Promise<ListRead>;
  /** Likewise; null: the platform has no such list. */
  findList(path: string, take: (page: PlatformPage) => Promise<void>): Promise<ListRead | null>;
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

  async function readPage(path: string, query: string, offset = 0): Promise<PlatformPage> {
    const pages = `page[limit]=${pageLimits.max}&page[offset]=${offset}`;
    return toPage(path, await read(`${path}?${query === '' ? '' : `${query}&`}${pages}`));
  }

  return {
    withFiles: `include=${includedFiles[dialect]}`,

    readPage,
    readList: (path, query, take) => readList((offset) => readPage(path, query, offset), take),
    async findList(path, take) {
      // Further on, that there is no such list says that it is gone.
      const first = await orNone(path, () => readPage(path, ''));
      return first && readList(async (offset) => (offset === 0 ? first : readPage(path, '', offset)), take);
    },

    async *listParts(first) {
      const follow = createFollow(platformUrl);
      let found = 0;
      for (let next: string | null = first; next !== null; ) {
        const part: PlatformPage = toPage(next.split('?', 1)[0] ?? '', await read(next));
        yield part;
        found += part.data.length;
        next = follow(next, part);
        // It has pages by offset, and its links lead nowhere: whoever took it for the whole would never hear of the rest.
        if (next === null && found < (part.total ?? 0)) throw new FileProblem(lacking(part.path, { ...part, found }));
      }
    },

    findOne: (path) => findOne(read, path),
  };
}

async function readList(
  readPage: (offset: number) => Promise<PlatformPage>,
  take: (page: PlatformPage) => Promise<void>,
): Promise<ListRead> {
  const ids = new Set<unknown>();
  let count: Pick<ListRead, 'total' | 'isAtLeast'> = { total: null, isAtLeast: true };
  let isCut = false;
  let longest = 0;
  for (let offset = 0; offset <= offsetLimits.max; ) {
    const page = await readPage(offset);
    const { data, total, isAtLeast } = page;
    // A page that counts nothing takes back nothing of what was counted before it.
    if (total !== null) count = { total, isAtLeast };
    // Some lists have no pages: their platforms answer with all of them, whatever the offset is.
    if (isAtLeast && data.every(({ id }) => ids.has(id))) break;
    await take(page);
    for (const { id } of data) ids.add(id);
    offset += data.length;
    if (data.length === 0 || (!isAtLeast && offset >= (total ?? 0))) break;
    longest = Math.max(longest, data.length);
    const isPaged = total !== null || data.length <= pageLimits.max;
    // A page that is shorter than those before it is the last one.
    isCut = isPaged && data.length === longest && offset > offsetLimits.max;
  }
  return { ...count, found: ids.size, isCut };
}

/** Whether all came that it has, as far as it says. */
export function isWhole({ found, total, isCut }: Omit<ListRead, 'isAtLeast'>): boolean {
  return found >= (total ?? 0) && !isCut;
}

/** Of a list that is not whole, in a sentence. */
export function lacking(path: string, { found, total, isAtLeast }: Omit<ListRead, 'isCut'>): string {
  const list = `The platform's list ${path}`;
  if (found >= (total ?? 0)) return `${list} may have more than the ${found} records that were found.`;
  return `${list} has ${isAtLeast ? 'at least ' : ''}${total}, and ${found} of them were found.`;
}

async function findOne(read: ReturnType<typeof createRead>, path: string): Promise<Json | null> {
  const body = await orNone(path, () => read(path));
  if (body === null) return null;
  if (isObject(body.data)) return body.data;
  throw new MirrorProblem(`The platform's answer to ${path} is no record.`);
}

/** Null: the platform says that it has none. */
async function orNone<Value>(path: string, read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    if (!hasCode(error, 'NOT_FOUND')) throw error;
    // A proxy that has lost its platform says so, too, and in no words of the platform's.
    if (error.platform === null && error.details.length === 0) {
      throw new MirrorProblem(`The platform answered 404 to ${path}, and not as its contract says.`);
    }
    return null;
  }
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

function createRead(platform: Platform, signal: AbortSignal) {
  return async (path: string): Promise<Json> => {
    signal.throwIfAborted();
    const { body } = await platform.get(path, signal).catch((error: unknown) => {
      throw error instanceof DomainError ? named(path, error) : error;
    });
    if (isObject(body)) return body;
    throw new MirrorProblem(`The platform's answer to ${path} is no JSON object.`);
  };
}

/** Its own words may be `Forbidden` and no more: whoever reads them has to know of what. */
function named(path: string, { code, message, violations, cause, details, platform, retryAfterSeconds }: DomainError) {
  const options = { cause, details, retryAfterSeconds, ...(platform && { platform }) };
  return new DomainError(code, `Reading ${path.split('?', 1)[0]}: ${message}`, violations, options);
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
    next: isObject(links) && typeof links.next === 'string' ? links.next : null,
  };
}

function countOf(meta: unknown): Pick<PlatformPage, 'total' | 'isAtLeast'> {
  const { total, isAtLeast } = pageCountOf(meta);
  return typeof total === 'number' && total >= 0 ? { total, isAtLeast } : { total: null, isAtLeast: true };
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
