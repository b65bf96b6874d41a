import type { DomainError } from '../errors.ts';
import type { CanonicalCondition } from '../filter/filter.ts';
import type { Violation } from '../input/violations.ts';
import type { ChildWindowQuery, ListPage, PageRequest, WindowQuery } from '../paging/list-page.ts';
import type { OffsetPage, Page } from '../paging/page.ts';
import type { RequestContext } from '../request-context.ts';
import type {
  Catalog,
  CatalogDirectories,
  CatalogDirectory,
  CatalogNode,
  CatalogSelection,
  Release,
} from './catalog.ts';

export interface CatalogService {
  /** What is published, and the rules: the same object until something of it changes. At most a second old. */
  getDirectory(): Promise<CatalogDirectory>;
  /**
   * What `getDirectory` will say in a moment, the same object, as far as its last result shows; null: nothing was announced. Where other
   * things are published than were announced, it never says that.
   */
  findUpcoming(): CatalogDirectory | null;
  /** What `getDirectory` says while the database is away, because replicas have what it names; null: nothing any more. */
  findKept(): CatalogDirectory | null;
  /**
   * Which catalog and release answer this shopper. At most a second older than what is published.
   * @throws DomainError NOT_FOUND when nothing is published at all
   */
  select(requestContext: RequestContext): Promise<CatalogSelection>;
  /**
   * What this shopper is shown: as it is, and then each time that a publish, a rule or a schedule leads to another catalog or release. It
   * is told within two seconds, and not before every instance answers so. `return` ends it.
   */
  watch(requestContext: RequestContext): Promise<AsyncIterableIterator<CatalogSelection, undefined>>;
  /**
   * The same answer with another release of that catalog, one that the shopper started to page through; null when it was
   * retired, or is another catalog's.
   */
  selectRelease(requestContext: RequestContext, releaseId: string): Promise<CatalogSelection | null>;
  /**
   * A page of the release's live nodes, in the order of the contract's rule 4: last updated first, then by id.
   * @throws DomainError VALIDATION_FAILED (an id, a cursor, the page size)
   */
  listNodes(requestContext: RequestContext, query: NodesQuery): Promise<CatalogNodePage>;
  /**
   * The same as stored documents: JSON texts of the contract's node resource. `ids` null: all of them.
   * @throws DomainError VALIDATION_FAILED (an id)
   */
  listNodeDocuments(requestContext: RequestContext, query: NodePageQuery): Promise<NodePage>;
  /** Those of `listChildNodes`. @throws DomainError NOT_FOUND (the node), VALIDATION_FAILED (its id) */
  listChildNodeDocuments(requestContext: RequestContext, query: ChildNodePageQuery): Promise<NodePage>;
  /**
   * The live nodes below each of some nodes, or at the top, in the same order: the answers stand in that of the queries, and a
   * fault in its query's place.
   */
  listChildNodes(
    requestContext: RequestContext,
    queries: readonly ChildNodesQuery[],
  ): Promise<(CatalogNodePage | DomainError)[]>;
  /**
   * The live nodes of the current release that slugs mean, in the order of the slugs; null: there is none. A slug may be preceded by
   * those of nodes above it, `clothing/jackets`; of several nodes that it still means, the one nearest to a root counts, then the
   * last updated.
   */
  findNodesBySlug(requestContext: RequestContext, slugs: readonly string[]): Promise<(CatalogNode | null)[]>;
  getManyCatalogs(requestContext: RequestContext, ids: readonly string[]): Promise<Map<string, Catalog>>;
  getManyNodes(
    requestContext: RequestContext,
    releaseId: string,
    ids: readonly string[],
  ): Promise<Map<string, CatalogNode>>;
}

/** What chooses what a request is answered from. */
export type Selecting = Pick<CatalogService, 'select' | 'selectRelease'>;

export interface NodesQuery extends PageRequest {
  /** Of the attribute `id`; null: all nodes. */
  readonly filter: CanonicalCondition | null;
  /** What the face found wrong with it, reported with the faults of the page. */
  readonly faults: readonly Violation[];
}

export interface ChildNodesQuery extends PageRequest {
  /** What the face found wrong before, reported with the faults of the page. */
  readonly faults: readonly Violation[];
  /** Null: the nodes at the top. */
  readonly parentId: string | null;
  /** The release that the parent was read from; null: the shopper's current one. */
  readonly releaseId: string | null;
}

export interface CatalogNodePage extends ListPage<CatalogNode> {
  readonly selection: CatalogSelection;
}

export interface NodePageQuery extends OffsetPage {
  readonly ids: readonly string[] | null;
}

export interface ChildNodePageQuery extends OffsetPage {
  /** Null: the nodes at the top. */
  readonly parentId: string | null;
  /** Whether the nodes below those children are listed, too. */
  readonly isDeep?: boolean;
}

export interface NodePage extends OffsetPage {
  readonly documents: readonly string[];
  readonly total: number;
  readonly selection: CatalogSelection;
}

export interface CatalogStore {
  /** Everything that the choice of a catalog needs, in one statement. */
  getDirectory(): Promise<CatalogDirectory>;
  /** The same, and what was announced. */
  getDirectories(): Promise<CatalogDirectories>;
  /** Null when the release was never published, or was retired. */
  findRelease(id: string): Promise<Release | null>;
}

/** Of live nodes alone, as products are. @throws DomainError UNAVAILABLE while the release is being rebuilt, except for `getMany` */
export interface NodeStore {
  getMany(releaseId: string, ids: readonly string[]): Promise<Map<string, CatalogNode>>;
  /** By position, in the order of nodes: last updated first, then by id. `ids` null: all of them. */
  page(requestContext: RequestContext, query: NodeWindowQuery): Promise<Page<CatalogNode>>;
  /** Nodes below others, in the same order; in that of the queries. */
  listChildren(requestContext: RequestContext, queries: readonly ChildNodeWindowQuery[]): Promise<Page<CatalogNode>[]>;
  /**
   * Each path is a slug and those of nodes above it, the lowest first; of several nodes, the one nearest to a root, then the first in
   * the order of nodes.
   */
  findBySlugs(
    requestContext: RequestContext,
    releaseId: string,
    paths: readonly (readonly string[])[],
  ): Promise<(CatalogNode | null)[]>;
  /** The same by number, as stored documents in that language. */
  listDocuments(
    requestContext: RequestContext,
    query: NodeListQuery,
  ): Promise<{ readonly documents: readonly string[]; readonly total: number }>;
}

export interface NodeWindowQuery extends WindowQuery {
  readonly releaseId: string;
  readonly ids: readonly string[] | null;
}

/** `parentId`: empty for the nodes at the top. */
export interface ChildNodeWindowQuery extends ChildWindowQuery {
  readonly releaseId: string;
}

export interface NodeListQuery extends OffsetPage {
  readonly releaseId: string;
  readonly ids: readonly string[] | null;
  /** Whose live children are listed, empty for the nodes at the top; absent: nodes are listed wherever they stand. */
  readonly parentId?: string;
  /** Whether the nodes below those children are listed, too. */
  readonly isDeep?: boolean;
  readonly language: NodeLanguage;
}

/** That nodes are shown in; `all`: with all their translations, as they were published. */
export type NodeLanguage = string | null | { readonly of: 'all' };
