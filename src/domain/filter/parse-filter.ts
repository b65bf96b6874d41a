/**
 * The filter text of the REST interface (contract, "Filtering"): `op(attribute,value[,value…])`, several joined by `:` mean AND.
 * Values may be quoted with `"` or `'`, in which a backslash escapes the next character; around tokens there may be spaces. One
 * pass, no recursion: the time is linear in the text's length.
 */
import { validationError } from '../errors.ts';
import type { Violation } from '../input/violations.ts';
import { valueViolations } from './canonical-filter.ts';
import { type Condition, type FilterAttribute, type FilterOperator, filterMatrix, type Term } from './filter.ts';
import {
  expect,
  type FilterReader,
  fail,
  failBefore,
  isAtEnd,
  readValue,
  readWord,
  skipSpaces,
  takes,
} from './filter-reader.ts';

const maxConditions = 10;
const operators: readonly FilterOperator[] = ['eq', 'in'];
/** The attribute's name in the product resource is accepted beside its name in the filter matrix. */
const aliases: Readonly<Record<string, FilterAttribute>> = { manufacturer_part_num: 'mpn' };

/**
 * @example parseFilter('eq(sku,A-1):in(tags,rain,"50% off, today")')
 * @throws DomainError VALIDATION_FAILED: where the text is wrong, and what was expected there
 */
export function parseFilter(text: string, maxViolations = Number.POSITIVE_INFINITY): Condition[] {
  const reader: FilterReader = { text, at: 0 };
  const conditions: Condition[] = [];
  skipSpaces(reader);
  while (!isAtEnd(reader)) {
    if (conditions.length === maxConditions) fail(reader, `at most ${maxConditions} conditions`);
    conditions.push(readCondition(reader));
    if (isAtEnd(reader)) break;
    expect(reader, ':', "':' and another condition, or the end");
    if (isAtEnd(reader)) fail(reader, 'another condition');
  }
  const violations = conditions.flatMap((condition) =>
    valueViolations(condition, () => ['filter'], maxViolations).map(
      (violation): Violation => ({ ...violation, subject: 'parameter' }),
    ),
  );
  if (violations.length > 0) throw validationError(violations);
  return conditions;
}

/** The text that `parseFilter` reads the same conditions from: every value is quoted. */
export function formatFilter(conditions: readonly Term[]): string {
  const quoted = (value: string) => `"${value.replace(/["\\]/g, '\\$&')}"`;
  return conditions
    .map(({ operator, attribute, values }) => `${operator}(${[attribute, ...values.map(quoted)].join(',')})`)
    .join(':');
}

function readCondition(reader: FilterReader): Condition {
  const operator = readWord(reader, operators, 'an operator');
  expect(reader, '(', "'('");
  const attributes = Object.keys(filterMatrix) as FilterAttribute[];
  const name = readWord(reader, [...attributes, ...Object.keys(aliases)], 'an attribute', attributes);
  const attribute = aliases[name] ?? (name as FilterAttribute);
  if (!(filterMatrix[attribute] as readonly FilterOperator[]).includes(operator)) {
    failBefore(
      reader,
      name,
      `an attribute that takes '${operator}' (${attributes.filter((one) => one !== 'id').join(', ')})`,
    );
  }
  expect(reader, ',', "',' and a value");
  const values = [readValue(reader)];
  while (takes(reader, ',')) {
    if (operator === 'eq') failBefore(reader, ',', "')': eq takes one value, in takes several");
    values.push(readValue(reader));
  }
  expect(reader, ')', operator === 'eq' ? "')'" : "',' and another value, or ')'");
  return { attribute, operator, values };
}
