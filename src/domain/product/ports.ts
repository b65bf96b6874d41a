import type { CatalogSelection } from '../catalog/catalog.ts';
import type { DomainError } from '../errors.ts';
import type { ProductFilter } from '../filter/filter.ts';
import type { ListedItem } from '../input/listed-json.ts';
import type { Violation } from '../input/violations.ts';
import type { ListPage, PageRequest, WindowQuery } from '../paging/list-page.ts';
import type { OffsetPage, Page, Window } from '../paging/page.ts';
import type { RequestContext } from '../request-context.ts';
import type { SearchWords } from '../search/search.ts';
import type { WorkBudget } from '../work-budget.ts';
import type { SaleData } from './effective-price.ts';
import type { CurrentPriceRange } from './price-range.ts';
import type { Product, ProductStatus } from './product.ts';
import type { ListOrder, ProductSort } from './product-sort.ts';
import type { ShownPart, ShownProduct } from './shown-product.ts';
import type { VariantFilter } from './variant-filter.ts';
import type { VariationMatrix } from './variation-matrix.ts';

export interface ProductService {
  /** Live products of one release; what is absent or not live is absent from the map. */
  getMany(requestContext: RequestContext, releaseId: string, ids: readonly string[]): Promise<Map<string, Product>>;
  /** Live products of the current release by a slug or sku, in the order of the lookups; null: none has it. */
  findManyBy(
    requestContext: RequestContext,
    lookups: readonly ProductLookup[],
  ): Promise<(Product | DomainError | null)[]>;
  list(requestContext: RequestContext, query: ListQuery): Promise<ProductPage>;
  /**
   * The live children of each parent, in one go: the answers stand in the order of the queries, and a query that can't be
   * answered gets its own error: NOT_FOUND (no such live product), UNPROCESSABLE_ENTITY (not a base product),
   * VALIDATION_FAILED (cursor, page size).
   */
  listChildren(
    requestContext: RequestContext,
    queries: readonly ChildrenQuery[],
  ): Promise<(ProductPage | DomainError)[]>;
  /**
   * The products of each node and of those below it, in one go, as `listChildren` lists children. A child product is never
   * listed: its parent is, where that is in the node itself. Of an id that is no node's the list is empty.
   */
  listNodeProducts(
    requestContext: RequestContext,
    queries: readonly NodeProductsQuery[],
  ): Promise<(ProductPage | DomainError)[]>;
  /** The same lists, rules and errors, as stored documents: JSON of the contract's product resource, in UTF-8. */
  listDocuments(requestContext: RequestContext, query: DocumentsQuery): Promise<DocumentPage>;
  listChildDocuments(
    requestContext: RequestContext,
    query: DocumentsQuery & { readonly parentId: string },
  ): Promise<DocumentPage>;
  /** Those of `listNodeProducts`. @throws DomainError NOT_FOUND (the node), VALIDATION_FAILED (its id) */
  listNodeProductDocuments(
    requestContext: RequestContext,
    query: DocumentsQuery & { readonly nodeId: string },
  ): Promise<DocumentPage>;
  /** @throws DomainError NOT_FOUND for what is not there, or not live */
  getDocument(requestContext: RequestContext, id: string): Promise<ListedItem>;
  /** What the whole list of each page could be filtered by, each facet without the filter of its own. */
  countFacetValues(
    requestContext: RequestContext,
    facets: readonly { readonly page: ProductPage; readonly kind: ValueFacetQuery['kind'] }[],
  ): Promise<FacetValue[][]>;
  countFacetOptions(requestContext: RequestContext, pages: readonly ProductPage[]): Promise<OptionFacet[][]>;
  listPriceBounds(
    requestContext: RequestContext,
    facets: readonly { readonly page: ProductPage; readonly currency: string }[],
  ): Promise<(PriceBounds | null)[]>;
  /** Where the numbered pages around each page start; null for a page that is empty. */
  listPageCursors(
    requestContext: RequestContext,
    pages: readonly ProductPage[],
  ): Promise<(PageCursors | DomainError | null)[]>;
  /**
   * Where a page of a list within a product lies. @throws DomainError VALIDATION_FAILED (cursor, page size)
   */
  openPart(requestContext: RequestContext, query: ProductPartQuery): Promise<ProductPart>;
  /** Of parents; what has no matrix is absent from the map, or has an empty one. Charged by the caller (`chargeMatrix`). */
  getManyMatrices(
    requestContext: RequestContext,
    releaseId: string,
    ids: readonly string[],
  ): Promise<Map<string, VariationMatrix>>;
  /**
   * What each product costs now, sales taken into account: a parent the range over all of its live children, any other
   * product its own price. Null: none of them has a price in that currency.
   */
  listPriceRanges(
    requestContext: RequestContext,
    queries: readonly PriceRangeOf[],
  ): Promise<(CurrentPriceRange | DomainError | null)[]>;
}

