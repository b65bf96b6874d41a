import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { HttpProblem } from '../../src/http/http-problem.ts';
import { createBodyRoom } from '../../src/server/body-room.ts';

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
});
