import type { ArgBuilder } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { Violation } from '../../domain/input/violations.ts';
import type { PageArguments, PageItem } from '../../domain/paging/page.ts';
import type { ListQuery, PageCursor, PageCursors } from '../../domain/product/ports.ts';
import type { Product } from '../../domain/product/product.ts';
import { idOfShown, isShown, type ShownProduct } from '../../domain/product/shown-product.ts';
import { maxSearchWords, searchConstraint } from '../../domain/search/search.ts';
import { createMemo } from '../../lib/memo.ts';
import { itemsAsOf, WrittenInfo } from '../bytes/written-info.ts';
import { CatalogContextType } from '../catalog/catalog.ts';
import type { GraphQLContext } from '../execution/context.ts';
import { builder, type Types } from '../schema/builder.ts';
import { type Connection, connectionType, pageArguments, toConnection, toPageRequest } from '../schema/connection.ts';
import { constrainedBy } from '../schema/constraint.ts';
import { type InView, inView, type MaybePromise, type PageInView } from '../view/catalog-view.ts';
import { ProductFacetsType } from './product-facets.ts';
import { ProductFilterInput, toProductFilter } from './product-filter.ts';
import { ProductType } from './product-ref.ts';
import { type SortArguments, sortArguments, toProductSort } from './product-sort.ts';

const PageCursorType = builder.objectRef<PageCursor>('PageCursor').implement({
  description: 'A numbered page, and where it starts.',
  fields: (t) => ({
    page: t.exposeInt('page', { description: 'Its number, from 1.' }),
    cursor: t.exposeString('cursor', {
      description: 'For `after`, with the same filter and page size: the page starts after it.',
    }),
    isCurrent: t.exposeBoolean('isCurrent', { description: 'Whether this is the current page.' }),
  }),
});

const PageCursorsType = builder.objectRef<PageCursors>('PageCursors').implement({
  description: 'Links to numbered pages. The current page is the one that holds the first product shown.',
  fields: (t) => ({
    totalPages: t.exposeInt('totalPages', { description: 'How many pages of this size the list has.' }),
    first: t.expose('first', { type: PageCursorType, description: 'Page 1.' }),
    previous: t.expose('previous', { type: PageCursorType, nullable: true, description: 'Null on the first page.' }),
    around: t.expose('around', {
      type: [PageCursorType],
      description: 'The current page, and up to two pages before and after it, in order.',
    }),
    next: t.expose('next', { type: PageCursorType, nullable: true, description: 'Null on the last page.' }),
    last: t.expose('last', { type: PageCursorType, description: 'The last page; the first one when there is one.' }),
  }),
});

export const ProductConnectionType = connectionType<InView<Product>, PageInView>({
  name: 'ProductConnection',
  type: ProductType,
  words: ['a product', 'products'],
  description:
    'A page of a list of live products, the last updated first (then by id), or as `sort` says: the order is total, so that paging ' +
    'never repeats or skips a product.',
});

builder.objectFields(ProductConnectionType, (t) => ({
  pageCursors: t.field({
    type: PageCursorsType,
    nullable: true,
    description:
      'Cursors for numbered pages of this size; null if the page is empty. Counting what precedes the page takes time: select ' +
      'it only where page numbers are displayed. Batched.',
    resolve: ({ page }) => page.view.loaders.pageCursors.load(page),
  }),
  facets: t.field({
    type: ProductFacetsType,
    description: 'What the whole list can be filtered by. Costs nothing but what is selected of it.',
    resolve: ({ page }) => page,
  }),
  context: t.field({
    type: CatalogContextType,
    description: 'The catalog, release and rule that the answer comes from, and why.',
    resolve: ({ page: { selection, view } }) => inView(selection, view),
  }),
}));

/** The arguments of every list of products. */
export function productListArguments(t: ArgBuilder<Types>) {
  return {
    filter: t({ type: ProductFilterInput, description: 'Which of the products; null lists all of them.' }),
    search: t.string(
      constrainedBy(
        searchConstraint,
        `Words, each of which a product must have in its SKU, name, tags or description, as they are shown in its language; or one that ` +
          `begins with it. Case and marks make no difference. First come those that have them in the SKU, then in the name, the tags, the ` +
          `description; in each of these whole words before beginnings; of several words the one that counts least decides. Among equals ` +
          `\`sort\` does. At most ${maxSearchWords} words (rule \`maxItems\`); a text without any finds nothing.`,
      ),
    ),
    ...sortArguments(t),
    ...pageArguments(t),
  };
}

type ProductListArguments = PageArguments &
  SortArguments & {
    readonly filter?: typeof ProductFilterInput.$inferInput | null | undefined;
    readonly search?: string | null | undefined;
  };

/** Of fields whose arguments are written in their documents: as long as these are cached. */
const givenQueries = createMemo<GraphQLResolveInfo['fieldNodes'], ListQuery>('list query');

export function toListQuery(
  args: ProductListArguments,
  context: Pick<GraphQLContext, 'limits'> & { readonly faults?: readonly Violation[] },
  info: GraphQLResolveInfo,
): ListQuery {
  const isGiven = info instanceof WrittenInfo && info.hasGivenArguments && !context.faults?.length;
  const known = isGiven ? givenQueries.get(info.fieldNodes) : undefined;
  if (known) return known;
  const query = readListQuery(args, context, info);
  if (isGiven && query.faults.length === 0) givenQueries.set(info.fieldNodes, query);
  return query;
}

function readListQuery(
  { filter, search, sort, currency, ...page }: ProductListArguments,
  { limits, faults = [] }: Pick<GraphQLContext, 'limits'> & { readonly faults?: readonly Violation[] },
  info: GraphQLResolveInfo,
): ListQuery {
  const parsed = toProductFilter(filter, limits.violations);
  return {
    filter: parsed.filter,
    variants: parsed.variants,
    search: search ?? null,
    sort: toProductSort({ sort, currency }),
    faults: [...faults, ...parsed.faults],
    itemsAs: itemsAsOf(info),
    ...toPageRequest(page, info),
  };
}

type ProductConnection = Connection<InView<Product>, PageInView>;

interface ProductsInView extends PageInView {
  readonly items: readonly PageItem<InView<Product>>[];
}

/** Of a page that the query has loaded, or an equal one that wants less of its products: these are read now. */
export function toProductConnection(page: PageInView, { itemsAs }: ListQuery): MaybePromise<ProductConnection> {
  // Nothing executes an item of what is only shown.
  return page.items.every(({ item }) => suffices(item, itemsAs))
    ? toConnection(page as ProductsInView)
    : readProducts(page);
}

function suffices(item: InView<Product> | ShownProduct, itemsAs: ListQuery['itemsAs']): boolean {
  return !isShown(item) || itemsAs === 'slots' || (itemsAs === 'details' && item.details !== null);
}

async function readProducts({ items, ...page }: PageInView): Promise<ProductConnection> {
  const { loaders } = page.view;
  const reading = items.map(async ({ item, sortKey }) => {
    if (!isShown(item)) return { item, sortKey };
    const key = { releaseId: item.releaseId, id: idOfShown(item) };
    return { item: (await loaders.product.load(key)) as InView<Product>, sortKey };
  });
  return toConnection({ ...page, items: await Promise.all(reading) });
}
