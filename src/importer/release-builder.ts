/**
 * The write path of the catalog: records become a release, complete before anybody sees it. Records come one at a time, in
 * any order, so that a release never has to fit in memory.
 */
import { addedMembersOf } from '../contract/added-members.ts';
import type { NodeResource } from '../contract/node.ts';
import type { ProductResource } from '../contract/product/product.ts';
import type {
  CopiedParents,
  CopiedProducts,
  LanguageCounts,
  NextRelease,
  ReleaseNode,
  ReleaseProduct,
  ReleaseStore,
} from '../domain/release/ports.ts';
import { inPortions } from '../lib/in-portions.ts';
import { withNamedParents } from './node-parents.ts';
import { createSummary } from './release-summary.ts';
import { digestOf, type LoadedProduct, toPosition, toReleaseNode } from './to-release.ts';

export interface ReleaseBuilder {
  readonly releaseId: string;
  /** Resolves when the next one may come. */
  addProduct(product: LoadedProduct): Promise<void> | undefined;
  /** Whether products of the release that this one is based on can be copied: an older version knows too little of those that it stored. */
  readonly canCopy: boolean;
  /** Products of the release that this one is based on are copied: some now, and the others while the release is sealed. */
  copyProducts(copied: CopiedProducts, digests: readonly string[]): Promise<void>;
  /** A product of that release that is not copied. */
  leaveOut(record: ProductResource): void;
  /** All nodes of the release at once: they name each other. */
  addNodes(nodes: readonly PlacedNode[]): Promise<void>;
  /** Seals the release: it is ready to be made current. @throws whatever the signal was aborted with */
  finish(signal?: AbortSignal): Promise<BuiltRelease>;
  /** Removes it, whatever it holds so far. */
  discard(): Promise<void>;
}

/** In the order of their positions. */
export interface PlacedNode {
  readonly record: NodeResource;
  readonly position: number;
}

export interface BuiltRelease extends NextRelease {
  readonly products: number;
  readonly nodes: number;
  readonly digest: string;
}

/** How many products are stored at a time: of more, more are old when they are stored, and take memory and collecting; with fewer there are more round trips. */
const batchSize = 500;
/** Or fewer, if they are large. */
const batchCharacters = 2 ** 23;

export interface BeginOptions extends Pick<NextRelease, 'catalogId' | 'basedOn'> {
  /** Of the release that it is based on, where products are copied from it. */
  readonly languageCounts?: LanguageCounts | null;
  readonly now: () => Date;
}

export async function beginRelease(
  releases: ReleaseStore,
  { catalogId, basedOn, languageCounts = null, now }: BeginOptions,
): Promise<ReleaseBuilder> {
  const releaseId = await releases.begin(catalogId, now().toISOString());
  const batches = createBatches({ releases, releaseId });
  const summary = createSummary({ basedOn, languageCounts });
  const copies = createCopies({ releases, releaseId });
  let [products, nodes] = [0, 0];

  return {
    releaseId,
    canCopy: languageCounts !== null,

    addProduct(product) {
      products += 1;
      summary.addProduct(product);
      return batches.add(product.row);
    },

    async copyProducts(copied, digests) {
      summary.addCopied(digests);
      products += digests.length;
      await copies.add(copied, { canWait: summary.knowsOthers() });
    },

    leaveOut: summary.leaveOut,

    async addNodes(placed) {
      const rows = toReleaseNodes(placed);
      for (const [index, { record }] of placed.entries()) summary.addNode(record, rows[index]?.digest ?? '');
      nodes += rows.length;
      for (const batch of inPortions(rows, batchSize)) await releases.addNodes(releaseId, batch);
    },

    async finish(signal) {
      await batches.finish();
      await copies.copyParents();
      const sealed = summary.end();
      await releases.seal(releaseId, sealed, { copyOthers: copies.copyAll, ...(signal && { signal }) });
      return { releaseId, catalogId, basedOn, products, nodes, digest: sealed.digest };
    },

    async discard() {
      await Promise.all([batches.settle(), copies.settle()]);
      await releases.discard(releaseId);
    },
  };
}

function toReleaseNodes(placed: readonly PlacedNode[]): ReleaseNode[] {
  const complete = withNamedParents(placed.map(({ record }) => record));
  return placed.map(({ record, position }, index) => {
    const own = complete[index] ?? record;
    const addedMembers = own === record ? null : addedMembersOf(record, own);
    return toReleaseNode(own, { digest: digestOf(record), addedMembers, position: toPosition(position) });
  });
}

/** Some parents are copied at a time: in a store of a million there are thousands of them, few among the products that come together. */
const parentsAtATime = 500;

/** Others than parents wait for the sealing, which reads them where they are copied from: the database copies while the index is made. */
function createCopies({ releases, releaseId }: Target) {
  const waiting: CopiedProducts[] = [];
  let parents: CopiedParents | null = null;
  let copying = Promise.resolve();
  let isDiscarded = false;

  async function copyWaiting(): Promise<void> {
    for (const products of waiting) {
      if (isDiscarded) return;
      await releases.copyOthers(releaseId, products);
    }
  }

  async function copyParents(): Promise<void> {
    const copied = parents;
    parents = null;
    if (copied !== null && copied.parentIds.length > 0) await releases.copyParents(releaseId, copied);
  }

  return {
    copyParents,

    async add(products: CopiedProducts, { canWait }: { readonly canWait: boolean }): Promise<void> {
      parents = { ...products, parentIds: [...(parents?.parentIds ?? []), ...products.parentIds] };
      if (parents.parentIds.length >= parentsAtATime) await copyParents();
      if (canWait) waiting.push(products);
      else await releases.copyOthers(releaseId, products);
    },

    copyAll(): Promise<void> {
      copying = copyWaiting();
      return copying;
    },

    /** Waits for what is being copied, whether it fails or not. */
    settle(): Promise<void> {
      isDiscarded = true;
      return copying.catch(() => undefined);
    },
  };
}

interface Target {
  readonly releases: ReleaseStore;
  readonly releaseId: string;
}

/** Products go to the store in batches: while it writes one, the next one is made. */
function createBatches({ releases, releaseId }: Target) {
  let batch: ReleaseProduct[] = [];
  let characters = 0;
  let writing = Promise.resolve();

  async function flush(): Promise<void> {
    const rows = batch;
    batch = [];
    characters = 0;
    await writing;
    writing = releases.addProducts(releaseId, rows);
    // It is awaited before the next batch and at the end; should the source fail before, that failure is the one to tell.
    writing.catch(() => undefined);
  }

  return {
    /** Resolves when there is room for more. */
    add(row: ReleaseProduct): Promise<void> | undefined {
      characters += row.document.length + (row.locales?.length ?? 0) + (row.matrix?.length ?? 0);
      batch.push(row);
      return batch.length === batchSize || characters > batchCharacters ? flush() : undefined;
    },

    async finish(): Promise<void> {
      await flush();
      await writing;
    },

    /** Waits for what is being written, whether it fails or not. */
    settle: () => writing.catch(() => undefined),
  };
}
