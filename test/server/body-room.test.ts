import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { HttpProblem } from '../../src/http/http-problem.ts';
import { createBodyRoom } from '../../src/server/body-room.ts';

function open({ timeoutMs = 0, maxWaitingBytes = 1000 } = {}) {
  const refuse = () => new HttpProblem(503, 'Too many.');
  const room = createBodyRoom({ timeoutMs, maxBytes: 100, maxWaitingBytes, refuse });
  const begun: string[] = [];
  const refused: string[] = [];
  async function enter(name: string, bytes: number): Promise<void> {
    try {
      await room.enter(bytes);
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
    expect([room.enter(60), room.enter(40), room.enter(0)]).toEqual([null, null, null]);
    expect(room.enter(1)).toBeInstanceOf(Promise);
  });

  it('is there for one alone, however large', () => {
    const { room } = open();
    expect(room.enter(5000)).toBeNull();
    expect(room.enter(1)).toBeInstanceOf(Promise);
  });

  it('goes to those that fit when others leave, in the order in which they came', async () => {
    const { room, begun, enter } = open();
    room.enter(100);
    const entering = [enter('large', 90), enter('one', 30), enter('two', 30)];
    room.leave(20);
    await sleep(0);
    expect(begun).toEqual([]);
    room.leave(20);
    await sleep(0);
    expect(begun).toEqual(['one']);
    room.leave(60);
    await sleep(0);
    expect(begun).toEqual(['one', 'two']);
    room.leave(30);
    room.leave(30);
    await Promise.all(entering);
    expect(begun).toEqual(['one', 'two', 'large']);
    expect(room.enter(10)).toBeNull();
  });

  it('is refused to those that have waited for too long, who take none', async () => {
    const { room, begun, refused, enter } = open({ timeoutMs: 20 });
    room.enter(100);
    await enter('late', 50);
    expect(refused).toEqual(['late']);
    room.leave(100);
    await enter('next', 100);
    expect(begun).toEqual(['next']);
  });

  it('is refused at once where too many bytes wait', async () => {
    const { room, refused, enter, begun } = open({ maxWaitingBytes: 100 });
    room.enter(100);
    const waiting = enter('first', 80);
    await enter('second', 30);
    expect(refused).toEqual(['second']);
    room.leave(100);
    await waiting;
    expect(begun).toEqual(['first']);
  });
});
