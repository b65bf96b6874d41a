import { z } from 'zod';
import { formatExactJson } from '../domain/input/exact-json.ts';
import { type ListedItem, ListedJson } from '../domain/input/listed-json.ts';
import type { CountedPage, OffsetPage } from '../domain/paging/page.ts';
import { workPrices } from '../domain/work-budget.ts';
import { BodyPieces } from '../http/body-pieces.ts';
import { createMemo } from '../lib/memo.ts';
import { describePage, type PageOfList } from './links.ts';
import { toPage } from './list-query.ts';
import type { QueryParameter, RestRequest } from './route.ts';

export const pageParameters = ['page[limit]', 'page[offset]'] as const satisfies QueryParameter[];

/** The contract's "paged list wrapper". */
export async function answerList<Item>(
  request: RestRequest,
  list: (page: OffsetPage) => Promise<CountedPage<Item>>,
  toResource: (item: Item) => unknown,
): Promise<string> {
  const page = toPage(request);
  const { items, total } = await list(page);
  request.requestContext.budget.charge(workPrices.record * items.length);
  return formatExactJson({ data: items.map(toResource), ...describePage({ ...page, total }, request) });
}

/** The same of resources that are JSON already: they go out as they are, neither parsed nor written again. `beside`: further members. */
export function answerDocuments(
  request: RestRequest,
  { documents, ...page }: PageOfList & { readonly documents: readonly ListedItem[] },
  beside = '',
): BodyPieces {
  const after = beside === '' ? knownEnd(page, request) : endOf(page, beside, request);
  request.requestContext.budget.charge(workPrices.record * documents.length);
  return new BodyPieces({ before, items: documents, after });
}

const before = ListedJson.of('{"data":[');

function endOf(page: PageOfList, beside: string, request: RestRequest): string {
  const { meta, links } = describePage(page, request);
  return `],"meta":${JSON.stringify(meta)},"links":${JSON.stringify(links)}${beside}}`;
}

/** Known with the query of a target, which is read once for many requests. */
const ends = createMemo<RestRequest['query'], PageOfList & { readonly json: ListedJson }>('end of a list');

function knownEnd({ limit, offset, total }: PageOfList, request: RestRequest): ListedJson {
  const known = ends.get(request.query);
  if (known?.total === total && known.limit === limit && known.offset === offset) return known.json;
  const json = ListedJson.of(endOf({ limit, offset, total }, '', request));
  ends.set(request.query, { limit, offset, total, json });
  return json;
}

const count = z.int().min(0);
const link = z.string();

export function listOf(resource: z.ZodType) {
  return z.object({
    data: z.array(resource),
    meta: z.object({
      results: z.object({ total: count }),
      page: z.object({ limit: count, offset: count, current: count, total: count }),
    }),
    links: z.object({
      self: link,
      first: link,
      last: link.nullable(),
      prev: link.nullable(),
      next: link.nullable(),
    }),
  });
}
