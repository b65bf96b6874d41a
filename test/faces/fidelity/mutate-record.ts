/** A record with one member broken: removed, or something else in its place. */
import type { Random } from '../../attacks/search/random.ts';
import type { Json } from './random-store.ts';

export interface MutatedRecord {
  readonly record: Json;
  readonly path: string;
  /** What became of the member. */
  readonly change: string;
}

const removed = Symbol('removed');

function nested(depth: number): unknown {
  return depth === 0 ? 'x' : [nested(depth - 1)];
}

const changes: Readonly<Record<string, (value: unknown) => unknown>> = {
  removed: () => removed,
  null: () => null,
  true: () => true,
  false: () => false,
  zero: () => 0,
  'a negative number': () => -1,
  'a fraction': () => 1.5,
  'beyond a safe integer': () => 9_007_199_254_740_993n,
  'the largest int64': () => 2n ** 63n - 1n,
  'beyond int64': () => 2n ** 63n,
  'a huge number': () => 1e308,
  'an empty text': () => '',
  'another text': () => 'something else',
  'a number as text': (value) => String(value),
  'a huge text': () => 'x'.repeat(70_000),
  'a text of NUL': () => 'a\u0000b',
  'half a surrogate pair': () => 'a\ud800',
  'control characters': () => '\u001b[2J\r\n\u0085',
  'no UUID': () => '0c000000-0000-4000-8000-00000000000g',
  'a UUID': () => '0c0000aa-0000-4000-8000-0000000000AA',
  'no date': () => '2026-02-30T00:00:00.000Z',
  'a date': () => '2026-02-03t04:05:06.789123+07:00',
  'an empty list': () => [],
  'an empty object': () => ({}),
  'a list of it': (value) => [value],
  'an object of it': (value) => ({ value }),
  'a map with the key of the prototype': (value) =>
    JSON.parse('{"__proto__":0}', (_, inner) => (inner === 0 ? value : inner)),
  'a list of null': () => [null],
  'lists in lists': () => [[[[]]]],
  'nesting without end': () => nested(70),
};

/** The record itself stays as it is. */
export function mutateRecord(record: Json, random: Random): MutatedRecord {
  const path = random.pick(pathsIn(record));
  const change = random.pick(Object.keys(changes));
  const copy = structuredClone(record);
  const parent = path.slice(0, -1).reduce((value: Json, name) => value[name], copy);
  const name = path.at(-1) ?? '';
  const value = changes[change]?.(parent[name]);
  if (value !== removed) parent[name] = value;
  else if (Array.isArray(parent)) parent.splice(Number(name), 1);
  else delete parent[name];
  return { record: copy, path: path.join('.'), change };
}

function pathsIn(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const here = [...path, name];
    return [here, ...pathsIn(member, here)];
  });
}
