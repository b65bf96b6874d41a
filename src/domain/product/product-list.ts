/** What makes a list of products this very list, and a page of it: which cursors fit, and which positions they mean. */
import { once } from '../../lib/once.ts';
import type { CatalogSelection } from '../catalog/catalog.ts';
import { validationError } from '../errors.ts';
import { formatFilterKey } from '../filter/canonical-filter.ts';
import { localise } from '../language/localisation.ts';
import { cursorsOf, type ListIdentity } from '../paging/cursor.ts';
import type { PageArguments, PageItem, Window } from '../paging/page.ts';
import { searchFaults, toSearchWords } from '../search/search.ts';
import { parsePosition } from './list-position.ts';
import type { ListedProduct, ListedProducts, ListQuery, ProductPage } from './ports.ts';
import type { Product } from './product.ts';
import { isByPrice, sortIdentity } from './product-sort.ts';
import { localiserOf, ShownItem } from './shown-product.ts';
import { formatVariantFilter, isFiltering } from './variant-filter.ts';

/** A list that was requested: where its rows are, and what its cursors are bound to. */
export interface RequestedList {
  readonly selection: CatalogSelection;
  readonly list: ListIdentity;
  readonly query: ProductPage['query'];
}

/** Whose products are listed: a parent's children, or those of a node. */
export interface ListPlace {
  readonly parentId?: string;
  readonly nodeId?: string;
}

/**
 * What makes a list this list: a cursor that was made for another one does not fit. Its texts are made when a cursor is read or written: most
 * pages have none.
 */
export class ProductListIdentity implements ListIdentity {
  readonly #texts: () => ListIdentity;

  constructor(...of: Parameters<typeof identityTexts>) {
    this.#texts = once(() => identityTexts(...of));
  }

  get list(): string {
    return this.#texts().list;
  }

  get context(): string {
    return this.#texts().context;
  }
}

function identityTexts(
  { catalog, language }: CatalogSelection,
  { filter, search, sort, variants }: ListQuery,
  within?: ListPlace,
): ListIdentity {
  const { parentId, nodeId } = within ?? {};
  const kind = nodeId !== undefined ? 'products of a node' : parentId === undefined ? 'products' : 'children';
  const readsNames =
    search !== null || sort.key.startsWith('name_') || filter.some(({ attribute }) => attribute === 'name');
  const order = sort.key === 'updated_at_desc' && search === null ? [] : [sortIdentity(sort)];
  const ofVariants = isFiltering(variants) ? [{ variants: formatVariantFilter(variants) }] : [];
  // One that is refused may be a megabyte of words.
  const words = search === null || searchFaults(search).length > 0 ? [] : toSearchWords(search);
  return {
    list: JSON.stringify([kind, parentId ?? nodeId, formatFilterKey(filter), ...order, ...words, ...ofVariants]),
    context: JSON.stringify([catalog.id, readsNames ? language : null]),
  };
}

/**
 * The moment that the list is read at: its cursors', which have one where it depends on prices, or else now.
 * @throws DomainError VALIDATION_FAILED where two cursors have different ones
 */
export function momentOf({ sort, variants }: ListQuery, { after, before }: Window, now: Date): number {
  const dependsOnPrices = isByPrice(sort.key) || variants.price !== null;
  const momentAt = (bound: string | null) => {
    return bound === null || !dependsOnPrices ? null : parsePosition(bound).moment;
  };
  const [first, second] = [momentAt(after), momentAt(before)];
  if (first != null && second != null && first !== second) {
    const problem =
      "belongs to another moment than 'after', with other prices: take both from one walk through the pages";
    throw validationError([
      { path: ['before'] satisfies (keyof PageArguments)[], subject: 'argument', rule: 'cursor', problem },
    ]);
  }
  return first ?? second ?? now.getTime();
}

/** What is answered from one list: the page that the store found, in the shopper's language. */
export function toProductPage(page: ListedProducts, { selection, list, query }: RequestedList): ProductPage {
  const { language, release } = selection;
  const localiseShown = localiserOf(language);
  const inLanguage = (one: PageItem<ListedProduct>): PageItem<ListedProduct> =>
    one instanceof ShownItem
      ? one.shownIn(localiseShown)
      : { item: localise(one.item as Product, language), sortKey: one.sortKey };
  return { ...page, items: page.items.map(inLanguage), selection, query, cursorOf: cursorsOf(release.id, list) };
}
