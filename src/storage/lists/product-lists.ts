/** The lists of products: what the index says of them, and the rows of their pages. */
import { setImmediate } from 'node:timers/promises';
import type { FacetQuery, PageStarts, PageStartsQuery, ProductListQuery } from '../../domain/product/ports.ts';
import type { ShownProduct } from '../../domain/product/shown-product.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import type { Engine } from '../engines/engine.ts';
import type { ShownList } from '../index/read-shown.ts';
import type { ReleaseIndex } from '../index/release-index.ts';
import type { ReleaseIndexes } from '../index/release-indexes.ts';
import type { BytesBudget } from '../long-texts.ts';
import { readMissing } from '../read-missing.ts';
import { ofEachRelease } from '../releases/of-each-release.ts';
import { createReleaseCache } from '../releases/release-cache.ts';
import { selectByIds } from '../select-by-ids.ts';
import type { FacetReading } from './select-facets.ts';
import { type ListedOptions, type ListedRow, selectListed } from './select-listed.ts';
import { type Parent, type SelectedList, selectLists } from './select-lists.ts';
import { selectPageStarts } from './select-page-starts.ts';

/** `Read`: a product that need not be read again. */
export interface ListedPage<Read> extends SelectedList {
  readonly rows: readonly (ListedRow | Read | ShownProduct)[];
  readonly readIn: ReadIn;
}

export interface ReadIn extends Pick<ReleaseIndex, 'opening'> {
  readonly releaseId: string;
}

export interface ListOptions<Read> {
  readonly withMatrix?: boolean;
  /** Of each ordinal; null: its row is to be read. */
  readonly findRead: (readIn: ReadIn, ordinals: readonly number[]) => readonly (Read | null)[];
}

export interface ProductLists {
  /** In the order of the queries. */
  list<Read>(
    requestContext: RequestContext,
    queries: readonly ProductListQuery[],
    options: ListOptions<Read>,
  ): Promise<ListedPage<Read>[]>;
  listPageStarts(requestContext: RequestContext, queries: readonly PageStartsQuery[]): Promise<PageStarts[]>;
  /** What is counted of each list, one after the other; in the order of the queries. */
  count<Query extends FacetQuery, Counted>(
    requestContext: RequestContext,
    queries: readonly Query[],
    countOne: (reading: FacetReading, query: Query) => Promise<Counted>,
  ): Promise<Counted[]>;
}

/** Whose status is cached: of products that the index does not list as parents. */
const maxParents = 20_000;

export function createProductLists(engine: Engine, indexes: ReleaseIndexes): ProductLists {
  const findParents = createParentReads(engine);

  async function readRows(index: ReleaseIndex, { releaseId, ...options }: RowsOptions, ordinals: readonly number[]) {
    const id = Number(releaseId);
    const rows = await selectListed(engine.ofRelease(id), { ...options, releaseId: id }, ordinals);
    await index.checkSortKeys([...rows.values()]);
    return rows;
  }

  return {
    list: <Read>(
      requestContext: RequestContext,
      queries: readonly ProductListQuery[],
      { withMatrix = false, findRead }: ListOptions<Read>,
    ) =>
      ofEachRelease(indexes, queries, async (index, ofRelease, releaseId) => {
        const ofParents = (ids: readonly string[]) => findParents(releaseId, ids);
        const lists = await selectLists({ index, findParents: ofParents }, requestContext, ofRelease);
        const readIn = { releaseId, opening: index.opening };
        const shown = ofRelease.every(isOfProducts)
          ? []
          : await readShown(index, lists, ofRelease, requestContext.budget);
        const known = lists.map(({ ordinals }, at) => shown[at] ?? findRead(readIn, ordinals));
        const all = lists.map(({ ordinals }) => ordinals);
        const rows = await readMissing<ListedRow | Read | ShownProduct>(all, known, (missing) =>
          readRows(index, { releaseId, withMatrix, budget: requestContext.budget }, missing),
        );
        return lists.map((list, at) => ({ ...list, readIn, rows: rows[at] ?? [] }));
      }),

    count: ({ budget }, queries, countOne) =>
      ofEachRelease(indexes, queries, async (index, ofRelease) => {
        const counted = [];
        for (const query of ofRelease) {
          counted.push(await countOne({ index, budget }, query));
          await setImmediate();
        }
        return counted;
      }),

    listPageStarts: (requestContext, queries) =>
      ofEachRelease(indexes, queries, (index, ofRelease) => selectPageStarts(index, requestContext, ofRelease)),
  };
}

type RowsOptions = Pick<ReadIn, 'releaseId'> & Omit<ListedOptions, 'releaseId'>;

function isOfProducts({ itemsAs = 'products' }: ProductListQuery): boolean {
  return itemsAs === 'products';
}

/** Null: products are wanted of a list, or not all that is shown of these is there. */
async function readShown(
  index: ReleaseIndex,
  lists: readonly Pick<ShownList, 'ordinals'>[],
  queries: readonly ProductListQuery[],
  budget: BytesBudget,
): Promise<readonly (readonly ShownProduct[] | null)[]> {
  const wanted = lists.map(({ ordinals }, at) => {
    const query = queries[at] as ProductListQuery;
    return { ordinals: isOfProducts(query) ? [] : ordinals, withDetails: query.itemsAs === 'details' };
  });
  const shown = await index.readShown(wanted, budget);
  return queries.map((query, at) => (isOfProducts(query) ? null : (shown[at] ?? null)));
}

function createParentReads(engine: Engine) {
  const parents = createReleaseCache<NonNullable<Parent>>(maxParents);
  return (releaseId: string, ids: readonly string[]) =>
    parents.getMany(releaseId, ids, async (missing) => {
      const columns = ['product_id', 'is_live', 'is_base'] as const;
      const rows = await selectByIds(engine, { from: 'release_product', columns, releaseId, ids: missing });
      return rows.map(({ product_id, is_live, is_base }) => {
        return [product_id, { status: is_live === 1 ? 'live' : 'draft', isBaseProduct: is_base === 1 }, 1];
      });
    });
}
