import { GraphQLError, Kind, type ValueNode } from 'graphql';
import { toUtc } from '../../domain/input/date-time.ts';
import { builder } from './builder.ts';

const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };

builder.scalarType('BigInt', {
  description:
    'A whole number of 64 bits (±2^63), exact: written as a string of its digits, because a JSON number beyond 2^53 ' +
    'would be rounded by JavaScript clients. Amounts of money are in the lowest denomination of their currency.',
  serialize: (value) => String(value),
  parseValue: (value) => toInt64(value),
  parseLiteral: (node) => toInt64(node.kind === Kind.INT || node.kind === Kind.STRING ? node.value : null, node),
});

builder.scalarType('CurrencyCode', {
  description: 'A currency, by its ISO 4217 code, in upper case: `EUR`. Nothing has a price in what is no currency.',
  serialize: (value) => value,
  parseValue: (value) => toText(value),
  parseLiteral: (node) => toText(node.kind === Kind.STRING ? node.value : null, node),
});

builder.scalarType('SafeInt', {
  description: 'A whole number that JavaScript holds exactly: from −(2^53−1) to 2^53−1, as a JSON number.',
  serialize: (value) => value,
  parseValue: (value) => toSafeInt(value),
  parseLiteral: (node) =>
    toSafeInt(node.kind === Kind.INT || node.kind === Kind.FLOAT ? Number(node.value) : null, node),
});

builder.scalarType('DateTime', {
  description:
    'A moment: RFC 3339 in UTC, as in `2026-01-31T09:30:00.000Z`, with more digits after the second where the platform gave more.',
  serialize: (value) => toUtc(String(value)),
});

builder.scalarType('JSON', {
  description: 'Any JSON value: only where the platform lets its users choose the shape.',
  serialize: toJson,
});

/** `node`: the literal that it stands in, which an error names the place of. */
function toInt64(value: unknown, node?: ValueNode): bigint {
  const digits = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof digits === 'string' && /^-?\d{1,19}$/.test(digits)) {
    const number = BigInt(digits);
    if (number >= int64.min && number <= int64.max) return number;
  }
  throw faulty('BigInt must be a whole number of 64 bits, as a string of digits.', node);
}

function toSafeInt(value: unknown, node?: ValueNode): number {
  // -0 is 0.
  if (Number.isSafeInteger(value)) return Number(value) + 0;
  throw faulty('SafeInt must be a whole number from -(2^53-1) to 2^53-1.', node);
}

/** Whether there is such a currency, and prices in it, is not a question of form. */
function toText(value: unknown, node?: ValueNode): string {
  if (typeof value === 'string') return value;
  throw faulty('CurrencyCode must be a string: the ISO 4217 code of a currency.', node);
}

function faulty(message: string, node: ValueNode | undefined): GraphQLError {
  return new GraphQLError(message, { nodes: node });
}

const convertedObjects = new WeakMap<object, unknown>();

/**
 * Whole numbers beyond 2^53 come out of stored documents as bigint, which JSON can't hold as a number exactly. An object that
 * aliases show many times is converted once.
 */
function toJson(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  const known = convertedObjects.get(value);
  if (known !== undefined) return known;
  const converted = Array.isArray(value)
    ? value.map(toJson)
    : Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toJson(member)]));
  convertedObjects.set(value, converted);
  return converted;
}
