import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Cursor, cursorConstraint, cursorsOf, parseCursor } from '../../../src/domain/paging/cursor.ts';
import { sortKeyOf } from '../../../src/domain/paging/sort-key.ts';

const formatCursor = ({ releaseId, sortKey }: Cursor, list: string) => cursorsOf(releaseId, list)(sortKey);

const cursors = fc.record({
  releaseId: fc.nat().map(String),
  sortKey: fc
    .tuple(fc.date({ noInvalidDate: true, min: new Date('0000-01-01'), max: new Date('9999-12-31') }), fc.uuid())
    .map(([date, id]) => sortKeyOf(date.toISOString(), id)),
});

it('is read back as it was made, for its own list only', () => {
  fc.assert(
    fc.property(cursors, fc.string(), fc.string(), (cursor, list, other) => {
      const text = formatCursor(cursor, list);
      expect(parseCursor(text, list)).toEqual({ cursor });
      if (other !== list) expect(parseCursor(text, other)).toHaveProperty('fault');
    }),
  );
});

it('the longest id fits in, whatever its characters', () => {
  const cursor = { releaseId: '1', sortKey: sortKeyOf('2026-01-01T00:00:00Z', '😀'.repeat(255)) };
  expect(formatCursor(cursor, 'list').length).toBeLessThanOrEqual(cursorConstraint.maxLength);
  expect(parseCursor(formatCursor(cursor, 'list'), 'list')).toEqual({ cursor });
});

it('no other text is taken for it: cut, extended, changed, or spelled otherwise', () => {
  fc.assert(
    fc.property(cursors, fc.nat(), fc.string({ minLength: 1 }), (cursor, at, noise) => {
      const text = formatCursor(cursor, 'list');
      const cut = text.slice(0, at % text.length);
      for (const wrong of [cut, `${text}${noise}`, `${noise}${text}`, `${text}=`]) {
        expect(parseCursor(wrong, 'list')).toHaveProperty('fault');
      }
    }),
  );
});

it('garbage is refused, never thrown at', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(parseCursor(text, 'list')).toHaveProperty('fault');
    }),
  );
});