/** What names one product within its catalog, beside its id. */
export interface ProductLookup {
  readonly attribute: 'slug' | 'sku';
  readonly value: string;
}

/** `filter` in canonical form. */
export interface DocumentsQuery extends OffsetPage {
  readonly filter: ProductFilter;
}

export interface DocumentPage extends OffsetPage {
  readonly documents: readonly ListedItem[];
  readonly total: number;
  readonly selection: CatalogSelection;
}

export interface ProductPartQuery extends Pick<PageRequest, 'page'> {
  readonly part: 'variationMatrix' | 'builtChildren';
  readonly product: Pick<Product, 'id' | 'releaseId'>;
}

export interface ProductPart {
  readonly window: Window;
  /** That the product is to be read from: the cursor's. */
  readonly releaseId: string;
  readonly cursorOf: (sortKey: string) => string;
}

/**
 * What the items of a page are: products, or what is shown of them, their slots alone or with their details, which a store may have of all
 * of a page or answers products for; absent: products.
 */
export type ItemsAs = 'products' | ShownPart;

export interface ListQuery extends PageRequest {
  readonly itemsAs?: ItemsAs;
  /** In canonical form. */
  readonly filter: ProductFilter;
  readonly variants: VariantFilter;
  readonly sort: ProductSort;
  /** Null: all are listed. */
  readonly search: string | null;
  /** What the face found wrong with the filter: reported together with the faults of the page. */
  readonly faults: readonly Violation[];
}

export interface ChildrenQuery extends ListQuery {
  readonly parentId: string;
  /** The release that the parent was read from; null: the shopper's current one. */
  readonly releaseId: string | null;
}

export interface NodeProductsQuery extends ListQuery {
  readonly nodeId: string;
  /** The release that the node was read from; null: the shopper's current one. */
  readonly releaseId: string | null;
}

export interface PriceRangeOf {
  readonly product: SaleData & Pick<Product, 'id' | 'releaseId' | 'isBaseProduct'>;
  readonly currency: string;
}

/** As the query has it. */
export type ListedProduct = Product | ShownProduct;

export interface ProductPage extends ListPage<ListedProduct>, Pick<ListedProducts, 'until'> {
  /** Which catalog and release answered, and why. */
  readonly selection: CatalogSelection;
  /** The query that was sent to the store. */
  readonly query: ProductListQuery;
}

export interface PageCursor {
  /** From 1. */
  readonly page: number;
  /** For `after`. */
  readonly cursor: string;
  readonly isCurrent: boolean;
}

export interface PageCursors {
  readonly totalPages: number;
  readonly first: PageCursor;
  /** Null on the first page. */
  readonly previous: PageCursor | null;
  /** The current page and its neighbours, at most `reach` on either side, in order. */
  readonly around: readonly PageCursor[];
  /** Null on the last page. */
  readonly next: PageCursor | null;
  readonly last: PageCursor;
}

/** Lists are charged for what they look up in large releases. All may throw UNAVAILABLE while a release's index is being rebuilt. */
export interface ProductStore {
  /** `budget` absent: however large they are. @throws DomainError LIMIT_EXCEEDED where they have more bytes than it allows a response */
  getMany(releaseId: string, ids: readonly string[], budget?: WorkBudget): Promise<Map<string, Product>>;
  list(requestContext: RequestContext, query: ProductListQuery): Promise<ListedProducts>;
  /** Of one release in one statement, however many; in the order of the queries. */
  listMany(requestContext: RequestContext, queries: readonly ProductListQuery[]): Promise<ListedProducts[]>;
  /** In a number of statements that does not grow with that of the parents; in the order of the queries. */
  listChildren(requestContext: RequestContext, queries: readonly ChildListQuery[]): Promise<ChildList[]>;
  /** The same list as `list` or `listChildren` has, as stored documents in that language. */
  listDocuments(requestContext: RequestContext, query: DocumentListQuery): Promise<DocumentList>;
  /** Of live products, by id. */
  getManyDocuments(
    releaseId: string,
    ids: readonly string[],
    language: string | null,
  ): Promise<Map<string, ListedItem>>;
  /** In the order of the queries, as the two after it. */
  countFacetValues(requestContext: RequestContext, queries: readonly ValueFacetQuery[]): Promise<FacetValue[][]>;
  countFacetOptions(requestContext: RequestContext, queries: readonly FacetQuery[]): Promise<OptionFacet[][]>;
  listPriceBounds(requestContext: RequestContext, queries: readonly PriceFacetQuery[]): Promise<(PriceBounds | null)[]>;
  /** In the order of the queries. */
  listPageStarts(requestContext: RequestContext, queries: readonly PageStartsQuery[]): Promise<PageStarts[]>;
  /** Of parents, by their id. */
  getManyMatrices(releaseId: string, ids: readonly string[]): Promise<Map<string, VariationMatrix>>;
  /** What the live children of each parent cost at that moment, in each of the currencies. */
  listPriceRanges(query: PriceRangeQuery): Promise<ProductPriceRange[]>;
}

