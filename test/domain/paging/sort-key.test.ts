import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareCodePoints, sortKeyOf } from '../../../src/domain/paging/sort-key.ts';

it('sorts as updated_at descending, then id ascending', () => {
  const record = fc.record({
    time: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }),
    id: fc.uuid(),
  });
  fc.assert(
    fc.property(fc.array(record), (records) => {
      const byKey = records.toSorted((a, b) => compare(key(a), key(b)));
      const byRule = records.toSorted((a, b) => b.time.getTime() - a.time.getTime() || compare(a.id, b.id));
      expect(byKey.map(key)).toEqual(byRule.map(key));
    }),
  );
});

it.each([
  ['a nanosecond counts', '2026-01-01T00:00:00.000000001Z', '2026-01-01T00:00:00.000000000Z'],
  ['fractions of any length compare', '2026-01-01T00:00:00.5Z', '2026-01-01T00:00:00.123456Z'],
  ['more digits than nanoseconds count', '2026-01-01T00:00:00.0000000001Z', '2026-01-01T00:00:00Z'],
  ['a longer fraction is later', '2026-01-01T00:00:00.12345678912Z', '2026-01-01T00:00:00.1234567891Z'],
  ['offsets are taken into account', '2026-01-01T00:00:00-02:00', '2026-01-01T01:00:00Z'],
  ['what has no time comes last', '0001-01-01T00:00:00Z', null],
  ['what is no time comes last', '0001-01-01T00:00:00Z', 'soon'],
])('%s', (_title, first, second) => {
  expect(sortKeyOf(first, 'z') < sortKeyOf(second, 'a')).toBe(true);
});

it('digits beyond the sixty-fourth do not count: an index has no room for more', () => {
  const fraction = '1'.repeat(64);
  const key = sortKeyOf(`2026-01-01T00:00:00.${fraction}Z`, 'a');
  expect(sortKeyOf(`2026-01-01T00:00:00.${fraction}${'5'.repeat(5000)}Z`, 'a')).toBe(key);
  expect(sortKeyOf(`2026-01-01T00:00:00.${fraction.slice(1)}2Z`, 'a') < key).toBe(true);
});

it('the same moment, written otherwise, is the same place', () => {
  expect(sortKeyOf('2026-01-01T02:00:00.000+02:00', 'a')).toBe(sortKeyOf('2026-01-01T00:00:00Z', 'a'));
});

function key({ time, id }: { time: Date; id: string }): string {
  return sortKeyOf(time.toISOString(), id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

it('texts compare as their UTF-8 does, which both engines go by', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '~', '\u{e000}', '\u{ffff}', '\u{10000}', '\u{1f600}') });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareCodePoints(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});
