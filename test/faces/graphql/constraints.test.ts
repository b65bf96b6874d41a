/** The published rules are the enforced ones: each `@constraint` is tried from both sides of its bound, and at random. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { printSdl } from '../../../src/graphql/schema/print-sdl.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { openGateway } from '../../support/gateway.ts';
import { coordinateOf, type Published, publishedConstraints } from '../../support/published-constraints.ts';
import { runs } from '../../support/runs.ts';
import { useOpened } from '../../support/use-opened.ts';
import { formats, globalIds, patterns, places, rulesBeyond, textOfLength } from './constrained-places.ts';

const published = publishedConstraints(printSdl(schema)).filter(({ constraint }) => Object.keys(constraint).length > 0);
const named = published.map((one) => [coordinateOf(one), one] as const);
const isList = ({ type }: Published) => type.startsWith('[');

interface Sides {
  readonly inside: readonly unknown[];
  readonly outside: unknown;
}

/** Values on both sides of one rule, which break no other one. */
function sidesOf(one: Published, rule: string): Sides {
  const bound = one.constraint[rule as keyof typeof one.constraint];
  const coordinate = coordinateOf(one);
  if (rule === 'pattern' || rule === 'format') {
    const known = (rule === 'pattern' ? patterns : formats)[String(bound)];
    if (!known) throw new Error(`The test has no values for the ${rule} ${bound}.`);
    const globalId = bound === 'uuid-or-global-id' ? [globalIds[coordinate]] : [];
    return { ...known, inside: [...known.inside, ...globalId] };
  }
  if (rule === 'maxProgramSize') {
    const compact = (size: number) => `${'a{1000}'.repeat(9)}a{${size - 9002}}`;
    return { inside: [compact(Number(bound))], outside: compact(Number(bound) + 1) };
  }
  const step = rule.startsWith('min') ? -1 : 1;
  const at = (value: number): unknown => {
    if (/Items$/.test(rule)) return Array.from({ length: value }, (_, index) => `item-${index}`);
    if (!/Length$/.test(rule)) return value;
    const text = /regex/.test(coordinate) ? 'a'.repeat(value) : textOfLength(value, coordinate);
    return isList(one) ? [text] : text;
  };
  return { inside: [at(Number(bound))], outside: at(Number(bound) + step) };
}

/** Which of the published rules the value breaks, to anyone who knows nothing else. */
function brokenRules(
  { minLength, maxLength, pattern, min, max, minItems, maxItems }: Published['constraint'],
  value: unknown,
) {
  const broken = (isBroken: boolean, rule: string) => (isBroken ? [rule] : []);
  if (typeof value === 'number')
    return [...broken(value < (min ?? value), 'min'), ...broken(value > (max ?? value), 'max')];
  if (Array.isArray(value)) {
    const { length } = value;
    return [...broken(length < (minItems ?? 0), 'minItems'), ...broken(length > (maxItems ?? length), 'maxItems')];
  }
  const length = [...String(value)].length;
  return [
    ...broken(length < (minLength ?? 0), 'minLength'),
    ...broken(length > (maxLength ?? length), 'maxLength'),
    ...broken(pattern !== undefined && !new RegExp(pattern, 'u').test(String(value)), 'pattern'),
  ];
}

it('every constraint has a place where it is tried, and no place is without one', () => {
  expect(published.length).toBeGreaterThan(40);
  expect(Object.keys(places).sort()).toEqual([...new Set(published.map(({ owner }) => owner))].sort());
});

