import { describe, expect, it } from 'vitest';
import { createUnsentResponses } from '../../src/server/unsent-responses.ts';

function open(maxBytes: number) {
  const responses = createUnsentResponses(maxBytes);
  const cutOff: string[] = [];
  return { cutOff, hold: (name: string, ...pieces: Uint8Array[]) => responses.hold(pieces, () => cutOff.push(name)) };
}

const bytes = (length: number) => new Uint8Array(length);

describe('responses that are not taken', () => {
  it('have room together, and who holds most goes first, of equals the earlier', () => {
    const { hold, cutOff } = open(100);
    hold('small', bytes(10));
    hold('large', bytes(40));
    hold('as large', bytes(25), bytes(15));
    hold('last', bytes(10));
    expect(cutOff).toEqual([]);
    hold('more', bytes(30));
    expect(cutOff).toEqual(['large']);
    hold('more again', bytes(31));
    expect(cutOff).toEqual(['large', 'as large']);
  });

  it('leave their room when they are taken, and are not cut off any more', () => {
    const { hold, cutOff } = open(100);
    const letGo = hold('first', bytes(90));
    letGo();
    letGo();
    hold('second', bytes(60));
    hold('third', bytes(40));
    expect(cutOff).toEqual([]);
  });

  it('count memory once that several hold, as long as one of them does', () => {
    const { hold, cutOff } = open(100);
    const page = bytes(60);
    const holders = Array.from({ length: 50 }, (_, index) => hold(`page ${index}`, page.subarray(index), page));
    hold('alone', bytes(40));
    expect(cutOff).toEqual([]);
    for (const letGo of holders.slice(1)) letGo();
    hold('another', bytes(1));
    expect(cutOff).toEqual(['page 0']);
    hold('third', bytes(59));
    expect(cutOff).toEqual(['page 0']);
  });

  it('count what several hold as a part of each: who shares a page stays when one holds more alone', () => {
    const { hold, cutOff } = open(100);
    const page = bytes(60);
    hold('page', page);
    hold('page again', page);
    hold('alone', bytes(40));
    hold('small', bytes(1));
    expect(cutOff).toEqual(['alone']);
  });

  it('one alone may hold more than all', () => {
    const { hold, cutOff } = open(100);
    const letGo = hold('large', bytes(1000));
    expect(cutOff).toEqual([]);
    letGo();
    hold('small', bytes(100));
    expect(cutOff).toEqual([]);
  });
});
