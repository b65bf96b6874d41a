/**
 * What both faces call, and the seam for a remote back end: a second implementation of these services may speak to a REST
 * platform. The first parameter is the request's scope. Every rule of the contract lives behind these methods; they
 * throw DomainError and nothing else on purpose.
 */
import type { ApplicationKey } from './application-key/application-key.ts';
import type { Catalog, CatalogDirectory, CatalogNode, CatalogSelection } from './catalog/catalog.ts';
import type { CustomApi, CustomField } from './custom-field/custom-field.ts';
import type { DomainError } from './errors.ts';
import type { ProductFilter } from './filter/filter.ts';
import type { Written } from './idempotency.ts';
import type { CountedPage, OffsetPage, Page, PageArguments } from './page.ts';
import type { PageCursors } from './product/page-cursors.ts';
import type { CurrentPriceRange } from './product/price-range.ts';
import type { Product } from './product/product.ts';
import type { VariationMatrix } from './product/variation-matrix.ts';
import type { Scope } from './scope.ts';
import type { ChildListQuery, ProductListQuery } from './stores.ts';
import type { Offering, Plan, Subscription } from './subscription/subscription.ts';
import type { Violation } from './violations.ts';

export interface Services {
  readonly catalog: CatalogService;
  readonly products: ProductService;
  readonly subscriptions: SubscriptionService;
  readonly applicationKeys: ApplicationKeyService;
  readonly customFields: CustomFieldService;
}

export interface CatalogService {
  /** What is published, and the rules: the same object until something of it changes. At most a second behind. */
  getDirectory(): Promise<CatalogDirectory>;
  /**
   * Which catalog and release answer this shopper. At most a second behind what is published.
   * @throws DomainError NOT_FOUND when nothing is published at all
   */
  select(scope: Scope): Promise<CatalogSelection>;
  /**
   * The same answer with another release of that catalog, one that the shopper started to page through; null when it was
   * retired, or is another catalog's.
   */
  selectRelease(scope: Scope, releaseId: string): Promise<CatalogSelection | null>;
  /** Only those that the release has; order as the contract's rule 4 says: last updated first, then by id. */
  listNodes(scope: Scope, ids: readonly string[]): Promise<CatalogNode[]>;
  /** A page of the release's nodes, in that order; `ids` null: all of them. @throws DomainError VALIDATION_FAILED (an id) */
  pageNodes(scope: Scope, query: NodePageQuery): Promise<NodePage>;
  getManyCatalogs(scope: Scope, ids: readonly string[]): Promise<Map<string, Catalog>>;
  getManyNodes(scope: Scope, releaseId: string, ids: readonly string[]): Promise<Map<string, CatalogNode>>;
}

export interface ProductService {
  /** Live products of one release; what is absent or not live is absent from the map. */
  getMany(scope: Scope, releaseId: string, ids: readonly string[]): Promise<Map<string, Product>>;
  list(scope: Scope, query: ListQuery): Promise<ProductPage>;
  /**
   * The live children of each parent, in one go: the answers stand in the order of the queries, and a query that can't be
   * answered gets its own error: NOT_FOUND (no such live product), UNPROCESSABLE_ENTITY (not a base product),
   * VALIDATION_FAILED (cursor, page size).
   */
  listChildren(scope: Scope, queries: readonly ChildrenQuery[]): Promise<(ProductPage | DomainError)[]>;
  /** The same lists, rules and errors, as stored documents: JSON texts of the contract's product resource. */
  listDocuments(scope: Scope, query: DocumentsQuery): Promise<DocumentPage>;
  listChildDocuments(scope: Scope, query: DocumentsQuery & { readonly parentId: string }): Promise<DocumentPage>;
  /** @throws DomainError NOT_FOUND for what is not there, or not live */
  getDocument(scope: Scope, id: string): Promise<string>;
  /** Where the numbered pages around each page start; null for a page that is empty. */
  listPageCursors(scope: Scope, pages: readonly ProductPage[]): Promise<(PageCursors | null)[]>;
  /** Of parents; what has no matrix is absent from the map, or has an empty one. */
  getManyMatrices(scope: Scope, releaseId: string, ids: readonly string[]): Promise<Map<string, VariationMatrix>>;
  /**
   * What each product costs now, sales taken into account: a parent the range over all of its live children, any other
   * product its own price. Null: none of them has a price in that currency.
   */
  listPriceRanges(scope: Scope, queries: readonly PriceRangeOf[]): Promise<(CurrentPriceRange | null)[]>;
}

