/** Answers of a platform that is not itself: whatever a fault, a proxy or a newer version may make of them. */
import type { PlatformAnswer } from '../../../support/dialect-proxy.ts';

export type Random = () => number;

/** The same numbers for the same seed. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function oneOf<Value>(random: Random, values: readonly Value[]): Value {
  return values[Math.floor(random() * values.length)] as Value;
}

/** Seldom those after which a platform is spared for a while: then nothing would be read. */
const statuses: readonly number[] = [
  ...Array<number>(30).fill(200),
  201,
  204,
  301,
  400,
  401,
  403,
  404,
  409,
  410,
  418,
  422,
  500,
];
const texts = [
  '',
  ' ',
  'null',
  '[]',
  '{}',
  '"text"',
  '0',
  '<html>502</html>',
  '{"data":',
  '{"errors":[{}]}',
  '{"errors":"no"}',
  '{"data":null}',
  '{"data":[null]}',
  '\u0000',
  `${'['.repeat(500)}${']'.repeat(500)}`,
];
const values = [
  ...[
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e300,
    '',
    'x',
    '\u0000',
    '\ud800',
    'ü'.repeat(3000),
    '../..',
    '1970-01-01',
    '9999-99-99T99:99:99Z',
  ],
  ...[[], {}, [[]], [null], [{}], { data: null }, { id: 1 }, { '': '' }, { __proto__: null, constructor: 1 }],
] as const;

/** One of them, now and then none. */
export function distorted(random: Random, answer: PlatformAnswer): PlatformAnswer {
  const kind = random();
  if (kind < 0.1) return { ...answer, status: oneOf(random, statuses) };
  if (kind < 0.2) return { status: oneOf(random, statuses), text: oneOf(random, texts) };
  if (kind < 0.25) return { ...answer, text: answer.text.slice(0, Math.floor(random() * answer.text.length)) };
  if (answer.text === '') return answer;
  let body: unknown = JSON.parse(answer.text);
  for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes -= 1) body = changed(random, body);
  return { ...answer, text: JSON.stringify(body) };
}

/** One place of a value: another one stands there, twice, or none. */
function changed(random: Random, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random() < 0.05) return oneOf(random, values);
  const names = Object.keys(value);
  if (names.length === 0) return oneOf(random, values);
  const name = oneOf(random, names);
  if (Array.isArray(value)) {
    const at = Number(name);
    const how = random();
    if (how < 0.1) return value.toSpliced(at, 1);
    return how < 0.2 ? value.toSpliced(at, 0, value[at]) : value.with(at, changed(random, value[at]));
  }
  const members = value as Readonly<Record<string, unknown>>;
  const how = random();
  if (how < 0.15) return Object.fromEntries(Object.entries(members).filter(([other]) => other !== name));
  if (how < 0.25) return { ...members, [`${name}x`]: members[name], __proto__x: 1 };
  return { ...members, [name]: changed(random, members[name]) };
}
