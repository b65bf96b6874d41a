import type { ApplicationKeyCredentials } from '../application-key/ports.ts';
import type { Catalog, CatalogRule } from '../catalog/catalog.ts';
import type { CustomApi, CustomField } from '../custom-field/custom-field.ts';
import type { FileRecord } from '../file/ports.ts';
import type { CountedPage, OffsetPage } from '../paging/page.ts';
import type { PricePoint } from '../product/price-range.ts';
import type { ProductStatus } from '../product/product.ts';
import type { RequestContext } from '../request-context.ts';
import type { Offering, Plan } from '../subscription/subscription.ts';
import type { StagedProducts } from './staging.ts';

/** Releases as they were published, drafts and texts in all languages included: for those who administer the store. */
export interface ReleaseService {
  listCatalogs(requestContext: RequestContext, page: OffsetPage): Promise<CountedPage<Catalog>>;
  /** @throws DomainError NOT_FOUND, as all that follow */
  getCatalog(requestContext: RequestContext, catalogId: string): Promise<Catalog>;
  listRules(requestContext: RequestContext, page: OffsetPage): Promise<CountedPage<CatalogRule>>;
  getRule(requestContext: RequestContext, ruleId: string): Promise<CatalogRule>;
  /** Those that are kept, the newest first. */
  listReleases(requestContext: RequestContext, catalogId: string, page: OffsetPage): Promise<CountedPage<KeptRelease>>;
  /** `releaseId` null: the one that shoppers are shown. */
  getRelease(requestContext: RequestContext, catalogId: string, releaseId: string | null): Promise<KeptRelease>;
  /** Products or nodes in the order of their ids, as JSON texts of the contract's resources. */
  listTexts(requestContext: RequestContext, list: ReleaseTexts, page: OffsetPage): Promise<CountedPage<string>>;
  getText(requestContext: RequestContext, list: ReleaseTexts, id: string): Promise<string>;
  /** The children of a product in the order in which it names them. */
  listChildTexts(requestContext: RequestContext, list: ReleasePart, page: OffsetPage): Promise<CountedPage<string>>;
  /** The live products of a node, as shoppers see them: a child product by its parent. */
  listNodeProductTexts(
    requestContext: RequestContext,
    list: ReleasePart,
    page: OffsetPage,
  ): Promise<CountedPage<string>>;
  /** Live nodes below one, or at the top, last updated first. */
  listNodeTexts(requestContext: RequestContext, list: ReleaseNodes, page: OffsetPage): Promise<CountedPage<string>>;
  /**
   * What changed since another release of the catalog, in parts: products in the order of their ids.
   * @throws DomainError NOT_FOUND also where that release is not kept any more
   */
  readDelta(requestContext: RequestContext, delta: DeltaQuery): Promise<DeltaPart>;
}

export interface ReleaseOfCatalog {
  readonly catalogId: string;
  readonly releaseId: string;
}

export interface ReleaseTexts extends ReleaseOfCatalog {
  readonly of: 'products' | 'nodes';
}

/** What belongs to a product or to a node. */
export interface ReleasePart extends ReleaseOfCatalog {
  readonly id: string;
}

export interface ReleaseNodes extends ReleaseOfCatalog {
  /** Null: the top. */
  readonly parentId: string | null;
  /** Whether the nodes below those are listed, too. */
  readonly isDeep: boolean;
}

export interface DeltaQuery extends ReleaseOfCatalog {
  /** Null: everything that the release holds is new. */
  readonly since: string | null;
  /** The part after this product; empty: the first one. */
  readonly after: string;
}

export interface DeltaPart {
  readonly removedIds: readonly string[];
  /** JSON texts of products that are new or other than they were. */
  readonly texts: readonly string[];
  /** Where the next part starts; null: this is the last one. */
  readonly after: string | null;
}

export interface SealOptions {
  /** Copies what is not there yet of the products of `summary.copied`: all but parents. */
  readonly copyOthers?: () => Promise<void>;
  readonly signal?: AbortSignal;
}

