import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Cursor,
  cursorConstraint,
  cursorsOf,
  type ListIdentity,
  parseCursor,
  releaseOfCursor,
} from '../../../src/domain/paging/cursor.ts';
import { sortKeyOf } from '../../../src/domain/paging/sort-key.ts';

const own: ListIdentity = { list: 'list', context: 'context' };
const formatCursor = ({ releaseId, sortKey }: Cursor, list = own) => cursorsOf(releaseId, list)(sortKey);

const cursors = fc.record({
  releaseId: fc.nat().map(String),
  sortKey: fc
    .tuple(fc.date({ noInvalidDate: true, min: new Date('0000-01-01'), max: new Date('9999-12-31') }), fc.uuid())
    .map(([date, id]) => sortKeyOf(date.toISOString(), id)),
});

/** Of few, so that lists are often the same, and contexts too. */
const names = fc.oneof(fc.constantFrom('', 'a'), fc.string());
const lists = fc.record({ list: names, context: names });

it('is read back as it was made, for its own list only, and says whether another context is the reason', () => {
  fc.assert(
    fc.property(cursors, lists, lists, (cursor, list, other) => {
      const text = formatCursor(cursor, list);
      expect(parseCursor(text, list)).toEqual({ cursor });
      const reasons = [
        ...(other.list === list.list ? [] : ['does not belong to this connection']),
        ...(other.context === list.context ? [] : ['is of another context']),
      ];
      const [reason] = reasons;
      const read = parseCursor(text, other);
      if (reason) expect(read).toMatchObject({ fault: { rule: 'cursor', problem: expect.stringContaining(reason) } });
      else expect(read).toEqual({ cursor });
    }),
  );
});

it('the longest id fits in, whatever its characters', () => {
  const cursor = { releaseId: '1', sortKey: sortKeyOf('2026-01-01T00:00:00Z', '😀'.repeat(255)) };
  expect(formatCursor(cursor).length).toBeLessThanOrEqual(cursorConstraint.maxLength);
  expect(parseCursor(formatCursor(cursor), own)).toEqual({ cursor });
});

it('no other text is taken for it: cut, extended, changed, or spelled otherwise', () => {
  fc.assert(
    fc.property(cursors, fc.nat(), fc.string({ minLength: 1 }), (cursor, at, noise) => {
      const text = formatCursor(cursor);
      const cut = text.slice(0, at % text.length);
      for (const wrong of [cut, `${text}${noise}`, `${noise}${text}`, `${text}=`]) {
        expect(parseCursor(wrong, own)).toHaveProperty('fault');
      }
    }),
  );
});

it('one that was made up, with a position that no id has, is refused', () => {
  for (const sortKey of ['\0', 'a\0', '0251650693347.82~\0']) {
    const text = formatCursor({ releaseId: '1', sortKey });
    expect(parseCursor(text, own)).toMatchObject({ fault: { rule: 'cursor' } });
    expect(releaseOfCursor(text)).toBeNull();
  }
});

it('garbage is refused, never thrown at', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(parseCursor(text, own)).toHaveProperty('fault');
    }),
  );
});
