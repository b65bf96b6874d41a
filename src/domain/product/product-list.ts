/** What makes a list of products this very list, and a page of it: which cursors fit, and which positions they mean. */
import type { CatalogSelection } from '../catalog/catalog.ts';
import { DomainError, validationError } from '../errors.ts';
import { formatFilterKey } from '../filter/canonical-filter.ts';
import type { Violation } from '../input/violations.ts';
import { localise } from '../language/localisation.ts';
import { type Cursor, cursorsOf, type ListIdentity, parseCursor } from '../paging/cursor.ts';
import { type Page, type PageArguments, parsePageSize, type Window } from '../paging/page.ts';
import type { ListQuery, ProductPage } from './ports.ts';
import type { Product } from './product.ts';

/** A list that was requested: where its rows are, and what its cursors are bound to. */
export interface RequestedList {
  readonly selection: CatalogSelection;
  readonly list: ListIdentity;
  readonly query: ProductPage['query'];
}

/** What makes a list this list: a cursor that was made for another one does not fit. */
export function identifyList(
  { catalog, language }: CatalogSelection,
  { filter }: ListQuery,
  parentId?: string,
): ListIdentity {
  const kind = parentId === undefined ? 'products' : 'children';
  const readsNames = filter.some(({ attribute }) => attribute === 'name');
  return {
    list: JSON.stringify([kind, parentId, formatFilterKey(filter)]),
    context: JSON.stringify([catalog.id, readsNames ? language : null]),
  };
}

/** @throws DomainError VALIDATION_FAILED with the faults found so far, and every fault of the four arguments */
export function parsePage(
  page: PageArguments,
  list: ListIdentity,
  { faults, pageLength }: { readonly faults: readonly Violation[]; readonly pageLength?: number | undefined },
) {
  const violations = [...faults];
  const size = collect(violations, () => parsePageSize(page, pageLength));
  const after = readCursor('after', page.after, list, violations);
  const before = readCursor('before', page.before, list, violations);
  if (after && before && after.releaseId !== before.releaseId) {
    const problem = "belongs to another release of the catalog than 'after': take both from one walk through the pages";
    violations.push({ path: ['before'], subject: 'argument', rule: 'cursor', problem });
  }
  if (!size || violations.length > 0) throw validationError(violations);
  const window: Window = { ...size, after: after?.sortKey ?? null, before: before?.sortKey ?? null, skip: 0 };
  return { window, releaseId: after?.releaseId ?? before?.releaseId ?? null };
}

function readCursor(
  name: 'after' | 'before',
  text: string | null | undefined,
  list: ListIdentity,
  violations: Violation[],
): Cursor | null {
  if (text == null) return null;
  const result = parseCursor(text, list);
  if ('cursor' in result) return result.cursor;
  violations.push({ path: [name], subject: 'argument', ...result.fault });
  return null;
}

export function retiredRelease({ after }: PageArguments): DomainError {
  const problem = 'belongs to a release of the catalog that has been retired: start again without a cursor';
  return validationError([
    { path: [after == null ? 'before' : 'after'], subject: 'argument', rule: 'cursor', problem },
  ]);
}

/** What is answered from one list: the page that the store found, in the shopper's language. */
export function toProductPage(page: Page<Product>, { selection, list, query }: RequestedList): ProductPage {
  const { language, release } = selection;
  return {
    ...page,
    items: page.items.map(({ item, sortKey }) => ({ item: localise(item, language), sortKey })),
    selection,
    query,
    cursorOf: cursorsOf(release.id, list),
  };
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