/** The write path of the catalog. Nobody sees a release before `publish` made it current. */
export interface ReleaseStore {
  /** For an import's first pass, in a new file: its products' keys, which are checked against each other there. */
  stageProducts(file: string): Promise<StagedProducts>;
  begin(catalogId: string, createdAt: string): Promise<string>;
  /** Says that the release is still being built. */
  touch(releaseId: string): Promise<void>;
  addProducts(releaseId: string, products: readonly ReleaseProduct[]): Promise<void>;
  addNodes(releaseId: string, nodes: readonly ReleaseNode[]): Promise<void>;
  /**
   * Derives what reads need and no single record knows: of each parent the live children, their price ranges, and which
   * ones of its matrix can't be shown; of the release the totals. @throws whatever `signal` was aborted with
   */
  seal(releaseId: string, summary: ReleaseSummary, options?: SealOptions): Promise<void>;
  /**
   * Says that these will be current in a moment, so that gateways make ready for it. Returns how many products will be shown in the place of
   * others: none where nobody is shown anything of their catalogs, or they are current.
   */
  announce(releases: readonly AnnouncedRelease[]): Promise<number>;
  /**
   * All or nothing: the records are written and the releases made current in one transaction.
   * @throws DomainError CONFLICT when it is to be the first publication, and is not, adds to a release that is not current any more,
   * copies what somebody else copies by now, or a release has been removed
   */
  publish(publication: Publication): Promise<void>;
  /** Removes one that was never published. False: it was, and stays. */
  discard(releaseId: string): Promise<boolean>;
  /**
   * Removes those that were never published, and rows of retired ones, where nobody has been at work on them for so long, by the database's clock;
   * and whatever rows there are of releases that are no more.
   */
  discardAbandoned(untouchedForMs: number): Promise<void>;
  /** All that were published: those of a catalog together, the newest first. */
  list(): Promise<PublishedRelease[]>;
  /** Puts a kept release in the place of its catalog's current one. @throws DomainError NOT_FOUND, CONFLICT (retired) */
  makeCurrent(releaseId: string): Promise<PublishedRelease>;
  /** Removes what a release holds, for good. @throws DomainError NOT_FOUND, CONFLICT (it is the current one) */
  retire(releaseId: string): Promise<PublishedRelease>;
  /** Some records of a release, in the order of their ids, after `after`; empty at the end. */
  listRecords(releaseId: string, of: RecordSelection, after: string): Promise<StoredRecord[]>;
  /** What an import that adds to a release must know of its products: some, in the order of their ids, after `after`; empty at the end. */
  listKeys(releaseId: string, after: string): Promise<StoredKeys[]>;
  /** Adds products of another release as they are: to one that is being built. Its parents are to be there before it is sealed. */
  copyParents(releaseId: string, parents: CopiedParents): Promise<void>;
  copyOthers(releaseId: string, products: CopiedProducts): Promise<void>;
  /** Null: nobody counted them. */
  findLanguageCounts(releaseId: string): Promise<LanguageCounts | null>;
  /** The digests of some products, or nodes, by id, in the order of the ids, those after `after`; empty at the end. */
  listDigests(releaseId: string, of: 'products' | 'nodes', after: string): Promise<Map<string, string>>;
  /** Those that are kept, the newest first. */
  listKept(catalogId: string): Promise<KeptRelease[]>;
  /** One of them; of null the current one. Null: it is none of them. */
  findKept(catalogId: string, releaseId: string | null): Promise<FoundRelease | null>;
  /** Records by number, in the order of their ids, as JSON texts with all that they were published with. */
  listTexts(requestContext: RequestContext, list: RecordsOfRelease, page: OffsetPage): Promise<string[]>;
  /** @throws DomainError LIMIT_EXCEEDED where they have more bytes than the budget allows a response */
  getManyTexts(
    requestContext: RequestContext,
    list: RecordsOfRelease,
    ids: readonly string[],
  ): Promise<Map<string, string>>;
  /** Which of some products, those after `after`, are other than in that release. `since` null: all are. */
  listChanges(releaseId: string, since: string | null, after: string): Promise<ProductChanges>;
}

export interface RecordsOfRelease {
  readonly releaseId: string;
  readonly of: 'products' | 'nodes';
}

export interface ProductChanges {
  /** Few enough that their texts are some megabytes. */
  readonly changedIds: readonly string[];
  readonly removedIds: readonly string[];
  /** Up to where it was looked; null: to the end. */
  readonly lookedUpTo: string | null;
}

export interface ReleaseSummary {
  /** Those that it has texts in, its own first. */
  readonly languages: readonly string[];
  /** Of its products; null: they are not counted, and none of them will be copied. */
  readonly languageCounts: LanguageCounts | null;
  /** Of its content: equal contents, equal digests. */
  readonly digest: string;
  /** Absent, or null: it is not said what of it was copied. */
  readonly copied?: CopiedFrom | null;
}

