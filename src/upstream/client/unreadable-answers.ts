/**
 * Answers that turned out to be no records of the contract when they were read. Such a one may come from something on the way, or be the
 * platform's fault for a moment: it is not shown again, as what is no JSON is not.
 */
import { createMemo } from '../../lib/memo.ts';

const unreadable = createMemo<object, true>('unreadable');

export function noteUnreadable(body: object): void {
  unreadable.set(body, true);
}

export function isUnreadable(body: unknown): boolean {
  return typeof body === 'object' && body !== null && unreadable.get(body) === true;
}
