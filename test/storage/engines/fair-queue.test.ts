import { describe, expect, it } from 'vitest';
import { createFairQueue, type Waiting } from '../../../src/storage/engines/fair-queue.ts';

interface Job extends Waiting {
  readonly name: string;
}

const requests: Record<string, object> = { one: {}, two: {}, three: {} };

function job(client: string, request: string, name = ''): Job {
  return { client, request: requests[request] as object, name: `${client} ${request} ${name}`.trim() };
}

function queueOf(jobs: readonly Job[], limits = { maxWaiting: 100, maxWaitingOfClient: 100 }) {
  const queue = createFairQueue<Job>(limits);
  const displaced = jobs.map((one) => queue.add(one)?.name ?? null);
  const drain = () => {
    const names: string[] = [];
    for (let next = queue.next(); next; next = queue.next()) names.push(next.name);
    return names;
  };
  return { queue, displaced, drain };
}

describe('the queue', () => {
  it('lets clients take turns, however many requests each has', () => {
    const { drain } = queueOf([job('a', 'one'), job('a', 'two'), job('a', 'three'), job('b', 'one')]);
    expect(drain()).toEqual(['a one', 'b one', 'a two', 'a three']);
  });

  it('lets the requests of a client take turns, however many jobs each has, in the order of its jobs', () => {
    const { drain } = queueOf([job('a', 'one', '1'), job('a', 'one', '2'), job('a', 'one', '3'), job('a', 'two', '1')]);
    expect(drain()).toEqual(['a one 1', 'a two 1', 'a one 2', 'a one 3']);
  });

  it('lets who comes again go after those that came later', () => {
    const { queue, drain } = queueOf([job('a', 'one', '1')]);
    queue.next();
    for (const again of [job('a', 'one', '2'), job('a', 'two', '1'), job('b', 'three', '1')]) queue.add(again);
    expect(drain()).toEqual(['b three 1', 'a one 2', 'a two 1']);
  });

  it('takes no more of a client, and no more of all, than its limits', () => {
    const jobs = [job('a', 'one'), job('a', 'two'), job('a', 'three'), job('b', 'one'), job('b', 'two')];
    const { displaced, drain, queue } = queueOf(jobs, { maxWaiting: 3, maxWaitingOfClient: 2 });
    expect(displaced).toEqual([null, null, 'a three', null, 'b two']);
    expect(drain()).toEqual(['a one', 'b one', 'a two']);
    expect(queue.add(job('a', 'three'))).toBeNull();
  });

  it('gives a place of who has most to who has fewer, when it is full', () => {
    const jobs = [job('a', 'one', '1'), job('a', 'two', '1'), job('a', 'two', '2'), job('b', 'one'), job('c', 'one')];
    const { displaced, drain, queue } = queueOf(jobs, { maxWaiting: 3, maxWaitingOfClient: 3 });
    expect(displaced).toEqual([null, null, null, 'a two 2', 'a two 1']);
    expect(queue.add(job('d', 'one'))?.name).toBe('d one');
    expect(drain()).toEqual(['a one 1', 'b one', 'c one']);
  });

  it('gives the last place of who has most, whoever came first, and however many requests they have', () => {
    const jobs = [job('b', 'one'), job('a', 'one'), job('a', 'two'), job('a', 'three'), job('c', 'one')];
    const { displaced, drain } = queueOf(jobs, { maxWaiting: 4, maxWaitingOfClient: 4 });
    expect(displaced).toEqual([null, null, null, null, 'a three']);
    expect(drain()).toEqual(['b one', 'a two', 'c one', 'a one']);
  });

  it('forgets what was removed', () => {
    const removed = job('a', 'one', '1');
    const { queue, drain } = queueOf([removed, job('a', 'one', '2'), job('b', 'one')]);
    queue.remove(removed);
    queue.remove(removed);
    expect(drain()).toEqual(['a one 2', 'b one']);
  });

  it('knows whether another client waits', () => {
    const others = job('b', 'one');
    const { queue } = queueOf([job('a', 'one'), others]);
    expect([queue.hasOthers('a'), queue.hasOthers('c')]).toEqual([true, true]);
    expect([queue.has('a'), queue.has('c')]).toEqual([true, false]);
    queue.remove(others);
    expect(queue.hasOthers('a')).toBe(false);
  });

  it('is empty in the end', () => {
    const { drain, queue } = queueOf([job('a', 'one')]);
    drain();
    expect(queue.next()).toBeUndefined();
    expect(queue.hasOthers('nobody')).toBe(false);
  });
});
