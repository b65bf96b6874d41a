/** What a request says of a page of any list, made ready for the store; and what it gets: the page, and its cursors. */
import { collectFaults, DomainError, validationError } from '../errors.ts';
import type { Violation } from '../input/violations.ts';
import type { RequestContext } from '../request-context.ts';
import { type Cursor, cursorsOf, type ListIdentity, parseCursor } from './cursor.ts';
import { type Page, type PageArguments, parsePageSize, type Window } from './page.ts';

export interface PageRequest {
  readonly page: PageArguments;
  readonly withTotal: boolean;
}

export interface ListPage<Item> extends Page<Item> {
  /** The cursor of a position in the list. */
  readonly cursorOf: (sortKey: string) => string;
}

/** A page of rows that are found by their position: what a store is told. */
export interface WindowQuery {
  readonly window: Window;
  readonly withTotal: boolean;
}

/** The same of one of many lists: those of a parent each. */
export interface ChildWindowQuery extends WindowQuery {
  readonly parentId: string;
}

interface ParseOptions {
  /** What was found wrong before, told with the faults of the page. */
  readonly faults?: readonly Violation[];
  /** How many records a page has that names no size. */
  readonly pageLength: number;
}

/** @throws DomainError VALIDATION_FAILED with the faults found so far, and every fault of the four arguments */
export function parsePage(page: PageArguments, list: ListIdentity, { faults = [], pageLength }: ParseOptions) {
  const violations = [...faults];
  const size = collectFaults(violations, () => parsePageSize(page, pageLength));
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

/** That a cursor of a page names, and that is no longer there. */
export function retiredRelease({ after }: PageArguments): DomainError {
  const problem = 'belongs to a release of the catalog that has been retired: start again without a cursor';
  return validationError([
    { path: [after == null ? 'before' : 'after'], subject: 'argument', rule: 'cursor', problem },
  ]);
}

/** Of what stands in no release, and is read as it is now. */
const noRelease = '';

/** A page of such a list; `kind` makes it this list. @throws DomainError VALIDATION_FAILED */
export async function pageList<Item>(
  { pageLength }: Pick<RequestContext, 'pageLength'>,
  kind: string,
  request: PageRequest,
  read: (query: WindowQuery) => Promise<Page<Item>>,
): Promise<ListPage<Item>> {
  const { query, cursorOf } = prepare(request, JSON.stringify([kind]), pageLength);
  return { ...(await read(query)), cursorOf };
}

/** Pages of many such lists, of a parent each, in one read; a faulty query's error stands in its place. */
export function pageLists<Item>(
  { pageLength }: Pick<RequestContext, 'pageLength'>,
  kind: string,
  requests: readonly (PageRequest & { readonly parentId: string })[],
  read: (queries: readonly ChildWindowQuery[]) => Promise<Page<Item>[]>,
): Promise<(ListPage<Item> | DomainError)[]> {
  return readValid(requests, {
    prepare: ({ parentId, ...request }) => {
      const { query, cursorOf } = prepare(request, JSON.stringify([kind, parentId]), pageLength);
      return { query: { ...query, parentId }, cursorOf };
    },
    read: (valid) => read(valid),
    toAnswer: (page, { cursorOf }) => ({ ...page, cursorOf }),
  });
}

function prepare({ page, withTotal }: PageRequest, name: string, pageLength: number) {
  const list: ListIdentity = { list: name, context: '' };
  const { window } = parsePage(page, list, { pageLength });
  const query: WindowQuery = { window, withTotal };
  return { query, cursorOf: cursorsOf(noRelease, list) };
}

interface Reading<Query, Prepared extends { readonly query: unknown }, Found, Answer> {
  readonly prepare: (query: Query) => Prepared | Promise<Prepared>;
  /** What the store finds, in the order of the queries. */
  readonly read: (queries: readonly Prepared['query'][]) => Promise<readonly Found[]>;
  readonly toAnswer: (found: Found, prepared: Prepared) => Answer | DomainError;
}

/** The answers to many queries from one read of those that are valid; in place of the others stand their errors. */
export async function readValid<Query, Prepared extends { readonly query: unknown }, Found, Answer>(
  queries: readonly Query[],
  { prepare, read, toAnswer }: Reading<Query, Prepared, Found, Answer>,
): Promise<(Answer | DomainError)[]> {
  const settling = queries.map((query) => settled(() => prepare(query)));
  // Most are prepared at once.
  const prepared = settling.some((one) => one instanceof Promise)
    ? await Promise.all(settling)
    : (settling as readonly (Prepared | DomainError)[]);
  const valid = prepared.flatMap((one) => (one instanceof DomainError ? [] : [one as Prepared]));
  const found = valid.length === 0 ? [] : await read(valid.map(({ query }) => query));
  let answered = 0;
  return prepared.map((one) =>
    one instanceof DomainError ? one : toAnswer(found[answered++] as Found, one as Prepared),
  );
}

/** A DomainError as a value: one faulty query must not take the others of its batch with it. */
function settled<Value>(run: () => Value | Promise<Value>): Value | DomainError | Promise<Value | DomainError> {
  try {
    const value = run();
    return value instanceof Promise ? value.catch(toFault) : value;
  } catch (error) {
    return toFault(error);
  }
}

function toFault(error: unknown): DomainError {
  if (error instanceof DomainError && error.code !== 'UNAVAILABLE') return error;
  throw error;
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
