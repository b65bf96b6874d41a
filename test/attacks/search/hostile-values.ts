/** Values for an argument or variable of any input type: fitting, at a bound, beyond it, and far too many. */
import {
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { Material } from './material.ts';
import type { Random } from './random.ts';

export interface ValueSource {
  readonly random: Random;
  readonly material: Material;
}

const listLengths = [0, 1, 2, 5, 20, 50, 100, 101, 1000, 5000, 20_000, 80_000, 250_000];
/** About what a request may hold. */
const maxListBytes = 1_000_000;
const maxMixed = 50;
const textLengths = [0, 1, 10, 63, 255, 256, 1024, 2048, 10_000, 200_000];
const numbers = [0, 1, -1, 2, 5, 10, 25, 50, 99, 100, 100, 100, 101, 65_535, 2 ** 31 - 1, 2 ** 31, 2 ** 53, 1.5];

/** What a member of that name and type may be given. */
export function hostileValue(type: GraphQLInputType, name: string, source: ValueSource): unknown {
  const { random } = source;
  if (random.chance(0.01)) return random.pick([null, true, {}, [], { a: { a: {} } }, 'x']);
  if (!isNonNullType(type) && random.chance(0.05)) return null;
  const known = getNullableType(type);
  if (isListType(known)) return hostileList(known.ofType, name, source);
  if (isEnumType(known)) return random.pick(known.getValues()).name;
  if (isInputObjectType(known)) return hostileObject(known, source);
  return hostileScalar(String(known), name, source);
}

function hostileList(item: GraphQLInputType, name: string, source: ValueSource): unknown[] {
  const { random } = source;
  const wanted = random.chance(0.5) ? random.below(30) : random.pick(listLengths);
  const one = hostileValue(item, name, source);
  const length = Math.min(wanted, Math.ceil(maxListBytes / JSON.stringify(one).length));
  // All alike, all different, or, of a short one, a mixture of what there is.
  const kind = random.below(3);
  return Array.from({ length }, (_, index) => {
    if (kind === 0) return one;
    if (kind === 1) return `v${index}`;
    return length <= maxMixed ? hostileValue(item, name, source) : random.pick([one, '']);
  });
}

function hostileObject(
  type: { readonly isOneOf: boolean; getFields(): Readonly<Record<string, { name: string; type: GraphQLInputType }>> },
  source: ValueSource,
): Record<string, unknown> {
  const { random } = source;
  const fields = Object.values(type.getFields());
  const chosen = type.isOneOf
    ? [random.pick(fields)]
    : fields.filter(({ type: member }) => isNonNullType(member) || random.chance(0.4));
  const members = chosen.map((field): [string, unknown] => [field.name, hostileValue(field.type, field.name, source)]);
  if (random.chance(0.02)) members.push(...manyMembers(random.pick([1, 100, 20_000, 80_000])));
  return Object.fromEntries(members);
}

function manyMembers(count: number): [string, unknown][] {
  return Array.from({ length: count }, (_, index) => [`m${index}`, index]);
}

function hostileScalar(type: string, name: string, source: ValueSource): unknown {
  const { random, material } = source;
  if (type === 'Boolean') return random.chance(0.5);
  if (/^(Int|Float|SafeInt)$/.test(type)) return random.pick(numbers);
  if (/^(after|before)$/.test(name)) return random.chance(0.9) ? random.pick(material.cursors) : hostileText(random);
  if (/option/i.test(name)) return random.pick(material.optionIds.length > 0 ? material.optionIds : ['o']);
  if (type === 'ID' || /ids?$/i.test(name)) {
    return random.chance(0.8)
      ? random.pick(material.ids)
      : random.pick(['', 'none', '00000000-0000-4000-8000-000000000000']);
  }
  if (name === 'regex') return hostilePattern(random);
  if (name === 'currency') return random.pick(['EUR', 'USD', 'XXX']);
  if (name === 'email') return random.pick(['a@b.example', `${'a'.repeat(1000)}@b`, '@'.repeat(1000)]);
  return random.chance(0.6) ? random.pick(material.values) : hostileText(random);
}

export function hostileText(random: Random): string {
  const character = random.pick(['a', 'ä', '😀', '\n', '"', '\\', '%', '\u0000', '\ud800', '.', 'İ']);
  return character.repeat(random.pick(textLengths));
}

/** Repetitions, classes and groups, within each other. */
export function hostilePattern(random: Random, depth = 0): string {
  const atom = () => random.pick(['a', '.', '\\pL', '\\p{Greek}', '[^a]', '\\pN', '[a-z]', '\\b', '(?i)k', '']);
  const inner = () => (depth > 4 || random.chance(0.3) ? atom() : `(${hostilePattern(random, depth + 1)})`);
  const repetition = () => random.pick(['', '*', '+', '?', '{2}', '{10}', '{100}', '{1000}', '{0,1000}', '{30,}']);
  const parts = Array.from({ length: 1 + random.below(4) }, () => `${inner()}${repetition()}`);
  return parts
    .join(random.pick(['', '|']))
    .repeat(random.pick([1, 1, 1, 2, 10, 100]))
    .slice(0, 1024);
}
