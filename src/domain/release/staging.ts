/** Where a record stands. */
export interface Place {
  readonly file: string;
  /** Counted from 1. */
  readonly record: number;
  /** Of NDJSON, counted from 1; null in other files. */
  readonly line: number | null;
}

/** Counts an import's records, over all files, from 0. Those of a release that is added to come before: theirs are negative. */
export type Sequence = number;

/** Where a record is from: a file, a saved page that holds it beside what it is about, or the release that is added to. */
export type Origin = keyof typeof ranks;

/** The lower one has the better right to an id. */
export const ranks = { record: 0, included: 1, release: 2 } as const;

/**
 * What is known of an import's products while they are checked: their keys, not their documents, so that a million need no memory.
 * Lists are of products that are not left out when the first one is read, in the order of the files.
 */
export interface StagedProducts {
  add(product: StagedProduct): void;
  /** A product of the release that is added to, which is left out, and that nobody knows any more. */
  remove(product: RemovedProduct): void;
  /**
   * To be called when all are added, and have yielded: whether a product of the release that is added to may be the parent of one that names
   * none, and is not known to be. Then those that it names are to be told by `nameChildren`, before families are settled.
   */
  mayBeNamedByRelease(): boolean;
  /** Of a product of the release that is added to, where it is still known. */
  nameChildren(parent: Pick<StagedProduct, 'id' | 'namedChildren'> & { readonly catalogId: string }): void;
  /** A record that is unreadable, faulty, or hangs on one that is. A product that was added stays known. */
  leaveOut(sequence: Sequence): void;
  isLeftOut(sequence: Sequence): boolean;
  /**
   * Of several with one id, those yield that only stand in a page beside others or in the release that is added to, and those that
   * another file says again: they are as if they had been left out. To be called again when others are left out. Answers how many.
   */
  yieldToRightful(): number;
  /** Products that name no catalog belong there. */
  assignCatalog(catalogId: string): void;
  /** With how many products each; null is for those that name none. */
  countByCatalog(): Map<string | null, number>;
  /** How many products of the catalog are not left out. */
  countKept(catalogId: string): number;
  /** The digests of these products of the catalog that are not left out. */
  digestsOf(catalogId: string, ids: Iterable<string>): Map<string, string>;
  /** Those that share the value with an earlier product of their catalog. */
  listDuplicates(attribute: 'id' | 'sku' | 'slug'): Iterable<DuplicateProduct>;
  /** Those whose parent is not among the catalog's products. */
  listOrphans(): Iterable<StagedChild>;
  /** Those that name a parent which is left out, or hangs on one that is. */
  listStranded(): Iterable<StagedChild>;
  /**
   * To be called when all are added, and again when others are left out: a product that names no parent is the child of the first product that
   * names it. Who is left out names nobody. One that takes the place of another stands where that stood, and others that are new after all of the release.
   */
  settleFamilies(): void;
  /**
   * To be called when nothing is left out any more, before what follows. Of products whose names make the same slug the first one gets it, unless
   * another has it given; those after it get one with their ids, and with a number where that is another's: no two of a catalog have the same.
   */
  settleSlugs(): void;
  /** What the others say of a product; null: none was added with that sequence. */
  familyOf(sequence: Sequence): StagedFamily | null;
  /**
   * Some products of the release that the catalog is added to, in their order, those after `after`; empty at the end.
   */
  listOfRelease(catalogId: string, after: Sequence): ProductOfRelease[];
  /** Those whose parent has a parent itself: only they can be their own ancestors. */
  listGrandchildren(): Iterable<StagedChild>;
  /** Those without `locales` that take the place of a product of the release with them. */
  listUntranslated(): Iterable<FoundProduct>;
  close(): void;
}

export interface StagedProduct {
  readonly sequence: Sequence;
  readonly place: Place;
  readonly origin: Origin;
  readonly id: string;
  /** Null: it names none. */
  readonly catalogId: string | null;
  readonly parentId: string | null;
  readonly sku: string | null;
  readonly slug: string | null;
  /** False: it was made of its name, and yields to one that is given. */
  readonly isSlugGiven: boolean;
  readonly digest: string | null;
  /** Of a product of a release: whether it has children, or may have. */
  readonly isParent: boolean;
  /** Products that it calls its children. */
  readonly namedChildren: readonly string[];
  /** Whether it says what it is translated to. */
  readonly hasLocales: boolean;
  /** What a product of a release was made; null: it is of none. */
  readonly stored: StoredPlace | null;
}

export interface StoredPlace {
  /** Whoever named its parent; `parentId` is the one that it names itself. */
  readonly parentId: string | null;
  /** The slug that it was given in the place of its own; null: it has its own. */
  readonly otherSlug: string | null;
  /** Among the products of the release. */
  readonly position: number;
}

export interface RemovedProduct extends Pick<StagedProduct, 'sequence' | 'id'> {
  readonly catalogId: string;
  readonly stored: StoredPlace;
}

export interface ProductOfRelease extends Pick<StagedProduct, 'sequence' | 'id'> {
  /** Null: it is removed. */
  readonly digest: string | null;
  readonly isParent: boolean;
  /** It is not left out, and the others say nothing new of it: what was stored is what would be stored again. */
  readonly isUntouched: boolean;
}

export interface StagedFamily {
  /** Where it belongs. */
  readonly catalogId: string;
  readonly parentId: string | null;
  /** In the order of their positions. */
  readonly childIds: readonly string[];
  /** In the place of its own slug, which belongs to another product; null: it has its own. */
  readonly otherSlug: string | null;
  /** Of its record among those of the release. */
  readonly position: number;
}

export interface FoundProduct {
  readonly sequence: Sequence;
  readonly place: Place;
  readonly id: string;
  readonly catalogId: string;
}

export interface DuplicateProduct extends FoundProduct {
  readonly value: string;
  /** The one that stays. */
  readonly first: Pick<FoundProduct, 'id' | 'place'>;
}

export interface StagedChild extends FoundProduct {
  readonly parentId: string;
}
