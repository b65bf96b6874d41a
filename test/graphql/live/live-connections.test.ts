import { expect, it } from 'vitest';
import { createLiveConnections, limitsOfWorker } from '../../../src/graphql/live/live-connections.ts';

/** Opened one after the other, each by the next worker, until one is refused. */
function countOpened(workers: number, clientOf: (turn: number) => string): number {
  const limits = { liveConnections: 10, liveConnectionsPerClient: 4 };
  const processes = Array.from({ length: workers }, () => createLiveConnections(limitsOfWorker(limits, workers)));
  for (let turn = 0; ; turn += 1) {
    try {
      processes[turn % workers]?.open(clientOf(turn), () => {});
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
