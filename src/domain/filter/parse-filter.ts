/**
 * The filter text of the REST interface (contract, "Filtering"): `op(attribute,value[,value…])`, several joined by `:` mean AND.
 * Values may be quoted with `"` or `'`, in which a backslash escapes the next character; around tokens there may be spaces. One
 * pass, no recursion: the time is linear in the text's length.
 */
import { excerpt, validationError } from '../errors.ts';
import type { Violation } from '../input/violations.ts';
import { valueViolations } from './canonical-filter.ts';
import { type Condition, type FilterAttribute, type FilterOperator, filterMatrix } from './filter.ts';

const maxConditions = 10;
const operators: readonly FilterOperator[] = ['eq', 'in'];
/** The attribute's name in the product resource is accepted beside its name in the filter matrix. */
const aliases: Readonly<Record<string, FilterAttribute>> = { manufacturer_part_num: 'mpn' };
/** What ends a value that is not quoted. */
const special = new Set([',', ')', '(', ':', '"', "'"]);

/**
 * @example parseFilter('eq(sku,A-1):in(tags,rain,"50% off, today")')
 * @throws DomainError VALIDATION_FAILED: where the text is wrong, and what was expected there
 */
export function parseFilter(text: string, maxViolations = Number.POSITIVE_INFINITY): Condition[] {
  const reader = createReader(text);
  const conditions: Condition[] = [];
  reader.skipSpaces();
  while (!reader.isAtEnd()) {
    if (conditions.length === maxConditions) reader.fail(`at most ${maxConditions} conditions`);
    conditions.push(readCondition(reader));
    if (reader.isAtEnd()) break;
    reader.expect(':', "':' and another condition, or the end");
    if (reader.isAtEnd()) reader.fail('another condition');
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
export function formatFilter(conditions: readonly Condition[]): string {
  const quoted = (value: string) => `"${value.replace(/["\\]/g, '\\$&')}"`;
  return conditions
    .map(({ operator, attribute, values }) => `${operator}(${[attribute, ...values.map(quoted)].join(',')})`)
    .join(':');
}

type Reader = ReturnType<typeof createReader>;

function readCondition(reader: Reader): Condition {
  const operator = reader.readWord(operators, 'an operator');
  reader.expect('(', "'('");
  const attributes = Object.keys(filterMatrix) as FilterAttribute[];
  const name = reader.readWord([...attributes, ...Object.keys(aliases)], 'an attribute', attributes);
  const attribute = aliases[name] ?? (name as FilterAttribute);
  if (!(filterMatrix[attribute] as readonly FilterOperator[]).includes(operator)) {
    reader.failBefore(
      name,
      `an attribute that takes '${operator}' (${attributes.filter((one) => one !== 'id').join(', ')})`,
    );
  }
  reader.expect(',', "',' and a value");
  const values = [reader.readValue()];
  while (reader.takes(',')) {
    if (operator === 'eq') reader.failBefore(',', "')': eq takes one value, in takes several");
    values.push(reader.readValue());
  }
  reader.expect(')', operator === 'eq' ? "')'" : "',' and another value, or ')'");
  return { attribute, operator, values };
}

function createReader(text: string) {
  let at = 0;

  function fail(expected: string, position = at): never {
    const found = position < text.length ? `'${excerpt(text.slice(position, position + 20))}'` : 'the end';
    const problem = `is faulty at character ${position + 1}: expected ${expected}, but found ${found}`;
    throw validationError([{ path: ['filter'], subject: 'parameter', rule: 'format', problem }]);
  }

  function skipSpaces(): void {
    while (at < text.length && isSpace(text.charAt(at))) at += 1;
  }

  function takes(character: string): boolean {
    if (text.charAt(at) !== character) return false;
    at += 1;
    skipSpaces();
    return true;
  }

  return {
    fail,
    /** The fault is a token that was read already. */
    failBefore(token: string, expected: string): never {
      return fail(expected, text.lastIndexOf(token, at - 1));
    },
    skipSpaces,
    isAtEnd: () => at >= text.length,
    takes,

    expect(character: string, expected: string): void {
      if (!takes(character)) fail(expected);
    },

    /** One of the words; `shown` are those that a fault names. */
    readWord<Word extends string>(words: readonly Word[], what: string, shown: readonly string[] = words): Word {
      const start = at;
      while (at < text.length && /[A-Za-z0-9_]/.test(text.charAt(at))) at += 1;
      const word = text.slice(start, at);
      const known = words.find((one) => one === word);
      if (known === undefined) return fail(`${what} (${shown.join(', ')})`, start);
      skipSpaces();
      return known;
    },

    readValue(): string {
      const quote = text.charAt(at);
      const value = quote === '"' || quote === "'" ? readQuoted(quote) : readBare();
      skipSpaces();
      return value;
    },
  };

  function readBare(): string {
    const start = at;
    while (at < text.length && !special.has(text.charAt(at))) at += 1;
    const value = text.slice(start, at).trimEnd();
    if (value === '') fail('a value');
    if (at < text.length && text.charAt(at) !== ',' && text.charAt(at) !== ')') {
      fail(`',' or ')': a value that holds ${text.charAt(at)} is written in quotes`);
    }
    return value;
  }

  function readQuoted(quote: string): string {
    const start = at;
    const parts: string[] = [];
    at += 1;
    while (at < text.length) {
      const character = text.charAt(at);
      if (character === quote) {
        at += 1;
        return parts.join('');
      }
      if (character === '\\') at += 1;
      if (at < text.length) parts.push(text.charAt(at));
      at += 1;
    }
    return fail(`a closing ${quote} for the value that begins here`, start);
  }
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\t' || character === '\n' || character === '\r';
}