describeEachEngine('published rules', (open) => {
  const gateway = useOpened(() => openGateway(open));

  /** The rules that are broken at the place; an item's where the place is a list. */
  async function ask({ owner, name }: Published, value: unknown) {
    const place = places[owner];
    if (!place) throw new Error(`The test does not know how to ask ${owner}.`);
    const { query, variables, path } = place(name, value);
    const { errors, shown } = await gateway.ask(query, variables);
    const told = errors.flatMap(({ extensions }) => extensions.violations ?? []);
    const violations = told.filter(({ rule }) => rule !== 'reference');
    // A thing that is not found is no matter of rules; that a request does not even parse would be.
    expect(
      errors.map(({ extensions }) => extensions.code).filter((code) => !/^(VALIDATION_FAILED|NOT_FOUND)$/.test(code)),
      shown,
    ).toEqual([]);
    return { found: violations.map((one) => ({ path: one.path, rule: one.rule })), path, shown };
  }

  const rules = named.flatMap(([coordinate, one]) =>
    Object.keys(one.constraint).map((rule) => [coordinate, rule, one] as const),
  );

  it.each(rules)('%s: %s holds at its bound, and no further', async (_coordinate, rule, one) => {
    const { inside, outside } = sidesOf(one, rule);
    const beyond = rulesBeyond[one.name];
    for (const value of inside) {
      const { found, shown } = await ask(one, value);
      expect(
        found.filter((violation) => violation.rule !== beyond),
        shown,
      ).toEqual([]);
    }
    const { found, path, shown } = await ask(one, outside);
    const isOfItem = isList(one) && !/Items$/.test(rule);
    expect(found, shown).toEqual([{ path: isOfItem ? [...path, 0] : path, rule }]);
    expect(gateway.bugs, shown).toEqual([]);
  });

  it.each(named)('%s refuses at random what breaks a rule, and nothing else', async (coordinate, one) => {
    await fc.assert(
      fc.asyncProperty(valuesFor(one, coordinate), async (value) => {
        const { found, path, shown } = await ask(one, value);
        const item = isList(one) && Array.isArray(value) && value.length === 1 ? value[0] : value;
        const isText = typeof item === 'string';
        const broken = [...new Set([...brokenRules(one.constraint, value), ...brokenRules(one.constraint, item)])];
        const isStorable = !isText || (item.isWellFormed() && !item.includes('\0'));
        // What only the gateway can decide.
        const silent = [
          one.constraint.format && 'format',
          rulesBeyond[one.name],
          isStorable ? undefined : 'characters',
        ];
        for (const violation of found) {
          expect(violation.path.slice(0, path.length), shown).toEqual(path);
          expect([...broken, ...(broken.length > 0 && isStorable ? [] : silent)], shown).toContain(violation.rule);
        }
        if (broken.length > 0) expect(found, shown).toHaveLength(1);
      }),
      { numRuns: runs(10, 100) },
    );
    expect(gateway.bugs).toEqual([]);
  });

  it('nothing was written', async () => {
    const rows = await gateway.countRows();
    const fresh = await openGateway(open);
    expect({ ...rows, last_rename: null }).toEqual({ ...(await fresh.countRows()), last_rename: null });
    await fresh.drop();
  });
});

/** Near the bounds, and anywhere. */
function valuesFor(one: Published, coordinate: string): fc.Arbitrary<unknown> {
  const { min, max, minLength, maxLength, maxItems } = one.constraint;
  if (min !== undefined || max !== undefined) {
    const widest = /SafeInt/.test(one.type) ? 2 ** 53 : 2 ** 31 - 1;
    const near = [min, max].filter((bound) => bound !== undefined).flatMap((bound) => [bound - 1, bound, bound + 1]);
    return fc.oneof(
      fc.constantFrom(...near.filter((value) => Math.abs(value) <= widest)),
      fc.maxSafeInteger().map((n) => n % widest),
    );
  }
  const lengths = [minLength, maxLength]
    .filter((bound) => bound !== undefined)
    .flatMap((bound) => [bound - 1, bound, bound + 1]);
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.string({
      unit: fc.constantFrom('a', 'Z', '0', '-', '@', ' ', '\n', '\u007f', '\u0085', '\0', '\ud800', 'é', '😀'),
      maxLength: 5,
    }),
    fc.constantFrom(...lengths, 7).map((length) => textOfLength(length, coordinate)),
  );
  if (!isList(one)) return text;
  return maxItems === undefined
    ? fc.array(text, { minLength: 0, maxLength: 1 })
    : fc.array(fc.constant('x'), { maxLength: maxItems + 2 });
}