/** Which products a list holds, whatever their order. */
export type ListMembers = Pick<
  ProductListQuery,
  'releaseId' | 'parentId' | 'nodeId' | 'filter' | 'search' | 'variants'
>;

export interface PageStartsQuery extends ListMembers, Pick<ProductListQuery, 'order'> {
  readonly pageSize: number;
  /** The sort key of the current page's first product. */
  readonly firstKey: string;
  /** How many pages before and after the current one are wanted. */
  readonly reach: number;
}

export interface PageStarts {
  /** How many products stand before the current page's first. */
  readonly before: number;
  readonly total: number;
  /** Of some products whose rank, from 1, is a multiple of the page size, in any order: a page starts after each. */
  readonly keysByRank: ReadonlyMap<number, string>;
}

export interface PriceRangeQuery {
  readonly releaseId: string;
  readonly productIds: readonly string[];
  readonly currencies: readonly string[];
  readonly now: Date;
}

export interface ProductPriceRange extends CurrentPriceRange {
  readonly productId: string;
}

export interface ProductListQuery extends WindowQuery {
  readonly itemsAs?: ItemsAs;
  readonly releaseId: string;
  readonly status: ProductStatus;
  /** Whose children are listed; absent: all products are. */
  readonly parentId?: string;
  /** Whose products are listed, those of the nodes below it included; absent: those of all. */
  readonly nodeId?: string;
  readonly filter: ProductFilter;
  /** Absent: none is left out. */
  readonly variants?: ListedVariants;
  /** Absent: all are listed. */
  readonly search?: ProductSearch;
  /** Absent: the list's own. Of a search: within each of its tiers. */
  readonly order?: ListOrder;
}

export interface ListedVariants extends VariantFilter {
  /** That prices are as of, in milliseconds since 1970. */
  readonly moment: number;
}

/** A list whose values are counted. */
export interface FacetQuery extends ListMembers {
  readonly moment: number;
}

export type ValueFacetQuery = FacetQuery & { readonly kind: 'tags' | 'types' };
export type PriceFacetQuery = FacetQuery & { readonly currency: string };

export interface FacetValue {
  readonly value: string;
  readonly count: number;
}

export interface OptionFacet {
  readonly variationId: string;
  readonly name: string | null;
  readonly options: readonly { readonly optionId: string; readonly name: string | null; readonly count: number }[];
}

export interface PriceBounds {
  readonly currency: string;
  readonly min: bigint;
  readonly max: bigint;
  /** When they may change, in milliseconds since 1970; null: never. */
  readonly until: number | null;
}

export interface ProductSearch {
  readonly words: SearchWords;
  /** That the texts are shown in; null: the release names none. */
  readonly language: string | null;
}

export interface ListedProducts extends Page<ListedProduct> {
  /** When the list changes while the release does not: a moment in milliseconds since 1970; null: never. */
  readonly until: number | null;
}

export interface ChildListQuery extends ProductListQuery {
  readonly parentId: string;
}

export interface DocumentListQuery extends ProductListQuery {
  readonly language: string | null;
}

export interface DocumentList {
  /** Null: the release has no such product, or none was named. */
  readonly parent: ChildList['parent'];
  /** JSON of the contract's product resource. */
  readonly documents: readonly ListedItem[];
  readonly total: number;
}

export interface ChildList {
  /** Null: the release has no such product. */
  readonly parent: { readonly status: ProductStatus; readonly isBaseProduct: boolean } | null;
  readonly page: ListedProducts;
}
