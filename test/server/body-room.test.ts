import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { HttpProblem } from '../../src/http/http-problem.ts';
import { createBodyRoom } from '../../src/server/body-room.ts';
import { heapBytes } from '../support/collect-garbage.ts';

/** Whoever it is. */
const client = '192.0.2.1';
const ofEach = { bytes: 0, maxBytes: 0 };

function open({ timeoutMs = 0, maxWaitingBytes = 1000 } = {}) {
  const refuse = () => new HttpProblem(503, 'Too many.');
  const room = createBodyRoom({ timeoutMs, maxBytes: 100, ofEach, maxWaitingBytes, refuse });
  const begun: string[] = [];
  const refused: string[] = [];
  async function enter(name: string, bytes: number): Promise<void> {
    try {
      await room.enter({ bytes, client });
      begun.push(name);
    } catch (error) {
      expect(error).toBeInstanceOf(HttpProblem);
      refused.push(name);
    }
  }
  return { room, begun, refused, enter };
}

describe('the room for bodies', () => {
  it('is there at once, as long as there is some', () => {
    const { room } = open();
    expect([
      room.enter({ bytes: 60, client }),
      room.enter({ bytes: 40, client }),
      room.enter({ bytes: 0, client }),
    ]).toEqual([null, null, null]);
    expect(room.enter({ bytes: 1, client })).toBeInstanceOf(Promise);
  });

  it('is there for one alone, however large', () => {
    const { room } = open();
    expect(room.enter({ bytes: 5000, client })).toBeNull();
    expect(room.enter({ bytes: 1, client })).toBeInstanceOf(Promise);
  });

  it('goes to those that fit when others leave, in the order in which they came', async () => {
    const { room, begun, enter } = open();
    room.enter({ bytes: 100, client });
    const entering = [enter('large', 90), enter('one', 30), enter('two', 30)];
    room.leave({ bytes: 20, client });
    await sleep(0);
    expect(begun).toEqual([]);
    room.leave({ bytes: 20, client });
    await sleep(0);
    expect(begun).toEqual(['one']);
    room.leave({ bytes: 60, client });
    await sleep(0);
    expect(begun).toEqual(['one', 'two']);
    room.leave({ bytes: 30, client });
    room.leave({ bytes: 30, client });
    await Promise.all(entering);
    expect(begun).toEqual(['one', 'two', 'large']);
    expect(room.enter({ bytes: 10, client })).toBeNull();
  });

  it('is refused to those that have waited for too long, who take none', async () => {
    const { room, begun, refused, enter } = open({ timeoutMs: 20 });
    room.enter({ bytes: 100, client });
    await enter('late', 50);
    expect(refused).toEqual(['late']);
    room.leave({ bytes: 100, client });
    await enter('next', 100);
    expect(begun).toEqual(['next']);
  });

  it('is refused at once where too many bytes wait', async () => {
    const { room, refused, enter, begun } = open({ maxWaitingBytes: 100 });
    room.enter({ bytes: 100, client });
    const waiting = enter('first', 80);
    await enter('second', 21);
    expect(refused).toEqual(['second']);
    const last = enter('third', 20);
    room.leave({ bytes: 100, client });
    await Promise.all([waiting, last]);
    expect(begun).toEqual(['first', 'third']);
  });

  it('is waited for again by as many as before, once those that waited have begun or were refused', async () => {
    const { room, refused, enter, begun } = open({ timeoutMs: 20, maxWaitingBytes: 100 });
    room.enter({ bytes: 100, client });
    await enter('late', 100);
    for (const name of ['one', 'two']) {
      const waiting = enter(name, 100);
      room.leave({ bytes: 100, client });
      await waiting;
    }
    expect({ begun, refused }).toEqual({ begun: ['one', 'two'], refused: ['late'] });
  });

  it('is there for little of each client, whatever another one has', async () => {
    const refuse = () => new HttpProblem(503, 'Too many.');
    const room = createBodyRoom({ timeoutMs: 20, maxBytes: 100, ofEach: { bytes: 10, maxBytes: 25 }, refuse });
    const flooding = { bytes: 50, client };
    expect([room.enter(flooding), room.enter(flooding)]).toEqual([null, null]);
    await expect(room.enter({ bytes: 1, client })).rejects.toMatchObject({ status: 503 });

    const others = [{ bytes: 10, client: '192.0.2.2' }, ...[4, 6].map((bytes) => ({ bytes, client: '192.0.2.3' }))];
    expect(others.map(room.enter)).toEqual([null, null, null]);
    await expect(room.enter({ bytes: 1, client: '192.0.2.3' })).rejects.toMatchObject({ status: 503 });
    await expect(room.enter({ bytes: 6, client: '192.0.2.4' })).rejects.toMatchObject({ status: 503 });

    others.forEach(room.leave);
    expect(room.enter({ bytes: 10, client: '192.0.2.3' })).toBeNull();
  });

  it('remembers no client that has nothing at work', () => {
    const { room } = open();
    const before = heapBytes();
    for (let number = 0; number < 50_000; number += 1) {
      const body = { bytes: 10, client: `2001:db8::${number}` };
      room.enter(body);
      room.leave(body);
    }
    expect(heapBytes() - before).toBeLessThan(1_000_000);
    expect(room.enter({ bytes: 100, client })).toBeNull();
  });

  it('is, unless another one is wanted, for four megabytes, a little of each client, and eight times as much that waits', async () => {
    const refuse = () => new HttpProblem(503, 'Too many.');
    const room = createBodyRoom({ timeoutMs: 0, refuse });
    const enter = (bytes: number, number: number) => room.enter({ bytes, client: `192.0.2.${number}` });
    expect(enter(4_000_000, 1)).toBeNull();
    expect(enter(64_001, 18)).toBeInstanceOf(Promise);
    for (let number = 2; number < 17; number += 1) expect(enter(64_000, number)).toBeNull();
    expect(enter(40_001, 20)).toBeInstanceOf(Promise);
    expect(enter(40_000, 21)).toBeNull();
    expect(enter(32_000_000 - 64_001 - 40_001, 22)).toBeInstanceOf(Promise);
    await expect(enter(1, 23)).rejects.toMatchObject({ status: 503 });
  });
});
