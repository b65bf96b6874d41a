/** Which responses are kept while many or few requests are answered from the cache. */
import { expect, it } from 'vitest';
import { Admission } from '../../src/response-cache/admission.ts';

/** A request for each of as many pages in turn: whether its response would be kept. */
function walk(admission: Admission, from: number, requests: number): boolean[] {
  return Array.from({ length: requests }, (_, number) => {
    const key = `page ${from + number}`;
    admission.noteMissed(key);
    return admission.isWorthKeeping(key);
  });
}

it('keeps everything at first', () => {
  expect(walk(new Admission(), 0, 32)).toEqual(Array(32).fill(true));
});

it('during a walk keeps what is requested a second time, and nothing else', () => {
  const admission = new Admission();
  expect(walk(admission, 0, 200).slice(100)).toEqual(Array(100).fill(false));
  expect(admission.isWorthKeeping('page 100')).toBe(false);
  admission.noteMissed('page 100');
  expect(admission.isWorthKeeping('page 100')).toBe(true);
  expect(admission.isWorthKeeping('page 101')).toBe(false);
});

it('one client that walks among others who find their responses keeps nobody from the cache', () => {
  const admission = new Admission();
  for (let number = 0; number < 1000; number += 1) {
    for (let found = 0; found < 3; found += 1) admission.noteFound();
    expect(walk(admission, number, 1)).toEqual([true]);
  }
});

it('after a walk keeps everything as soon as some responses are found', () => {
  const admission = new Admission();
  walk(admission, 0, 1000);
  expect(walk(admission, 1000, 1)).toEqual([false]);
  for (let found = 0; found < 8; found += 1) admission.noteFound();
  expect(walk(admission, 1001, 1)).toEqual([true]);
});

it('remembers most of some thousands of requests, and hardly any of those before some hundred thousand', () => {
  const countRemembered = (admission: Admission, from: number, to: number) => {
    const again = walk(admission, from, to - from);
    return again.filter(Boolean).length;
  };
  const admission = new Admission();
  walk(admission, 0, 5000);
  expect(countRemembered(admission, 0, 5000)).toBeGreaterThan(4500);
  walk(admission, 5000, 300_000);
  expect(countRemembered(admission, 0, 5000)).toBeLessThan(200);
});
