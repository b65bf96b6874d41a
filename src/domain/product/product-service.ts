import type { CatalogSelection } from '../catalog/catalog.ts';
import { type Cursor, formatCursor, parseCursor } from '../cursor.ts';
import { DomainError, excerpt, notFound, validationError } from '../errors.ts';
import { formatFilterKey } from '../filter/canonical-filter.ts';
import { identifierFault } from '../identifiers.ts';
import { type Page, type PageArguments, parsePageSize, type Window } from '../page.ts';
import type { Scope } from '../scope.ts';
import type { CatalogService, ChildrenQuery, ListQuery, ProductPage, ProductService } from '../services.ts';
import type { ChildList, ChildListQuery, Stores } from '../stores.ts';
import type { Violation } from '../violations.ts';
import type { Product } from './product.ts';

export interface ProductServiceOptions {
  readonly stores: Pick<Stores, 'products'>;
  readonly catalog: Pick<CatalogService, 'select' | 'selectRelease'>;
}

/**
 * The catalog's products as a shopper may see them: live ones of the release that their context selects, nothing else.
 * A product that is not live is invisible: absent as a child, unknown as a parent.
 */
export function createProductService({ stores, catalog }: ProductServiceOptions): ProductService {
  /** What is asked, made ready for the store: the page checked, the release found that the cursors were made of. */
  async function prepare(scope: Scope, query: ListQuery, parent?: Pick<ChildrenQuery, 'parentId' | 'releaseId'>) {
    const current = await catalog.select(scope);
    const list = listKey(current, query, parent?.parentId);
    const faults = [...(parent ? parentFaults(parent.parentId) : []), ...query.faults];
    const { window, releaseId: pinned } = parsePage(query.page, list, faults);
    const selection = await catalog.selectRelease(scope, pinned ?? parent?.releaseId ?? current.release.id);
    if (!selection) throw retiredRelease(query.page);
    const { filter, withTotal } = query;
    const storeQuery = { releaseId: selection.release.id, status: 'live' as const, filter, window, withTotal };
    return { selection, list, storeQuery };
  }

  return {
    async getMany(_scope, releaseId, ids) {
      const products = await stores.products.getMany(releaseId, ids);
      return new Map([...products].filter(([, { status }]) => status === 'live'));
    },

    async list(scope, query) {
      const { selection, list, storeQuery } = await prepare(scope, query);
      return toProductPage(await stores.products.list(storeQuery), selection, list);
    },

    async listChildren(scope, queries) {
      const prepared = await Promise.all(queries.map((query) => settled(() => prepareChildren(scope, query))));
      const asked = prepared.flatMap((one) => (one instanceof DomainError ? [] : [one]));
      const answers = await stores.products.listChildren(asked.map(({ storeQuery }) => storeQuery));
      const lists = new Map(asked.map((one, index) => [one, answers[index]]));
      return prepared.map((one) => {
        if (one instanceof DomainError) return one;
        const { selection, list, storeQuery } = one;
        const children = lists.get(one);
        return childrenError(children, storeQuery) ?? toProductPage((children as ChildList).page, selection, list);
      });
    },
  };

  async function prepareChildren(scope: Scope, query: ChildrenQuery) {
    const { storeQuery, ...rest } = await prepare(scope, query, query);
    return { ...rest, storeQuery: { ...storeQuery, parentId: query.parentId } satisfies ChildListQuery };
  }
}

function parentFaults(parentId: string): Violation[] {
  const fault = identifierFault(parentId);
  return fault ? [{ path: ['productId'], subject: 'argument', ...fault }] : [];
}

/** Rules 1 and 2 of the contract's child list. */
function childrenError(children: ChildList | undefined, { parentId }: ChildListQuery): DomainError | null {
  if (children?.parent?.status !== 'live') return notFound('product', parentId);
  if (children.parent.isBaseProduct) return null;
  const message = `The product '${excerpt(parentId)}' is not a base product, so it has no child products.`;
  return new DomainError('UNPROCESSABLE_ENTITY', message);
}

/** What makes a list this list: a cursor that was made for another one does not fit. */
function listKey({ catalog }: CatalogSelection, { filter }: ListQuery, parentId?: string): string {
  return JSON.stringify([
    parentId === undefined ? 'products' : 'children',
    catalog.id,
    parentId,
    formatFilterKey(filter),
  ]);
}

/** @throws DomainError VALIDATION_FAILED with the faults found so far, and every fault of the four arguments */
function parsePage(page: PageArguments, list: string, faults: readonly Violation[]) {
  const violations = [...faults];
  const size = collect(violations, () => parsePageSize(page));
  const after = readCursor('after', page.after, list, violations);
  const before = readCursor('before', page.before, list, violations);
  if (after && before && after.releaseId !== before.releaseId) {
    const problem = "belongs to another release of the catalog than 'after': take both from one walk through the pages";
    violations.push({ path: ['before'], subject: 'argument', rule: 'cursor', problem });
  }
  if (!size || violations.length > 0) throw validationError(violations);
  const window: Window = { ...size, after: after?.sortKey ?? null, before: before?.sortKey ?? null };
  return { window, releaseId: after?.releaseId ?? before?.releaseId ?? null };
}

function readCursor(
  name: 'after' | 'before',
  text: string | null | undefined,
  list: string,
  violations: Violation[],
): Cursor | null {
  if (text == null) return null;
  const result = parseCursor(text, list);
  if ('cursor' in result) return result.cursor;
  violations.push({ path: [name], subject: 'argument', ...result.fault });
  return null;
}

function retiredRelease({ after }: PageArguments): DomainError {
  const problem = 'belongs to a release of the catalog that has been retired: start again without a cursor';
  return validationError([
    { path: [after == null ? 'before' : 'after'], subject: 'argument', rule: 'cursor', problem },
  ]);
}

function toProductPage(page: Page<Product>, selection: CatalogSelection, list: string): ProductPage {
  const { id: releaseId } = selection.release;
  return { ...page, selection, cursorOf: (sortKey) => formatCursor({ releaseId, sortKey }, list) };
}

/** A DomainError as a value: one faulty query must not take the others of its batch with it. */
async function settled<Value>(run: () => Promise<Value>): Promise<Value | DomainError> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof DomainError && error.code !== 'UNAVAILABLE') return error;
    throw error;
  }
}

function collect<Value>(violations: Violation[], parse: () => Value): Value | null {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    violations.push(...error.violations);
    return null;
  }
}
