/** What a request says of a list of products, made ready for the store. */
import type { CatalogSelection } from '../catalog/catalog.ts';
import type { Selecting } from '../catalog/ports.ts';
import { inLanguage } from '../filter/canonical-filter.ts';
import { releaseOfCursor } from '../paging/cursor.ts';
import { parsePage, retiredRelease } from '../paging/list-page.ts';
import type { PageArguments } from '../paging/page.ts';
import type { RequestContext } from '../request-context.ts';
import { searchFaults, toSearchWords } from '../search/search.ts';
import { parentFaults } from './parent-of-children.ts';
import type { ChildrenQuery, ListQuery, NodeProductsQuery, ProductListQuery } from './ports.ts';
import { type ListPlace, momentOf, ProductListIdentity, type RequestedList } from './product-list.ts';
import { sortFaults, toListOrder } from './product-sort.ts';
import { isFiltering, variantFaults } from './variant-filter.ts';

interface Shown {
  readonly catalog: Selecting;
  readonly requestContext: RequestContext;
  readonly current: CatalogSelection;
}

export async function shownIn(catalog: Selecting, requestContext: RequestContext): Promise<Shown> {
  return { catalog, requestContext, current: await catalog.select(requestContext) };
}

interface PreparedList<Query extends ProductListQuery = ProductListQuery> extends RequestedList {
  readonly query: Query;
}

type Place = ListPlace & Pick<ChildrenQuery, 'releaseId'>;

/** The page is checked in the release that its cursors were made of: at once, where that is the current one. */
export function prepare(
  { catalog, requestContext, current }: Shown,
  requested: ListQuery,
  place?: Place,
): PreparedList | Promise<PreparedList> {
  const { page } = requested;
  const releaseId = releaseOf(page) ?? place?.releaseId ?? current.release.id;
  if (releaseId === current.release.id) return prepareIn(current, requestContext, requested, place);
  return catalog.selectRelease(requestContext, releaseId).then((selection) => {
    const prepared = prepareIn(selection ?? current, requestContext, requested, place);
    if (!selection) throw retiredRelease(page);
    return prepared;
  });
}

/** Null: the page has no cursor that names one. */
function releaseOf({ after, before }: PageArguments): string | null {
  const cursor = after ?? before ?? null;
  return cursor === null ? null : releaseOfCursor(cursor);
}

/** @throws DomainError VALIDATION_FAILED */
function prepareIn(
  selection: CatalogSelection,
  { pageLength, now }: RequestContext,
  requested: ListQuery,
  place?: Place,
): PreparedList {
  const { language } = selection;
  const { sort, search, variants, withTotal, itemsAs = 'products' } = requested;
  const list = new ProductListIdentity(selection, requested, place);
  const faults = [
    ...(place?.parentId === undefined ? [] : parentFaults(place.parentId)),
    ...requested.faults,
    ...(search === null ? [] : searchFaults(search)),
    ...variantFaults(variants),
    ...sortFaults(sort),
  ];
  const { window } = parsePage(requested.page, list, { faults, pageLength });
  const moment = momentOf(requested, window, now);
  const filter = inLanguage(requested.filter, language);
  const order = toListOrder(sort, { language, moment });
  const searched = search === null ? null : { words: toSearchWords(search), language };
  const query = {
    ...{ releaseId: selection.release.id, status: 'live' as const, filter, order, window, withTotal, itemsAs },
    ...(searched && { search: searched }),
    ...(isFiltering(variants) && { variants: { ...variants, moment } }),
  };
  return { selection, list, query };
}

export function prepareChildren(shown: Shown, requested: ChildrenQuery) {
  return withPlace(prepare(shown, requested, requested), { parentId: requested.parentId });
}

export function prepareNodeProducts(shown: Shown, { nodeId, releaseId, ...requested }: NodeProductsQuery) {
  return withPlace(prepare(shown, requested, { nodeId, releaseId }), { nodeId });
}

function withPlace<Added extends object>(
  prepared: PreparedList | Promise<PreparedList>,
  place: Added,
): PreparedList<ProductListQuery & Added> | Promise<PreparedList<ProductListQuery & Added>> {
  const add = ({ query, ...rest }: PreparedList) => ({ ...rest, query: { ...query, ...place } });
  return prepared instanceof Promise ? prepared.then(add) : add(prepared);
}
