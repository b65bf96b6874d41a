import { expect, it } from 'vitest';
import { uuid } from '../../src/domain/input/identifiers.ts';
import { newId } from '../../src/domain/new-id.ts';

it('is a UUID of version 7, which says when it was made', () => {
  const id = newId(Date.parse('2022-02-22T19:22:22Z'));
  expect(uuid.parse(id)).toBe(id);
  // The example of RFC 9562, appendix A.6, has the same time.
  expect(id).toMatch(/^017f22e2-79b0-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it('is another one each time, after those of an earlier time', () => {
  const now = Date.now();
  const ids = Array.from({ length: 1000 }, () => newId(now));
  expect(new Set(ids).size).toBe(1000);
  expect(ids.every((id) => id < newId(now + 1))).toBe(true);
});
