import { describe, expect, it } from 'vitest';
import { createPendingParts } from '../../src/server/pending-parts.ts';

function open(maxBytes: number) {
  const parts = createPendingParts(maxBytes);
  const refused: string[] = [];
  return { refused, begin: (name: string) => parts.begin(() => refused.push(name)) };
}

describe('parts of requests that are not complete', () => {
  it('have room together, and those that began first go first', () => {
    const { begin, refused } = open(100);
    const [one, two, three] = [begin('one'), begin('two'), begin('three')];
    one.add(10);
    two.add(50);
    three.add(40);
    expect(refused).toEqual([]);
    three.add(11);
    expect(refused).toEqual(['one', 'two']);
    three.add(49);
    expect(refused).toEqual(['one', 'two']);
  });

  it('leave their room when they end, and are not refused any more', () => {
    const { begin, refused } = open(100);
    const first = begin('first');
    first.add(100);
    first.end();
    first.end();
    first.add(100);
    begin('second').add(100);
    expect(refused).toEqual([]);
  });

  it('count no more once they are refused, and one alone may be too large', () => {
    const { begin, refused } = open(100);
    const large = begin('large');
    large.add(101);
    large.add(1000);
    large.end();
    begin('next').add(100);
    expect(refused).toEqual(['large']);
    begin('last').add(1);
    expect(refused).toEqual(['large', 'next']);
  });
});