/** The products of another release are in this one as they were, all but these; and so are none of these. */
export interface CopiedFrom {
  readonly releaseId: string;
  readonly otherIds: ReadonlySet<string>;
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

/** One that is there to be read. */
export interface KeptRelease extends Omit<PublishedRelease, 'isRetired' | 'digest'> {
  readonly createdAt: string;
  readonly nodeCount: number;
  readonly languages: readonly string[];
  /** The release of its catalog that was published before it, as far as that is kept. */
  readonly previousId: string | null;
}

export type FoundRelease = Pick<KeptRelease, 'id' | 'productCount' | 'nodeCount'>;

export interface ReleaseProduct extends RecordOrigin {
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

/** Of a record that is stored, what others may change when the release is added to. Absent: the record is as it was, and its place is not known. */
export interface RecordOrigin {
  /** What was added to the record (`contract/added-members.ts`); null: nothing. */
  readonly addedMembers?: string | null;
  /** Among the records of the release: they ascend, with gaps; null: before all that have one, in the order of the ids. */
  readonly position?: number | null;
}

export interface ReleaseNode extends RecordOrigin {
  readonly id: string;
  readonly sortKey: string;
  readonly digest: string;
  readonly document: string;
}

export interface AnnouncedRelease {
  readonly releaseId: string;
  /** Of one that was not published before: when it is said to be. */
  readonly publishedAt: string;
}

export interface NextRelease {
  readonly releaseId: string;
  readonly catalogId: string;
  /** The release that it adds to, which must be the current one still; null: it adds to none. */
  readonly basedOn: string | null;
  /** Of a copy: the release of the platform that it is a copy of. */
  readonly copyOf?: Pick<PublishedRelease, 'id' | 'publishedAt'>;
}

/** How many products are written in a language, and how many are translated into it. */
export interface LanguageCounts {
  readonly own: readonly (readonly [language: string, count: number])[];
  readonly translations: readonly (readonly [language: string, count: number])[];
}

/** All nodes, all products that have children or may have them, or the products of these ids. */
export type RecordSelection = 'nodes' | 'parents' | readonly string[];

/** Of a product, what other products may contradict. */
export interface StoredKeys extends Required<RecordOrigin> {
  readonly id: string;
  readonly parentId: string | null;
  readonly isParent: boolean;
  readonly name: string | null;
  readonly sku: string | null;
  readonly slug: string | null;
  readonly digest: string;
  readonly hasLocales: boolean;
}

/** Products of a release that follow one another in the order of their ids. */
export interface CopiedProducts {
  readonly releaseId: string;
  readonly after: string;
  /** Inclusive. */
  readonly upTo: string;
  /** Of those among them that are copied, the ones that have children, or may have. */
  readonly parentIds: readonly string[];
  /** Those among them that are not copied. */
  readonly exceptIds: readonly string[];
}

export type CopiedParents = Pick<CopiedProducts, 'releaseId' | 'parentIds'>;

/** A record of a release as it is stored. */
export interface StoredRecord extends Required<RecordOrigin> {
  readonly id: string;
  /** Of the record that it was made of, when it was imported. */
  readonly digest: string;
  /** Its JSON text, with a product's matrix. */
  readonly document: string;
  /** A product's translations as JSON text, which its document lacks; null: there are none. */
  readonly locales: string | null;
}

export interface Publication {
  readonly publishedAt: string;
  /** Into a database that has no catalog yet, or not at all: of several that try at once, one succeeds. */
  readonly isFirst: boolean;
  /** Of a mirror: catalogs and rules are all that the platform has; what is not among them is no longer shown. */
  readonly mirrored?: {
    /** Who copies: when it is somebody else by now, nothing is published. */
    readonly holder: string;
    /** Of those with a release on the platform. */
    readonly catalogIds: readonly string[];
  };
  /** The release of each catalog that is to be current. */
  readonly releases: readonly NextRelease[];
  readonly catalogs: readonly Omit<Catalog, 'currentRelease' | 'filesPublishedAt'>[];
  readonly rules: readonly CatalogRule[];
  readonly files: readonly FileRecord[];
  readonly offerings: readonly Offering[];
  readonly plans: readonly Plan[];
  readonly customApis: readonly CustomApi[];
  readonly customFields: readonly CustomField[];
  readonly applicationKeys: readonly ApplicationKeyCredentials[];
}
