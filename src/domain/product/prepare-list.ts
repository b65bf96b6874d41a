/** What a request says of a list of products, made ready for the store. */
import type { CatalogSelection } from '../catalog/catalog.ts';
import type { CatalogService } from '../catalog/ports.ts';
import { inLanguage } from '../filter/canonical-filter.ts';
import { parsePage, retiredRelease } from '../paging/list-page.ts';
import type { RequestContext } from '../request-context.ts';
import { searchFaults, toSearchWords } from '../search/search.ts';
import { parentFaults } from './parent-of-children.ts';
import type { ChildrenQuery, ListQuery, NodeProductsQuery, ProductListQuery } from './ports.ts';
import { identifyList, type ListPlace, momentOf, type RequestedList } from './product-list.ts';
import { sortFaults, toListOrder } from './product-sort.ts';
import { isFiltering, variantFaults } from './variant-filter.ts';

type SelectingCatalog = Pick<CatalogService, 'select' | 'selectRelease'>;

interface Shown {
  readonly catalog: SelectingCatalog;
  readonly requestContext: RequestContext;
  readonly current: CatalogSelection;
}

export async function shownIn(catalog: SelectingCatalog, requestContext: RequestContext): Promise<Shown> {
  return { catalog, requestContext, current: await catalog.select(requestContext) };
}

interface PreparedList<Query extends ProductListQuery = ProductListQuery> extends RequestedList {
  readonly query: Query;
}

/** The page is checked, and the release found that its cursors were made of: at once, where that is the current one. */
export function prepare(
  { catalog, requestContext, current }: Shown,
  requested: ListQuery,
  place?: ListPlace & Pick<ChildrenQuery, 'releaseId'>,
): PreparedList | Promise<PreparedList> {
  const list = identifyList(current, requested, place);
  const faults = [
    ...(place?.parentId === undefined ? [] : parentFaults(place.parentId)),
    ...requested.faults,
    ...(requested.search === null ? [] : searchFaults(requested.search)),
    ...variantFaults(requested.variants),
    ...sortFaults(requested.sort),
  ];
  const { window, releaseId: pinned } = parsePage(requested.page, list, {
    faults,
    pageLength: requestContext.pageLength,
  });
  const moment = momentOf(requested, window, requestContext.now);
  const of = { requested, list, window, moment, language: current.language };
  const releaseId = pinned ?? place?.releaseId ?? current.release.id;
  if (releaseId === current.release.id) return prepareIn(current, of);
  return catalog.selectRelease(requestContext, releaseId).then((selection) => {
    if (!selection) throw retiredRelease(requested.page);
    return prepareIn(selection, of);
  });
}

interface Preparing {
  readonly requested: ListQuery;
  readonly list: RequestedList['list'];
  readonly window: ProductListQuery['window'];
  readonly moment: number;
  /** That names are filtered in. */
  readonly language: string | null;
}

function prepareIn(
  selection: CatalogSelection,
  { requested, list, window, moment, ...current }: Preparing,
): PreparedList {
  const { withTotal, sort, search, variants, itemsAs = 'products' } = requested;
  const { language } = selection;
  const filter = inLanguage(requested.filter, current.language);
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

function withPlace<Place extends object>(
  prepared: PreparedList | Promise<PreparedList>,
  place: Place,
): PreparedList<ProductListQuery & Place> | Promise<PreparedList<ProductListQuery & Place>> {
  const add = ({ query, ...rest }: PreparedList) => ({ ...rest, query: { ...query, ...place } });
  return prepared instanceof Promise ? prepared.then(add) : add(prepared);
}
