/** Lists in pages, as the relay plugin has them: one way for all of them, whatever they list and wherever it is read. */
import type { ArgBuilder, ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo, SelectionSetNode } from 'graphql';
import { cursorConstraint } from '../../domain/paging/cursor.ts';
import type { ListPage, PageRequest } from '../../domain/paging/list-page.ts';
import { type PageArguments, type PageItem, pageLimits } from '../../domain/paging/page.ts';
import { builder, type Types } from './builder.ts';
import { constrainedBy } from './constraint.ts';

/** A page as the relay plugin reads it: a cursor is written only where it is selected. */
export interface Connection<Item, OfPage extends ListPage<unknown> = ListPage<unknown>> {
  readonly page: OfPage;
  readonly items: readonly PageItem<Item>[];
  readonly edges: { readonly node: Item; readonly cursor: string }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

export function toConnection<Item, OfPage extends ListPage<Item>>(page: OfPage): Connection<Item, OfPage> {
  return new PageConnection<Item, OfPage>(page);
}

/** A class, since many are made for a page: V8 defines the accessors of an object literal by a call for each. */
class PageEdge<Item> {
  readonly node: Item;
  readonly #sortKey: string;
  readonly #cursorOf: (sortKey: string) => string;

  constructor({ item, sortKey }: PageItem<Item>, cursorOf: (sortKey: string) => string) {
    this.node = item;
    this.#sortKey = sortKey;
    this.#cursorOf = cursorOf;
  }

  get cursor(): string {
    return this.#cursorOf(this.#sortKey);
  }
}

/** Made of its page as it is read: most of it is not selected. */
class PageConnection<Item, OfPage extends ListPage<Item>> implements Connection<Item, OfPage> {
  readonly page: OfPage;
  readonly items: OfPage['items'];

  constructor(page: OfPage) {
    this.page = page;
    this.items = page.items;
  }

  get edges() {
    const { items, cursorOf } = this.page;
    return items.map((item) => new PageEdge(item, cursorOf));
  }

  get pageInfo() {
    const { items, hasNext, hasPrevious, cursorOf } = this.page;
    const cursorAt = (index: number) => {
      const item = items.at(index);
      return item ? cursorOf(item.sortKey) : null;
    };
    return {
      hasNextPage: hasNext,
      hasPreviousPage: hasPrevious,
      get startCursor() {
        return cursorAt(0);
      },
      get endCursor() {
        return cursorAt(-1);
      },
    };
  }
}

export interface ConnectionTypeOptions<Item> {
  readonly name: `${string}Connection`;
  readonly type: ObjectRef<Types, Item>;
  /** One item and several, in a sentence: "a product", "products". */
  readonly words: readonly [one: string, many: string];
  readonly description: string;
}

/** Its fields beside those of every connection are added with `builder.objectFields`. */
export function connectionType<Item, OfPage extends ListPage<unknown> = ListPage<Item>>({
  name,
  type,
  words: [one, many],
  description,
}: ConnectionTypeOptions<Item>): ObjectRef<Types, Connection<Item, OfPage>> {
  const ref = builder.connectionObject(
    {
      name,
      type,
      description,
      edgesField: { description: `The ${many} of this page, each with its cursor.` },
      fields: (t) => ({
        totalCount: t.int({
          description: `How many ${many} the whole list has, after filtering. Costs nothing unless selected.`,
          resolve: ({ page }) => page.total ?? 0,
        }),
      }),
    },
    {
      description: `${one.charAt(0).toUpperCase()}${one.slice(1)} and its position in a list.`,
      nodeField: { description: `The ${one.replace(/^an? /, '')}.` },
    },
  );
  // The plugin has one shape of pages for all of its connections.
  return ref as unknown as ObjectRef<Types, Connection<Item, OfPage>>;
}

const ofSize = { min: pageLimits.min, max: pageLimits.max };

/** The arguments of every list in pages. */
export function pageArguments(t: ArgBuilder<Types>) {
  return {
    first: t.int(
      constrainedBy(
        ofSize,
        `How many items to return at most, from the start of the list or after the cursor \`after\`; the store's page length unless set (\`limits\`).`,
      ),
    ),
    after: t.string(constrainedBy(cursorConstraint, 'A cursor of this list: the page starts after it.')),
    last: t.int(
      constrainedBy(
        ofSize,
        'How many items to return at most, from the end of the list or before the cursor `before`. Not with `first` (rule `exclusive`).',
      ),
    ),
    before: t.string(constrainedBy(cursorConstraint, 'A cursor of this list: the page ends before it.')),
  };
}

export function toPageRequest({ first, after, last, before }: PageArguments, info: GraphQLResolveInfo): PageRequest {
  return { page: { first, after, last, before }, withTotal: selects(info, 'totalCount') };
}

/** Whether the field's selection names the given field, on its own level, through fragments or not. */
function selects({ fieldNodes, fragments }: GraphQLResolveInfo, name: string): boolean {
  /** Each is looked at once: a chain of forty, of which each spreads the next one twice, would never be done. */
  const seen = new Set<string>();
  const names = ({ selections }: SelectionSetNode): boolean =>
    selections.some((selection) => {
      if (selection.kind === 'Field') return selection.name.value === name;
      if (selection.kind === 'InlineFragment') return names(selection.selectionSet);
      const { value: spread } = selection.name;
      if (seen.has(spread)) return false;
      seen.add(spread);
      const fragment = fragments[spread];
      return fragment !== undefined && names(fragment.selectionSet);
    });
  return fieldNodes.some(({ selectionSet }) => selectionSet !== undefined && names(selectionSet));
}