export interface NodePageQuery extends OffsetPage {
  readonly ids: readonly string[] | null;
}

export interface NodePage extends OffsetPage {
  readonly nodes: readonly CatalogNode[];
  readonly total: number;
  readonly selection: CatalogSelection;
}

/** `filter` in canonical form. */
export interface DocumentsQuery extends OffsetPage {
  readonly filter: ProductFilter;
}

export interface DocumentPage extends OffsetPage {
  readonly documents: readonly string[];
  readonly total: number;
  readonly selection: CatalogSelection;
}

export interface ListQuery {
  /** In canonical form. */
  readonly filter: ProductFilter;
  /** What the face found wrong with the filter: reported together with the faults of the page. */
  readonly faults: readonly Violation[];
  readonly page: PageArguments;
  readonly withTotal: boolean;
}

export interface ChildrenQuery extends ListQuery {
  readonly parentId: string;
  /** The release that the parent was read from; null: the shopper's current one. */
  readonly releaseId: string | null;
}

export interface PriceRangeOf {
  readonly product: Product;
  readonly currency: string;
}

export interface ProductPage extends Page<Product> {
  /** Which catalog and release answered, and why. */
  readonly selection: CatalogSelection;
  /** What the store was asked. */
  readonly query: ProductListQuery & Partial<Pick<ChildListQuery, 'parentId'>>;
  /** The cursor of an edge of this very list. */
  readonly cursorOf: (sortKey: string) => string;
}

export interface SubscriptionService {
  /** Faults of form come all at once; NOT_FOUND for an unknown offering or plan. */
  create(scope: Scope, input: CreateSubscriptionInput): Promise<Written<Subscription> | null>;
  getMany(scope: Scope, ids: readonly string[]): Promise<Map<string, Subscription>>;
  getManyOfferings(scope: Scope, ids: readonly string[]): Promise<Map<string, Offering>>;
  getManyPlans(scope: Scope, ids: readonly string[]): Promise<Map<string, Plan>>;
}

/** True: everything is checked, references and conflicts too, nothing is written, and null is answered. */
export interface ValidateOnly {
  readonly validateOnly?: boolean | null | undefined;
}

/** As a face received it: checked by the service, not before. Absent and null mean the same. */
export interface CreateSubscriptionInput extends ValidateOnly {
  readonly externalRef?: unknown;
  readonly accountId?: unknown;
  readonly offeringId?: unknown;
  readonly planId?: unknown;
  readonly currency?: unknown;
  readonly paymentAuthority?: unknown;
  readonly name?: unknown;
  readonly email?: unknown;
}

export interface ApplicationKeyService {
  /** @throws DomainError VALIDATION_FAILED, NOT_FOUND */
  rename(scope: Scope, input: UpdateApplicationKeyInput): Promise<Written<ApplicationKey> | null>;
  getMany(scope: Scope, ids: readonly string[]): Promise<Map<string, ApplicationKey>>;
  /** In the order of their creation. */
  list(scope: Scope, page: OffsetPage): Promise<CountedPage<ApplicationKey>>;
}

/** What the face found wrong with an input: reported together with the faults that the service finds, before them. */
export interface Faults {
  readonly faults?: readonly Violation[];
}

export interface UpdateApplicationKeyInput extends Faults, ValidateOnly {
  readonly id?: unknown;
  readonly name?: unknown;
}

export interface CustomFieldService {
  /** @throws DomainError VALIDATION_FAILED, NOT_FOUND (custom API), CONFLICT (slug) */
  create(scope: Scope, input: CreateCustomFieldInput): Promise<Written<CustomField> | null>;
  getMany(scope: Scope, ids: readonly string[]): Promise<Map<string, CustomField>>;
  getManyApis(scope: Scope, ids: readonly string[]): Promise<Map<string, CustomApi>>;
  listByApi(scope: Scope, apiIds: readonly string[]): Promise<Map<string, readonly CustomField[]>>;
  /** In the order of their creation. */
  listApis(scope: Scope, page: OffsetPage): Promise<CountedPage<CustomApi>>;
  /** The fields of one API, in the order of their creation. @throws DomainError NOT_FOUND (custom API) */
  list(scope: Scope, apiId: string, page: OffsetPage): Promise<CountedPage<CustomField>>;
}

export interface CreateCustomFieldInput extends Faults, ValidateOnly {
  readonly customApiId?: unknown;
  readonly name?: unknown;
  readonly description?: unknown;
  readonly slug?: unknown;
  readonly fieldType?: unknown;
  /** One key, the field type, that holds its rules. */
  readonly validation?: unknown;
}
