import { collectFaults, validationError } from '../domain/errors.ts';
import { canonicalFilter } from '../domain/filter/canonical-filter.ts';
import type { Condition, ProductFilter } from '../domain/filter/filter.ts';
import { parseFilter } from '../domain/filter/parse-filter.ts';
import type { Violation } from '../domain/input/violations.ts';
import { type OffsetPage, parseOffsetPage } from '../domain/paging/page.ts';
import { unitsOfValues } from '../domain/work-budget.ts';
import type { RestRequest } from './route.ts';

type Requested = Pick<RestRequest, 'query' | 'requestContext'>;

/** @throws DomainError VALIDATION_FAILED with the faults of filter and page together, LIMIT_EXCEEDED */
export function toListQuery(requested: Requested): OffsetPage & { readonly filter: ProductFilter } {
  const faults: Violation[] = [];
  const filter = canonicalFilter(parseConditions(requested, faults));
  return { filter, ...toPage(requested, faults) };
}

/** The ids of the contract's rule 4, null: all nodes. @throws DomainError VALIDATION_FAILED, LIMIT_EXCEEDED */
export function toNodeQuery(requested: Requested): OffsetPage & { readonly ids: readonly string[] | null } {
  const faults: Violation[] = [];
  const conditions = parseConditions(requested, faults);
  const [condition] = conditions;
  if (condition && (conditions.length > 1 || condition.attribute !== 'id')) {
    const problem = 'must be in(id,…), which is how nodes are found';
    faults.push({ path: ['filter'], subject: 'parameter', rule: 'exclusive', problem });
  }
  return { ids: condition?.values ?? null, ...toPage(requested, faults) };
}

/** `faults`: what was found wrong before. @throws DomainError VALIDATION_FAILED */
export function toPage({ query, requestContext }: Requested, faults: Violation[] = []): OffsetPage {
  const written = { limit: query.get('page[limit]') ?? null, offset: query.get('page[offset]') ?? null };
  const page = collectFaults(faults, () => parseOffsetPage(written, requestContext.pageLength));
  if (!page || faults.length > 0) throw validationError(faults);
  return page;
}

function parseConditions({ query, requestContext: { budget } }: Requested, faults: Violation[]): readonly Condition[] {
  const text = query.get('filter') ?? '';
  const conditions = collectFaults(faults, () => parseFilter(text, budget.maxViolations)) ?? [];
  for (const { values } of conditions) budget.charge(unitsOfValues(values));
  return conditions;
}
