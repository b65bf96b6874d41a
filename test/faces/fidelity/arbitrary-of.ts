/** What a resource's schema takes, at random: the schema is read as the importer reads it, so that a new member is tested at once. */
import fc from 'fast-check';
import { z } from 'zod';
import { storableText } from '../../support/unicode.ts';

/** In the place of what can't be found by trial: a regular expression, a nested map. */
export type Instead = ReadonlyMap<z.core.$ZodType, fc.Arbitrary<unknown>>;

/** Of optional members, `undefined` is the one that is absent. */
export function arbitraryOf(schema: z.core.$ZodType, instead: Instead = new Map()): fc.Arbitrary<unknown> {
  const known = instead.get(schema);
  if (known) return known;
  const made = ofType(schema, (inner) => arbitraryOf(inner, instead));
  const { checks = [] } = (schema as z.core.$ZodTypes)._zod.def;
  return checks.length > 0 ? made.filter((value) => z.validate(schema, value)) : made;
}

type Recur = (schema: z.core.$ZodType) => fc.Arbitrary<unknown>;

function ofType(schema: z.core.$ZodType, recur: Recur): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'default':
      return fc.oneof({ weight: 3, arbitrary: recur(def.innerType) }, { weight: 2, arbitrary: fc.constant(undefined) });
    case 'nullable':
      return fc.oneof({ weight: 6, arbitrary: recur(def.innerType) }, { weight: 1, arbitrary: fc.constant(null) });
    case 'object':
      return ofObject(def, recur);
    case 'record':
      return fc.dictionary(recur(def.keyType) as fc.Arbitrary<string>, recur(def.valueType), { maxKeys: 3 });
    case 'array':
      return fc.array(recur(def.element), { maxLength: 3 });
    case 'union':
      return fc.oneof(...def.options.map(recur));
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'boolean':
      return fc.boolean();
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'string':
      return ofString(schema);
    case 'custom':
      return ofWholeNumber(schema);
    case 'pipe':
      // A text that is brought into one form says of itself what it is.
      if (published(schema).format) return ofString(schema);
      return recur((def.in as z.core.$ZodTypes)._zod.def.type === 'transform' ? def.out : def.in);
    case 'unknown':
      return anyMember;
    default:
      throw new Error(`A schema of the type ${def.type} has no arbitrary here.`);
  }
}

const anyMember = fc
  .jsonValue({ maxDepth: 2, stringUnit: 'binary' })
  .filter((value) => !/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(value)));

function ofObject(def: z.core.$ZodObjectDef, recur: Recur): fc.Arbitrary<object> {
  const members = fc.record(Object.fromEntries(Object.entries(def.shape).map(([name, inner]) => [name, recur(inner)])));
  const present = members.map((made) => Object.entries(made).filter(([, value]) => value !== undefined));
  if (def.catchall?._zod.def.type !== 'unknown') return present.map((entries) => Object.fromEntries(entries));
  const strange = fc.option(fc.tuple(fc.constantFrom('x-future', '__proto__', 'ünknown'), anyMember), {
    freq: 10,
    nil: null,
  });
  // `Object.fromEntries` makes a member of its own of `__proto__`, as JSON.parse does.
  return fc.tuple(present, strange).map(([entries, more]) => Object.fromEntries(more ? [...entries, more] : entries));
}

interface Published {
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

const published = (schema: z.core.$ZodType) => (z.globalRegistry.get(schema) ?? {}) as Published;

function ofString(schema: z.core.$ZodType): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = published(schema);
  if (format === 'uuid')
    return fc.oneof(
      fc.uuid(),
      fc.uuid().map((id) => id.toUpperCase()),
    );
  if (format === 'date-time') return moments;
  const isRight = (value: string) => [...value].length >= minLength && [...value].length <= maxLength;
  const made =
    pattern === undefined ? storableText(12) : fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: 12 });
  return made.filter((value) => isRight(value) && value.isWellFormed() && !value.includes('\0'));
}

const moments = fc
  .tuple(
    fc.date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true }),
    fc.constantFrom('', '.0', '.5', '.123', '.123456789'),
    fc.constantFrom('Z', 'z', '+01:00', '-09:30'),
  )
  .map(([date, fraction, offset]) => `${date.toISOString().slice(0, 19)}${fraction}${offset}`);

function ofWholeNumber(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const { minimum = -(2 ** 53) + 1, maximum } = published(schema);
  if (maximum !== undefined) return fc.integer({ min: minimum, max: maximum });
  const extremes = [2n ** 63n - 1n, 3_000_000_000, minimum, ...(minimum < 0 ? [-(2n ** 63n)] : [])];
  return fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: Math.max(minimum, -5), max: 1000 }) },
    { weight: 1, arbitrary: fc.constantFrom(...extremes) },
  );
}
