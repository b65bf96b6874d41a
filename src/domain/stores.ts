/**
 * What storage must provide: rows in the domain's terms, no rules. Every method may throw DomainError UNAVAILABLE; a
 * store throws a CONFLICT only where it alone can see one (a unique index). `find` answers null, `getMany` a map by id
 * that lacks what is absent.
 */
import type { ApplicationKey } from './application-key/application-key.ts';
import type { Catalog, CatalogDirectory, CatalogNode, CatalogRule, Release } from './catalog/catalog.ts';
import type { CustomApi, CustomField } from './custom-field/custom-field.ts';
import type { ProductFilter } from './filter/filter.ts';
import type { Once, Written } from './idempotency.ts';
import type { CountedPage, OffsetPage, Page, Window } from './page.ts';
import type { CurrentPriceRange, PricePoint } from './product/price-range.ts';
import type { Product, ProductStatus } from './product/product.ts';
import type { VariationMatrix } from './product/variation-matrix.ts';
import type { Offering, Plan, Subscription } from './subscription/subscription.ts';

export interface Stores {
  readonly catalogs: CatalogStore;
  readonly products: ProductStore;
  readonly nodes: NodeStore;
  readonly releases: ReleaseStore;
  readonly subscriptions: SubscriptionStore;
  readonly applicationKeys: ApplicationKeyStore;
  readonly customFields: CustomFieldStore;
  readonly signingKeys: SigningKeyStore;
}

export interface CatalogStore {
  /** Everything that the choice of a catalog needs, in one statement. */
  getDirectory(): Promise<CatalogDirectory>;
  /** Null when the release was never published, or was retired. */
  findRelease(id: string): Promise<Release | null>;
}

export interface ProductStore {
  getMany(releaseId: string, ids: readonly string[]): Promise<Map<string, Product>>;
  list(query: ProductListQuery): Promise<Page<Product>>;
  /** One statement, however many queries: the answers stand in the order of the queries. */
  listChildren(queries: readonly ChildListQuery[]): Promise<ChildList[]>;
  /** The same list as `list` or `listChildren` has, as stored documents in that language. */
  listDocuments(query: DocumentListQuery): Promise<DocumentList>;
  /** Of live products, by id. */
  getManyDocuments(releaseId: string, ids: readonly string[], language: string | null): Promise<Map<string, string>>;
  /** One statement, however many queries: the answers stand in the order of the queries. */
  listPageStarts(queries: readonly PageStartsQuery[]): Promise<PageStarts[]>;
  /** Of parents, by their id. */
  getManyMatrices(releaseId: string, ids: readonly string[]): Promise<Map<string, VariationMatrix>>;
  /** What the live children of each parent cost at that moment, in each of the currencies. */
  listPriceRanges(query: PriceRangeQuery): Promise<ProductPriceRange[]>;
}

export interface PageStartsQuery {
  readonly releaseId: string;
  /** Null: the list of all products. */
  readonly parentId: string | null;
  readonly filter: ProductFilter;
  readonly pageSize: number;
  /** The sort key of the current page's first product. */
  readonly firstKey: string;
  /** How many pages before and behind the current one are wanted. */
  readonly reach: number;
}

