import { expect, it } from 'vitest';
import { createLiveConnections, limitsOfWorker } from '../../../src/graphql/live/live-connections.ts';

/** Opened one after the other, each by the next worker, until one is refused. */
function countOpened(workers: number, clientOf: (turn: number) => string): number {
  const limits = { liveConnections: 10, liveConnectionsPerClient: 4 };
  const processes = Array.from({ length: workers }, () => createLiveConnections(limitsOfWorker(limits, workers)));
  for (let turn = 0; ; turn += 1) {
    try {
      processes[turn % workers]?.open({ clientKey: clientOf(turn), onStop: () => {} });
    } catch {
      return turn;
    }
  }
}

it.each([1, 2, 3, 4])('of %i workers all together open no more than one process may', (workers) => {
  const all = countOpened(workers, (turn) => `client ${turn}`);
  const ofClient = countOpened(workers, () => 'one');
  expect([all, ofClient]).toEqual([Math.floor(10 / workers) * workers, Math.floor(4 / workers) * workers]);
});

it('of more workers than connections each opens one, and none where there may be none', () => {
  expect(limitsOfWorker({ liveConnections: 2, liveConnectionsPerClient: 0 }, 4)).toEqual({
    liveConnections: 1,
    liveConnectionsPerClient: 0,
  });
});

it('one that keeps much of its request counts as several, until it is closed', () => {
  const connections = createLiveConnections({ liveConnections: 10, liveConnectionsPerClient: 4 });
  const open = (clientKey: string, heldBytes?: number) =>
    connections.open({ clientKey, ...(heldBytes !== undefined && { heldBytes }), onStop: () => {} });
  expect(() => open('one', 300_000)).toThrow(
    'this client has 0 of them, and one with a request as long as this counts as 5.',
  );
  const large = open('one', 190_000);
  open('one', 64_000);
  expect(() => open('one')).toThrow('this client has 4 of them.');
  open('two', 250_000);
  expect(() => open('three', 190_000)).toThrow('there are 8 of them');
  expect(connections.count()).toBe(3);
  large.close();
  large.close();
  open('one', 190_000);
});
