import { describe, expect, it } from 'vitest';
import { listFaults, type SoakRound } from './soak-verdict.ts';

const megabyte = 1_000_000;

interface Figures {
  readonly heap?: number;
  readonly resident?: number;
  readonly p99?: number;
  readonly sockets?: number;
  readonly openFiles?: number;
}

function round({ heap = 60, resident = 200, p99 = 20, sockets = 2, openFiles = 30 }: Figures): SoakRound {
  const delayMs = { p50: 10, p99, max: 100 };
  const calm = {
    heapBytes: heap * megabyte,
    externalBytes: 5 * megabyte,
    residentBytes: resident * megabyte,
    delayMs,
    handles: { TCPSocketWrap: sockets },
    openFiles,
  };
  return { asked: 1000, delayMs, calm };
}

describe('the verdict of a soak', () => {
  it.each<[title: string, rounds: readonly Figures[], faults: readonly string[]]>([
    ['is good when nothing changes', [{}, {}, {}], []],
    ['allows the first round to fill the caches', [{ heap: 30, resident: 100 }, {}, {}], []],
    ['allows memory to go up and down', [{}, { heap: 62 }, { heap: 66 }, { heap: 61 }, { heap: 63 }], []],
    [
      'is bad when memory grows',
      [{}, { heap: 60 }, { heap: 65 }, { heap: 70 }],
      ['The memory after collection grew by 10.0 MB; 5.0 MB are tolerated.'],
    ],
    [
      'is bad when resident memory grows',
      [{}, { resident: 200 }, { resident: 230 }, { resident: 260 }],
      ['The resident memory grew by 60.0 MB; 50.0 MB are tolerated.'],
    ],
    [
      'is bad when the event loop is late in one round',
      [{}, { p99: 50 }, {}],
      ["Round 2: the event loop's delay is 50 ms at the 99th percentile."],
    ],
    [
      'is bad when a handle is left',
      [{}, {}, { sockets: 3, openFiles: 31 }],
      [
        'There are 3 handles of the kind TCPSocketWrap; after the first round: 2.',
        '31 files are open; after the first round: 30.',
      ],
    ],
    ['allows fewer handles', [{}, {}, { sockets: 1, openFiles: 29 }], []],
    ['is bad without a round', [], ['There was no round.']],
  ])('%s', (_, rounds, faults) => {
    expect(listFaults(rounds.map(round))).toEqual(faults);
  });
});
