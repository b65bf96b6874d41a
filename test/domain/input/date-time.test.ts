import { describe, expect, it } from 'vitest';
import { parseDateTime, toUtc, toUtcMilliseconds } from '../../../src/domain/input/date-time.ts';

describe('a date-time', () => {
  it.each([
    ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31t09:30:00.5z', '2026-01-31T09:30:00.500Z'],
    ['2026-01-31T23:30:00-02:00', '2026-02-01T01:30:00.000Z'],
    ['2026-01-01T00:00:00.123456789+00:30', '2025-12-31T23:30:00.123456789Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    ['2026-04-30T00:00:00Z', '2026-04-30T00:00:00.000Z'],
    ['2026-12-31T23:59:59Z', '2026-12-31T23:59:59.000Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ])('%s is %s in UTC', (text, utc) => {
    expect(parseDateTime(text)).not.toBeNull();
    expect(toUtc(text)).toBe(utc);
    expect(toUtc(utc)).toBe(utc);
  });

  it.each([
    ['a day that its month does not have', '2026-04-31T00:00:00Z'],
    ['no day', '2026-04-00T00:00:00Z'],
    ['a leap day in a common year', '2026-02-29T00:00:00Z'],
    ['a leap day in a common century', '1900-02-29T00:00:00Z'],
    ['a month that is none', '2026-13-01T00:00:00Z'],
    ['the hour 24', '2026-01-01T24:00:00Z'],
    ['a leap second', '2026-12-31T23:59:60Z'],
    ['no offset', '2026-01-01T00:00:00'],
    ['a moment before the year 0', '0000-01-01T00:00:00+00:01'],
    ['a moment after the year 9999', '9999-12-31T23:59:59-00:01'],
  ])('is not what has %s', (_, text) => {
    expect(parseDateTime(text)).toBeNull();
    expect(toUtc(text)).toBe(text);
  });

  it('is cut to the millisecond, never rounded', () => {
    expect(toUtcMilliseconds('2026-01-01T00:00:00.1239999Z')).toBe('2026-01-01T00:00:00.123Z');
    expect(toUtcMilliseconds('2026-01-01T01:00:00+01:00')).toBe('2026-01-01T00:00:00.000Z');
  });
});
