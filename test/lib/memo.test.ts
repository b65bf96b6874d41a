/** What is known of an object goes with it, and shows nowhere else. */
import { expect, it } from 'vitest';
import { createMemo } from '../../src/lib/memo.ts';

it('what is set of an object is known of it, and of no other', () => {
  const memo = createMemo<object, string>('colour');
  const [known, other] = [{}, {}];
  memo.set(known, 'red');
  expect([memo.get(known), memo.get(other)]).toEqual(['red', undefined]);
  memo.set(known, 'blue');
  expect(memo.get(known)).toBe('blue');
});

it('two memos of one name know nothing of each other', () => {
  const [first, second] = [createMemo<object, number>('size'), createMemo<object, number>('size')];
  const known = {};
  first.set(known, 1);
  expect(second.get(known)).toBeUndefined();
});

it('neither a copy of the object nor a list of its members has what is known of it', () => {
  const memo = createMemo<object, string>('colour');
  const [known, list] = [{ a: 1 }, [1, 2]];
  memo.set(known, 'red');
  memo.set(list, 'red');
  expect(memo.get({ ...known })).toBeUndefined();
  expect(memo.get([...list])).toBeUndefined();
  expect(Reflect.ownKeys({ ...known })).toEqual(['a']);
  expect(JSON.stringify([known, list])).toBe('[{"a":1},[1,2]]');
});
