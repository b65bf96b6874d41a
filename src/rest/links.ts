import { type CountedPage, type OffsetPage, offsetLimits } from '../domain/paging/page.ts';

/** Where clients reach this face. */
export interface Addresses {
  /** `https://shop.example/v2` */
  readonly base: string;
  /** `/v2` */
  readonly basePath: string;
}

export function toAddresses(baseUrl: string): Addresses {
  const base = `${baseUrl}/v2`;
  return { base, basePath: new URL(base).pathname };
}

export interface ListAddress {
  readonly addresses: Addresses;
  /** Below the base address. */
  readonly path: string;
  /** As it was requested. */
  readonly query: ReadonlyMap<string, string>;
}

export type PageOfList = OffsetPage & Pick<CountedPage<unknown>, 'total'>;

/** What a paged list says of itself. A link leads only where an offset may go. */
export function describePage({ limit, offset, total }: PageOfList, list: ListAddress) {
  const pages = Math.ceil(total / limit);
  const lastOffset = Math.min((pages - 1) * limit, Math.floor(offsetLimits.max / limit) * limit);
  const to = linkToPages(list, limit);
  const links = {
    self: linkTo(list, [...list.query].map(formatParameter)),
    first: to(0),
    last: pages > 1 ? to(lastOffset) : null,
    prev: pages > 1 && offset > 0 ? to(Math.max(0, Math.min(offset - limit, lastOffset))) : null,
    next: offset + limit < total && offset + limit <= offsetLimits.max ? to(offset + limit) : null,
  };
  const meta = {
    results: { total },
    page: { limit, offset, current: Math.floor(offset / limit) + 1, total: pages },
  };
  return { meta, links };
}

export function linkTo({ addresses, path }: Omit<ListAddress, 'query'>, parameters: readonly string[]): string {
  return `${addresses.basePath}${path}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`;
}

/** By their offsets; each parameter stands where it was requested. */
function linkToPages(list: ListAddress, limit: number): (offset: number) => string {
  const wanted = new Map([...list.query, ['page[limit]', String(limit)]]);
  const names = [...wanted.keys()];
  const parameters = [...wanted].map(formatParameter);
  const at = list.query.has(offsetName) ? names.indexOf(offsetName) : names.length;
  const [before, after] = [parameters.slice(0, at), parameters.slice(at + 1)];
  return (offset) => linkTo(list, [...before, `${offsetName}=${offset}`, ...after]);
}

const offsetName = 'page[offset]';

function formatParameter([name, value]: readonly [name: string, value: string]): string {
  return `${name}=${encodeValue(value)}`;
}

/** Commas, colons and parentheses stay readable: a query may hold them as they are. */
function encodeValue(value: string): string {
  return encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%3A', ':');
}
