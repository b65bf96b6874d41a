/** What an import would change, against the releases that are current. */
import type { Stores } from '../domain/ports.ts';
import type { StagedProducts } from '../domain/release/staging.ts';
import { nodesOf } from './build-releases.ts';
import type { CheckedImport } from './check-import.ts';
import { digestOf } from './to-release.ts';

export interface ReleaseChanges {
  readonly catalogId: string;
  readonly products: Changes;
  readonly nodes: Changes;
}

export interface Changes {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
}

export interface CompareOptions {
  readonly checked: CheckedImport;
  readonly staged: StagedProducts;
  readonly stores: Pick<Stores, 'catalogs' | 'releases'>;
}

export async function compareReleases({ checked, staged, stores }: CompareOptions): Promise<ReleaseChanges[]> {
  const { catalogs } = await stores.catalogs.getDirectory();
  const compared: ReleaseChanges[] = [];
  for (const catalogId of checked.productCatalogIds) {
    const current = catalogs.find(({ id }) => id === catalogId)?.currentRelease?.id ?? null;
    const known = (kind: 'products' | 'nodes') => (after: string) =>
      current === null ? null : stores.releases.listDigests(current, kind, after);
    const nodes = new Map(nodesOf(catalogId, checked).map(({ record }) => [record.id, digestOf(record)]));
    compared.push({
      catalogId,
      products: await compare(known('products'), staged.countKept(catalogId), (ids) =>
        staged.digestsOf(catalogId, ids),
      ),
      nodes: await compare(known('nodes'), nodes.size, () => nodes),
    });
  }
  return compared;
}

/** `known` answers what is current, in batches; `total` is how many there will be. */
async function compare(
  known: (after: string) => Promise<ReadonlyMap<string, string>> | null,
  total: number,
  digestsOf: (ids: Iterable<string>) => ReadonlyMap<string, string>,
): Promise<Changes> {
  let [changed, removed, unchanged] = [0, 0, 0];
  for (let after = ''; ; ) {
    const batch = await known(after);
    if (!batch || batch.size === 0) break;
    after = [...batch.keys()].at(-1) ?? '';
    const next = digestsOf(batch.keys());
    for (const [id, digest] of batch) {
      if (!next.has(id)) removed += 1;
      else if (next.get(id) === digest) unchanged += 1;
      else changed += 1;
    }
  }
  return { added: total - changed - unchanged, changed, removed, unchanged };
}
