import type { ApplicationKeyCredentials } from '../application-key/ports.ts';
import type { Catalog, CatalogRule } from '../catalog/catalog.ts';
import type { CustomApi, CustomField } from '../custom-field/custom-field.ts';
import type { FileRecord } from '../file/ports.ts';
import type { PricePoint } from '../product/price-range.ts';
import type { ProductStatus } from '../product/product.ts';
import type { Offering, Plan } from '../subscription/subscription.ts';
import type { StagedProducts } from './staging.ts';

/** The write path of the catalog. Nobody sees a release before `publish` made it current. */
export interface ReleaseStore {
  /** For an import's first pass, in a new file: its products' keys, which are checked against each other there. */
  stageProducts(file: string): Promise<StagedProducts>;
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
   * @throws DomainError CONFLICT when it is to be the first publication, and is not, or adds to a release that is not current any more
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
  /** Some products, or nodes, of a release, in the order of their ids, after `after`; empty at the end. */
  listRecords(releaseId: string, of: 'products' | 'nodes', after: string): Promise<StoredRecord[]>;
  /** The digests of some products, or nodes, by id, in the order of the ids, those after `after`; empty at the end. */
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
  /** Of the nodes that it is in. */
  readonly nodeIds: readonly string[];
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

export interface NextRelease {
  readonly releaseId: string;
  readonly catalogId: string;
  /** The release that it adds to, which must be the current one still; null: it adds to none. */
  readonly basedOn: string | null;
}

/** A record of a release as it is stored. */
export interface StoredRecord {
  readonly id: string;
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
