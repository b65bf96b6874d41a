import type { Term } from './filter.ts';
import { formatFilter } from './parse-filter.ts';

/** What needs no quotes in any platform's grammar. */
const plain = /^[A-Za-z0-9_.~-]+$/;

/** A filter as it stands in a query: commas, colons and parentheses are readable, and so shorter. */
export function encodeFilter(filter: readonly Term[]): string {
  return encodeURIComponent(filter.map(formatTerm).join(':')).replaceAll('%2C', ',').replaceAll('%3A', ':');
}

function formatTerm(term: Term): string {
  const { operator, attribute, values } = term;
  if (!values.every((value) => plain.test(value))) return formatFilter([term]);
  return `${operator}(${[attribute, ...values].join(',')})`;
}
