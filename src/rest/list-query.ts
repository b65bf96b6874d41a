import { DomainError, validationError } from '../domain/errors.ts';
import { canonicalFilter } from '../domain/filter/canonical-filter.ts';
import type { Condition, ProductFilter } from '../domain/filter/filter.ts';
import { parseFilter } from '../domain/filter/parse-filter.ts';
import type { Violation } from '../domain/input/violations.ts';
import { type OffsetPage, pageLimits, parseOffsetPage } from '../domain/paging/page.ts';
import type { RequestContext } from '../domain/request-context.ts';
import { unitsOfValues } from '../domain/work-budget.ts';
import type { RestRequest } from './route.ts';

type Query = RestRequest['query'];
type Requested = Pick<RestRequest, 'query' | 'requestContext'>;

/** @throws DomainError VALIDATION_FAILED with the faults of filter and page together, LIMIT_EXCEEDED */
export function toListQuery({ query, requestContext }: Requested): OffsetPage & { readonly filter: ProductFilter } {
  const faults: Violation[] = [];
  const filter = canonicalFilter(parseConditions(query, requestContext, faults));
  const page = parsePage(query, requestContext, faults);
  if (faults.length > 0) throw validationError(faults);
  return { filter, ...page };
}

/** The ids of the contract's rule 4, null: all nodes. @throws DomainError VALIDATION_FAILED, LIMIT_EXCEEDED */
export function toNodeQuery({
  query,
  requestContext,
}: Requested): OffsetPage & { readonly ids: readonly string[] | null } {
  const faults: Violation[] = [];
  const conditions = parseConditions(query, requestContext, faults);
  const [condition] = conditions;
  if (condition && (conditions.length > 1 || condition.attribute !== 'id')) {
    const problem = 'must be in(id,…), which is how nodes are found';
    faults.push({ path: ['filter'], subject: 'parameter', rule: 'exclusive', problem });
  }
  const page = parsePage(query, requestContext, faults);
  if (faults.length > 0) throw validationError(faults);
  return { ids: condition?.values ?? null, ...page };
}

/** @throws DomainError VALIDATION_FAILED */
export function toPage({ query, requestContext }: Requested): OffsetPage {
  const faults: Violation[] = [];
  const page = parsePage(query, requestContext, faults);
  if (faults.length > 0) throw validationError(faults);
  return page;
}

function parseConditions(query: Query, { budget }: RequestContext, faults: Violation[]): readonly Condition[] {
  const text = query.get('filter') ?? '';
  const conditions = collecting(faults, () => parseFilter(text, budget.maxViolations), []);
  for (const { values } of conditions) budget.charge(unitsOfValues(values));
  return conditions;
}

function parsePage(query: Query, { pageLength }: RequestContext, faults: Violation[]): OffsetPage {
  const written = { limit: query.get('page[limit]') ?? null, offset: query.get('page[offset]') ?? null };
  return collecting(faults, () => parseOffsetPage(written, pageLength), { limit: pageLimits.unset, offset: 0 });
}

/** A parser's faults beside those of the others. */
function collecting<Value>(faults: Violation[], parse: () => Value, otherwise: Value): Value {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof DomainError) || error.violations.length === 0) throw error;
    faults.push(...error.violations);
    return otherwise;
  }
}
