import type { ArgBuilder } from '@pothos/core';
import type { GraphQLResolveInfo, SelectionSetNode } from 'graphql';
import type { Violation } from '../../domain/input/violations.ts';
import { cursorConstraint } from '../../domain/paging/cursor.ts';
import { type PageArguments, pageLimits } from '../../domain/paging/page.ts';
import type { ListQuery, PageCursor, PageCursors } from '../../domain/product/ports.ts';
import { CatalogContextType } from '../catalog/catalog.ts';
import type { GraphQLContext } from '../execution/context.ts';
import { builder, type SchemaTypes } from '../schema/builder.ts';
import { constrainedBy } from '../schema/constraint.ts';
import { inView, type PageInView } from '../view/catalog-view.ts';
import { ProductFilterInput, toProductFilter } from './product-filter.ts';
import { ProductType } from './product-ref.ts';

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

export const ProductConnectionType = builder.connectionObject(
  {
    name: 'ProductConnection',
    type: ProductType,
    description:
      'A page of a list of live products, the last updated first (then by id): the order is total, so that paging ' +
      'never repeats or skips a product.',
    edgesField: { description: 'The products of this page, each with its cursor.' },
    fields: (t) => ({
      totalCount: t.int({
        description: 'How many products the whole list has, filter applied. Costs nothing unless selected.',
        resolve: ({ page }) => page.total ?? 0,
      }),
      pageCursors: t.field({
        type: PageCursorsType,
        nullable: true,
        description:
          'Cursors for numbered pages of this size; null if the page is empty. Counting what precedes the page takes time: select ' +
          'it only where page numbers are displayed. Batched.',
        resolve: ({ page }) => page.view.loaders.pageCursors.load(page),
      }),
      context: t.field({
        type: CatalogContextType,
        description: 'The catalog, release and rule that the answer comes from, and why.',
        resolve: ({ page: { selection, view } }) => inView(selection, view),
      }),
    }),
  },
  {
    description: 'A product and its position in a list.',
    nodeField: { description: 'The product.' },
  },
);

/** A page as the relay plugin reads it: a cursor is written only where it is selected. */
export function toConnection(page: PageInView) {
  const { items, hasNext, hasPrevious, cursorOf } = page;
  const cursorAt = (index: number) => {
    const item = items.at(index);
    return item ? cursorOf(item.sortKey) : null;
  };
  return {
    page,
    items,
    get edges() {
      return items.map(({ item, sortKey }) => ({
        node: item,
        get cursor() {
          return cursorOf(sortKey);
        },
      }));
    },
    pageInfo: {
      hasNextPage: hasNext,
      hasPreviousPage: hasPrevious,
      get startCursor() {
        return cursorAt(0);
      },
      get endCursor() {
        return cursorAt(-1);
      },
    },
  };
}

const ofSize = { min: pageLimits.min, max: pageLimits.max };

/** The arguments of every list of products. */
export function connectionArguments(t: ArgBuilder<PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>>) {
  return {
    filter: t({ type: ProductFilterInput, description: 'Which of the products; null lists all of them.' }),
    first: t.int({
      ...constrainedBy(
        ofSize,
        `The page from the start of the list, or from \`after\` on; the store's page length unless set (\`limits\`).`,
      ),
    }),
    after: t.string({ ...constrainedBy(cursorConstraint, 'A cursor of this list: the page starts after it.') }),
    last: t.int({
      ...constrainedBy(
        ofSize,
        'The page from the end of the list, or up to `before`. Not with `first` (rule `exclusive`).',
      ),
    }),
    before: t.string({ ...constrainedBy(cursorConstraint, 'A cursor of this list: the page ends before it.') }),
  };
}

type ConnectionArguments = PageArguments & {
  readonly filter?: typeof ProductFilterInput.$inferInput | null | undefined;
};

export function toListQuery(
  args: ConnectionArguments,
  { limits, faults = [] }: Pick<GraphQLContext, 'limits'> & { readonly faults?: readonly Violation[] },
  info: GraphQLResolveInfo,
): ListQuery {
  const { filter, first, after, last, before } = args;
  const parsed = toProductFilter(filter, limits.violations);
  return {
    filter: parsed.filter,
    faults: [...faults, ...parsed.faults],
    page: { first, after, last, before },
    withTotal: selects(info, 'totalCount'),
  };
}

/** Whether the field's selection names the given field, on its own level, through fragments or not. */
function selects(info: GraphQLResolveInfo, name: string): boolean {
  const names = ({ selections }: SelectionSetNode): boolean =>
    selections.some((selection) => {
      if (selection.kind === 'Field') return selection.name.value === name;
      if (selection.kind === 'InlineFragment') return names(selection.selectionSet);
      const fragment = info.fragments[selection.name.value];
      return fragment !== undefined && names(fragment.selectionSet);
    });
  return info.fieldNodes.some(({ selectionSet }) => selectionSet !== undefined && names(selectionSet));
}
