/** What makes a list of products this very list, and a page of it: which cursors fit, and which positions they mean. */
import type { CatalogSelection } from '../catalog/catalog.ts';
import { formatFilterKey } from '../filter/canonical-filter.ts';
import { localise } from '../language/localisation.ts';
import { cursorsOf, type ListIdentity } from '../paging/cursor.ts';
import type { Page } from '../paging/page.ts';
import type { ListQuery, ProductPage } from './ports.ts';
import type { Product } from './product.ts';

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

/** What makes a list this list: a cursor that was made for another one does not fit. */
export function identifyList(
  { catalog, language }: CatalogSelection,
  { filter }: ListQuery,
  within?: ListPlace,
): ListIdentity {
  const { parentId, nodeId } = within ?? {};
  const kind = nodeId !== undefined ? 'products of a node' : parentId === undefined ? 'products' : 'children';
  const readsNames = filter.some(({ attribute }) => attribute === 'name');
  return {
    list: JSON.stringify([kind, parentId ?? nodeId, formatFilterKey(filter)]),
    context: JSON.stringify([catalog.id, readsNames ? language : null]),
  };
}

/** What is answered from one list: the page that the store found, in the shopper's language. */
export function toProductPage(page: Page<Product>, { selection, list, query }: RequestedList): ProductPage {
  const { language, release } = selection;
  return {
    ...page,
    items: page.items.map(({ item, sortKey }) => ({ item: localise(item, language), sortKey })),
    selection,
    query,
    cursorOf: cursorsOf(release.id, list),
  };
}
