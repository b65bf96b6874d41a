import type { Condition } from '../../domain/filter/filter.ts';
import { formatFilter } from '../../domain/filter/parse-filter.ts';

/** What needs no quotes in any platform's grammar. */
const plain = /^[A-Za-z0-9_.~-]+$/;

/** A filter as it stands in a query: commas, colons and parentheses are readable, and so shorter. */
export function encodeFilter(filter: readonly Condition[]): string {
  return encodeURIComponent(filter.map(formatCondition).join(':')).replaceAll('%2C', ',').replaceAll('%3A', ':');
}

function formatCondition(condition: Condition): string {
  const { operator, attribute, values } = condition;
  if (!values.every((value) => plain.test(value))) return formatFilter([condition]);
  return `${operator}(${[attribute, ...values].join(',')})`;
}
