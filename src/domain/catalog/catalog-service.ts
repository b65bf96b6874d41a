import { createMemo, memoised } from '../../lib/memo.ts';
import { DomainError } from '../errors.ts';
import { negotiateLanguage } from '../language/language.ts';
import type { Stores } from '../ports.ts';
import type { RequestContext } from '../request-context.ts';
import type { CatalogSelection, Release } from './catalog.ts';
import { createNodeMethods, type NodeMethods } from './catalog-nodes.ts';
import { type CurrentDirectoryOptions, createCurrentDirectory } from './current-directory.ts';
import { createDirectoryWatch } from './directory-watch.ts';
import { createNodeTreeMethods, type NodeTreeMethods } from './node-tree.ts';
import type { CatalogService } from './ports.ts';
import { selectCatalog } from './select-catalog.ts';
import { watchSelection } from './watch-selection.ts';

export interface CatalogServiceOptions extends CurrentDirectoryOptions {
  readonly stores: Pick<Stores, 'catalogs' | 'nodes'>;
  /** The clock that schedules are compared with. */
  readonly now: () => Date;
}

export function createCatalogService(options: CatalogServiceOptions): CatalogService {
  const { stores, now } = options;
  const directory = createCurrentDirectory(options);
  const watch = createDirectoryWatch({ ...options, directory });
  // A request is answered from one catalog, whatever is published while it runs.
  const selections = createMemo<RequestContext, Promise<CatalogSelection>>('selection');
  const releases = createMemo<RequestContext, Map<string, Promise<Release | null>>>('releases');

  async function select(requestContext: RequestContext): Promise<CatalogSelection> {
    const selection = selectCatalog(requestContext.directory ?? (await directory.read()), requestContext);
    if (!selection) throw new DomainError('NOT_FOUND', 'No catalog has been published yet.');
    return selection;
  }

  const service: Omit<CatalogService, keyof (NodeMethods & NodeTreeMethods)> = {
    getDirectory: () => directory.read(),

    findUpcoming: directory.findUpcoming,

    findKept: directory.findKept,

    select: (requestContext) => memoised(selections, requestContext, () => select(requestContext)),

    async selectRelease(requestContext, releaseId) {
      const selection = await service.select(requestContext);
      if (selection.release.id === releaseId) return selection;
      const ofRequest = memoised(releases, requestContext, () => new Map());
      const release = await memoised(ofRequest, releaseId, () => stores.catalogs.findRelease(releaseId));
      if (release?.catalogId !== selection.catalog.id) return null;
      return { ...selection, release, language: negotiateLanguage(requestContext.language, release.languages) };
    },

    watch: async (requestContext) => watchSelection(watch, requestContext, now),

    async getManyCatalogs(requestContext, ids) {
      const { catalogs } = requestContext.directory ?? (await directory.read());
      return new Map(catalogs.filter(({ id }) => ids.includes(id)).map((catalog) => [catalog.id, catalog]));
    },
  };
  return { ...service, ...createNodeMethods(stores, service), ...createNodeTreeMethods(stores, service) };
}