export interface PageStarts {
  /** How many products stand before the current page's first. */
  readonly before: number;
  readonly total: number;
  /** Of some products whose rank, from 1, is a multiple of the page size: a page starts behind each. */
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

export interface ProductListQuery {
  readonly releaseId: string;
  readonly status: ProductStatus;
  readonly filter: ProductFilter;
  readonly window: Window;
  readonly withTotal: boolean;
}

export interface ChildListQuery extends ProductListQuery {
  readonly parentId: string;
}

export interface DocumentListQuery extends ProductListQuery {
  /** Null: the list of all products. */
  readonly parentId: string | null;
  readonly language: string | null;
}

export interface DocumentList {
  /** Null: the release has no such product, or none was named. */
  readonly parent: ChildList['parent'];
  /** JSON texts of the contract's product resource. */
  readonly documents: readonly string[];
  readonly total: number;
}

export interface ChildList {
  /** Null: the release has no such product. */
  readonly parent: { readonly status: ProductStatus; readonly isBaseProduct: boolean } | null;
  readonly page: Page<Product>;
}

export interface NodeStore {
  getMany(releaseId: string, ids: readonly string[]): Promise<Map<string, CatalogNode>>;
  /** In the order of nodes: last updated first, then by id. `ids` null: all of them. */
  list(query: NodeListQuery): Promise<{ readonly nodes: readonly CatalogNode[]; readonly total: number }>;
}

export interface NodeListQuery extends OffsetPage {
  readonly releaseId: string;
  readonly ids: readonly string[] | null;
}

/** The write path of the catalog. Nobody sees a release before `publish` made it current. */
export interface ReleaseStore {
  begin(catalogId: string, createdAt: string): Promise<string>;
  /** Says that the release is still being built. */
  touch(releaseId: string, now: string): Promise<void>;
  addProducts(releaseId: string, products: readonly ReleaseProduct[]): Promise<void>;
  addNodes(releaseId: string, nodes: readonly ReleaseNode[]): Promise<void>;
  /**
   * Derives what reads need and no single record knows: of each parent the live children, their price ranges, and which
   * ones of its matrix can't be shown; of the release the totals.
   */
  seal(releaseId: string, summary: ReleaseSummary): Promise<void>;
  /**
   * All or nothing: the records are written and the releases made current in one transaction.
   * @throws DomainError CONFLICT when it is to be the first publication, and is not
   */
  publish(publication: Publication): Promise<void>;
  /** Removes one that was never published. */
  discard(releaseId: string): Promise<void>;
  /** Removes those that were never published, and that nobody has been at work on since that moment. */
  discardAbandoned(untouchedSince: string): Promise<void>;
  /** All that were published: those of a catalog together, the newest first. */
  list(): Promise<PublishedRelease[]>;
  /** Puts a kept release in the place of its catalog's current one. @throws DomainError NOT_FOUND, CONFLICT (retired) */
  makeCurrent(releaseId: string): Promise<PublishedRelease>;
  /** Removes what a release holds, for good. @throws DomainError NOT_FOUND, CONFLICT (it is the current one) */
  retire(releaseId: string): Promise<PublishedRelease>;
  /** The digests of some products, or nodes, by id, in the order of the ids, behind `after`; empty at the end. */
  listDigests(releaseId: string, of: 'products' | 'nodes', after: string): Promise<Map<string, string>>;
}

export interface ReleaseSummary {
  /** Those that it has texts in, its own first. */
  readonly languages: readonly string[];
  /** Of its content: equal contents, equal digests. */
  readonly digest: string;
}

export interface PublishedRelease {
  readonly id: string;
  readonly catalogId: string;
  readonly catalogName: string;
  readonly isCurrent: boolean;
  /** Its content is gone. */
  readonly isRetired: boolean;
  readonly publishedAt: string;
  readonly productCount: number;
  readonly digest: string;
}

export interface ReleaseProduct {
  readonly id: string;
  readonly parentId: string | null;
  readonly sortKey: string;
  readonly status: ProductStatus;
  readonly isBaseProduct: boolean;
  readonly name: string | null;
  readonly sku: string | null;
  readonly slug: string | null;
  readonly mpn: string | null;
  readonly upcEan: string | null;
  readonly productTypes: readonly string[];
  /** In lower case. */
  readonly tags: readonly string[];
  /** Of the record that it was made of: equal records, equal digests. */
  readonly digest: string;
  /** Empty unless it is a live child. */
  readonly pricePoints: readonly PricePoint[];
  /** Names and descriptions in other languages, as JSON text; null: there are none. */
  readonly locales: string | null;
  /** A parent's variation matrix as JSON text, which the document then lacks; null: it has none. */
  readonly matrix: string | null;
  /** The contract's product resource as JSON text: what was stored goes out as it is, byte for byte. */
  readonly document: string;
}

export interface ReleaseNode {
  readonly id: string;
  readonly sortKey: string;
  readonly digest: string;
  readonly document: string;
}

export interface Publication {
  readonly publishedAt: string;
  /** Into a database that has no catalog yet, or not at all: of several that try at once, one succeeds. */
  readonly isFirst: boolean;
  /** The release of each catalog that is to be current. */
  readonly releases: readonly { readonly releaseId: string; readonly catalogId: string }[];
  readonly catalogs: readonly Omit<Catalog, 'currentRelease'>[];
  readonly rules: readonly CatalogRule[];
  readonly offerings: readonly Offering[];
  readonly plans: readonly Plan[];
  readonly customApis: readonly CustomApi[];
  readonly customFields: readonly CustomField[];
  readonly applicationKeys: readonly ApplicationKeyCredentials[];
}

export interface ApplicationKeyCredentials extends ApplicationKey {
  /** A salted hash of the secret; null: the key can't ask for tokens that prove its secret. */
  readonly secretHash: string | null;
}

export interface SubscriptionStore {
  findOffering(id: string): Promise<Offering | null>;
  findPlan(id: string): Promise<Plan | null>;
  /** What the key was answered with before; null: nothing. @throws DomainError UNPROCESSABLE_ENTITY for another input's key */
  findWritten(once: Once): Promise<Written<Subscription> | null>;
  /** Answers what the key was answered with before, where it was. */
  insert(subscription: NewSubscription, once: Once | null): Promise<Written<Subscription>>;
  getMany(ids: readonly string[]): Promise<Map<string, Subscription>>;
  getManyOfferings(ids: readonly string[]): Promise<Map<string, Offering>>;
  getManyPlans(ids: readonly string[]): Promise<Map<string, Plan>>;
}

export interface NewSubscription extends Subscription {
  readonly name: string;
  readonly email: string;
  readonly paymentAuthority: PaymentAuthority | null;
}

export interface PaymentAuthority {
  readonly type: 'vendor_payments_processor' | 'vendor_net';
  readonly customerId: string;
  readonly cardId: string;
}

export interface ApplicationKeyStore {
  getMany(ids: readonly string[]): Promise<Map<string, ApplicationKey>>;
  /** In the order of their creation. */
  list(page: OffsetPage): Promise<CountedPage<ApplicationKey>>;
  /** The row as it was committed, `updated_at` never going back; null: there is no such key. */
  rename(rename: KeyRename, once: Once | null): Promise<Written<ApplicationKey | null>>;
  findCredentials(clientId: string): Promise<ApplicationKeyCredentials | null>;
  /** `last_used_at` never goes back. */
  markUsed(id: string, now: string): Promise<void>;
  /** @throws DomainError CONFLICT when the client id is another key's */
  insert(key: ApplicationKeyCredentials): Promise<void>;
  /** Null: no key has this client id. */
  replaceSecret(clientId: string, secretHash: string, now: string): Promise<ApplicationKey | null>;
}

export interface KeyRename {
  readonly id: string;
  readonly name: string;
  readonly now: string;
}

export interface CustomFieldStore {
  getManyApis(ids: readonly string[]): Promise<Map<string, CustomApi>>;
  getMany(ids: readonly string[]): Promise<Map<string, CustomField>>;
  /** The fields of each API, in the order of their creation. */
  listByApi(apiIds: readonly string[]): Promise<Map<string, readonly CustomField[]>>;
  /** In the order of their creation. */
  listApis(page: OffsetPage): Promise<CountedPage<CustomApi>>;
  /** The fields of one API, in the order of their creation. */
  list(apiId: string, page: OffsetPage): Promise<CountedPage<CustomField>>;
  /** As of subscriptions. */
  findWritten(once: Once): Promise<Written<CustomField> | null>;
  /** @throws DomainError CONFLICT when the API, which must exist, has a field with this slug. */
  insert(field: CustomField, once: Once | null): Promise<Written<CustomField>>;
}

/** The keys that sign our own tokens. */
export interface SigningKeyStore {
  /** Newest first. */
  list(): Promise<SigningKey[]>;
  /** Keeps the first when several instances make one at once, and answers the one that is kept. */
  insertFirst(key: SigningKey): Promise<SigningKey>;
  /** All or nothing: the key is added, and those that signed until now expire at that moment. */
  rotate(key: SigningKey, othersExpireAt: string): Promise<void>;
  /** Answers whether there was such a key. */
  remove(id: string): Promise<boolean>;
  removeExpired(now: string): Promise<void>;
}

export interface SigningKey {
  readonly id: string;
  readonly algorithm: string;
  /** A private JWK as JSON text. */
  readonly privateJwk: string;
  readonly createdAt: string;
  /** From then on it verifies nothing; null: it signs. */
  readonly expiresAt: string | null;
}
