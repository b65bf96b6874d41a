import type { CatalogService } from '../catalog/ports.ts';
import { notFound } from '../errors.ts';
import { parseIdentifier } from '../input/identifiers.ts';
import type { CountedPage, OffsetPage } from '../paging/page.ts';
import type { Stores } from '../ports.ts';
import type { RequestContext } from '../request-context.ts';
import type { FoundRelease, KeptRelease, ReleaseOfCatalog, ReleaseService, ReleaseTexts } from './ports.ts';
import { readDelta } from './release-delta.ts';

export interface ReleaseServiceOptions {
  readonly stores: Pick<Stores, 'releases' | 'nodes' | 'products'>;
  readonly catalog: Pick<CatalogService, 'getDirectory'>;
}

/** Everything that is published, as it was: what another gateway needs to show the same. */
export function createReleaseService({ stores, catalog }: ReleaseServiceOptions): ReleaseService {
  const directory = createDirectoryMethods(catalog);
  return { ...directory, ...createReleaseMethods(stores, directory) };
}

type DirectoryMethods = Pick<ReleaseService, 'listCatalogs' | 'getCatalog' | 'listRules' | 'getRule'>;

function createDirectoryMethods(catalog: ReleaseServiceOptions['catalog']): DirectoryMethods {
  return {
    listCatalogs: async (_scope, page) => slice((await catalog.getDirectory()).catalogs, page),

    getCatalog: async (_scope, id) => getIn((await catalog.getDirectory()).catalogs, 'catalog', id),

    listRules: async (_scope, page) => slice((await catalog.getDirectory()).rules, page),

    getRule: async (_scope, id) => getIn((await catalog.getDirectory()).rules, 'catalog rule', id),
  };
}

/** @throws DomainError NOT_FOUND, VALIDATION_FAILED */
function getIn<Thing extends { readonly id: string }>(things: readonly Thing[], kind: string, id: string): Thing {
  const found = things.find((thing) => thing.id === parseIdentifier(id));
  if (!found) throw notFound(kind, id);
  return found;
}

function createReleaseMethods(
  stores: ReleaseServiceOptions['stores'],
  { getCatalog }: DirectoryMethods,
): Omit<ReleaseService, keyof DirectoryMethods> {
  const { releases } = stores;
  return {
    ...createContentMethods(stores),

    async listReleases(requestContext, catalogId, page) {
      const { id } = await getCatalog(requestContext, catalogId);
      return slice(await releases.listKept(id), page);
    },

    getRelease: (_scope, catalogId, releaseId) => getRelease(stores, catalogId, releaseId),

    async readDelta(requestContext, { after, since, ...list }) {
      const { id } = await expectRelease(stores, list.catalogId, list.releaseId);
      const earlier = since === null ? null : (await expectRelease(stores, list.catalogId, since)).id;
      const part = await readDelta(releases, requestContext, { releaseId: id, since: earlier, after });
      // What was retired meanwhile may have lost products by then, which would be told as gone.
      await expectRelease(stores, list.catalogId, id);
      if (earlier !== null) await expectRelease(stores, list.catalogId, earlier);
      return part;
    },
  };
}

type ContentMethods = Pick<
  ReleaseService,
  'listTexts' | 'getText' | 'listChildTexts' | 'listNodeProductTexts' | 'listNodeTexts'
>;

function createContentMethods(stores: ReleaseServiceOptions['stores']): ContentMethods {
  const texts = createTexts(stores);
  return {
    async listTexts(requestContext, list, page) {
      const release = await expectRelease(stores, list.catalogId, list.releaseId);
      const total = list.of === 'products' ? release.productCount : release.nodeCount;
      const items = await stores.releases.listTexts(requestContext, { releaseId: release.id, of: list.of }, page);
      await expectRelease(stores, list.catalogId, release.id);
      return { items, total };
    },

    getText: texts.get,

    async listChildTexts(requestContext, list, page) {
      const { id: releaseId } = await expectRelease(stores, list.catalogId, list.releaseId);
      const parent = (await stores.products.getMany(releaseId, [parseIdentifier(list.id)], requestContext.budget)).get(
        list.id,
      );
      if (!parent) throw notFound('product', list.id);
      const { items, total } = slice(parent.childIds, page);
      return { items: await texts.list(requestContext, { ...list, of: 'products' }, items), total };
    },

    async listNodeProductTexts(requestContext, { id, ...list }, { limit, offset }) {
      await texts.get(requestContext, { ...list, of: 'nodes' }, id);
      const { releaseId } = list;
      const window = { limit, from: 'start', after: null, before: null, skip: offset } as const;
      const query = { releaseId, nodeId: id, status: 'live', filter: [], window, withTotal: true } as const;
      const { items, total } = await stores.products.list(requestContext, query);
      const ids = items.flatMap(({ item }) => ('id' in item ? [item.id] : []));
      return { items: await texts.list(requestContext, { ...list, of: 'products' }, ids), total: total ?? 0 };
    },

    async listNodeTexts(requestContext, { parentId, isDeep, ...list }, page) {
      const { id: releaseId } = await expectRelease(stores, list.catalogId, list.releaseId);
      if (parentId !== null) await texts.get(requestContext, { ...list, of: 'nodes' }, parentId);
      const query = { releaseId, ids: null, parentId: parentId ?? '', isDeep, language: { of: 'all' as const } };
      const { documents: items, total } = await stores.nodes.listDocuments(requestContext, { ...query, ...page });
      return { items, total };
    },
  };
}

function createTexts(stores: ReleaseServiceOptions['stores']) {
  /** In the order of the ids. */
  async function list(requestContext: RequestContext, from: ReleaseTexts, ids: readonly string[]): Promise<string[]> {
    const found = await stores.releases.getManyTexts(requestContext, from, ids);
    return ids.map((id) => found.get(id)).filter((text) => text !== undefined);
  }
  return {
    list,
    /** @throws DomainError NOT_FOUND (release or record), VALIDATION_FAILED (an id) */
    async get(requestContext: RequestContext, from: ReleaseTexts, id: string): Promise<string> {
      await expectRelease(stores, from.catalogId, from.releaseId);
      const [text] = await list(requestContext, from, [parseIdentifier(id)]);
      if (text === undefined) throw notFound(from.of === 'products' ? 'product' : 'node', id);
      return text;
    },
  };
}

/** Of what a request reads. @throws DomainError NOT_FOUND, VALIDATION_FAILED */
async function expectRelease(
  { releases }: Pick<Stores, 'releases'>,
  catalogId: string,
  releaseId: string | null,
): Promise<FoundRelease> {
  const id = releaseId === null ? null : parseIdentifier(releaseId);
  const found = await releases.findKept(parseIdentifier(catalogId), id);
  if (!found) throw notFound('release', releaseId ?? 'latestPublished');
  return found;
}

/** @throws DomainError NOT_FOUND, VALIDATION_FAILED */
async function getRelease(
  { releases }: Pick<Stores, 'releases'>,
  catalogId: ReleaseOfCatalog['catalogId'],
  releaseId: string | null,
): Promise<KeptRelease> {
  const kept = await releases.listKept(parseIdentifier(catalogId));
  const found = kept.find(({ id, isCurrent }) => (releaseId === null ? isCurrent : id === parseIdentifier(releaseId)));
  if (!found) throw notFound('release', releaseId ?? 'latestPublished');
  return found;
}

function slice<Item>(list: readonly Item[], { limit, offset }: OffsetPage): CountedPage<Item> {
  return { items: list.slice(offset, offset + limit), total: list.length };
}
