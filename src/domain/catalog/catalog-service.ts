import { isDeepStrictEqual } from 'node:util';
import { DomainError, validationError } from '../errors.ts';
import { identifierFault } from '../input/identifiers.ts';
import { createViolationList } from '../input/violations.ts';
import { negotiateLanguage } from '../language/language.ts';
import { localise } from '../language/localisation.ts';
import { compareCodePoints, sortKeyOf } from '../paging/sort-key.ts';
import type { Stores } from '../ports.ts';
import type { RequestContext } from '../request-context.ts';
import type { CatalogDirectory, CatalogSelection, Release } from './catalog.ts';
import type { CatalogService } from './ports.ts';
import { selectCatalog } from './select-catalog.ts';

export interface CatalogServiceOptions {
  readonly stores: Pick<Stores, 'catalogs' | 'nodes'>;
  /** How long the directory may be used before it is read again: a publish is seen everywhere within this time. */
  readonly directoryMaxAgeMs: number;
  /** A clock that never jumps, in milliseconds. */
  readonly monotonicNow: () => number;
}

export function createCatalogService({
  stores,
  directoryMaxAgeMs,
  monotonicNow,
}: CatalogServiceOptions): CatalogService {
  let directory: Promise<CatalogDirectory> | null = null;
  let known: CatalogDirectory | null = null;
  let readAt = Number.NEGATIVE_INFINITY;

  /** One read a second for all requests; a failed read is not kept. */
  function currentDirectory(): Promise<CatalogDirectory> {
    if (directory && monotonicNow() - readAt < directoryMaxAgeMs) return directory;
    const reading = readDirectory();
    reading.catch(() => {
      if (directory === reading) directory = null;
    });
    readAt = monotonicNow();
    directory = reading;
    return reading;
  }

  async function readDirectory(): Promise<CatalogDirectory> {
    const fresh = await stores.catalogs.getDirectory();
    if (known === null || !isDeepStrictEqual(fresh, known)) known = fresh;
    return known;
  }

  // A request is answered from one catalog, whatever is published while it runs.
  const selections = new WeakMap<RequestContext, Promise<CatalogSelection>>();
  const releases = new WeakMap<RequestContext, Map<string, Promise<Release | null>>>();

  async function select(requestContext: RequestContext): Promise<CatalogSelection> {
    const selection = selectCatalog(await currentDirectory(), requestContext);
    if (!selection) throw new DomainError('NOT_FOUND', 'No catalog has been published yet.');
    return selection;
  }

  const service: CatalogService = {
    getDirectory: currentDirectory,

    select: (requestContext) => memoised(selections, requestContext, () => select(requestContext)),

    async selectRelease(requestContext, releaseId) {
      const selection = await service.select(requestContext);
      if (selection.release.id === releaseId) return selection;
      const ofRequest = memoised(releases, requestContext, () => new Map());
      const release = await memoised(ofRequest, releaseId, () => stores.catalogs.findRelease(releaseId));
      if (release?.catalogId !== selection.catalog.id) return null;
      return { ...selection, release, language: negotiateLanguage(requestContext.language, release.languages) };
    },

    async listNodes(requestContext, ids) {
      expectIdentifiers(ids, requestContext);
      const { release } = await service.select(requestContext);
      const nodes = await service.getManyNodes(requestContext, release.id, ids);
      return [...nodes.values()]
        .map((node) => ({ node, sortKey: sortKeyOf(node.updatedAt, node.id) }))
        .sort((a, b) => compareCodePoints(a.sortKey, b.sortKey))
        .map(({ node }) => node);
    },

    async listNodeDocuments(requestContext, { ids, limit, offset }) {
      expectIdentifiers(ids ?? [], requestContext);
      const selection = await service.select(requestContext);
      const { release, language } = selection;
      const { documents, total } = await stores.nodes.listDocuments(requestContext, {
        releaseId: release.id,
        ids,
        limit,
        offset,
        language,
      });
      return { documents, total, limit, offset, selection };
    },

    async getManyCatalogs(_scope, ids) {
      const { catalogs } = await currentDirectory();
      return new Map(catalogs.filter(({ id }) => ids.includes(id)).map((catalog) => [catalog.id, catalog]));
    },

    async getManyNodes(requestContext, releaseId, ids) {
      const nodes = await stores.nodes.getMany(releaseId, ids);
      const language = (await service.selectRelease(requestContext, releaseId))?.language ?? null;
      return new Map([...nodes].map(([id, node]) => [id, localise(node, language)]));
    },
  };
  return service;
}

/** @throws DomainError VALIDATION_FAILED */
function expectIdentifiers(ids: readonly string[], { budget }: RequestContext): void {
  const violations = createViolationList(budget.maxViolations);
  for (const [index, id] of ids.entries()) {
    const fault = identifierFault(id);
    if (fault) violations.add(() => ({ path: ['ids', index], subject: 'argument', ...fault }));
  }
  const told = violations.toArray();
  if (told.length > 0) throw validationError(told);
}

function memoised<Key, Value>(
  memory: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const value = make();
  memory.set(key, value);
  return value;
}
