import { expect, it, vi } from 'vitest';
import { warnOfLittleMemory } from '../../src/cli/little-memory.ts';
import { readConfig } from '../../src/config.ts';
import { createLogger } from '../../src/server/logger.ts';

const unlimited = 2 ** 64;

it.each([
  ['no container has bounds that nobody says', {}, 0, []],
  ['nor where there are none', {}, unlimited, []],
  ['there is enough', {}, 512 * 2 ** 20, []],
  ['there is too little', {}, 256 * 2 ** 20, [{ allowedMb: 268, neededMb: 486 }]],
  ['there is enough for small caches', { ANSWER_CACHE_MB: '8', INDEX_CACHE_MB: '2' }, 384 * 2 ** 20, []],
  ['there is too little for two', { WORKERS: '2' }, 512 * 2 ** 20, [{ allowedMb: 536, neededMb: 1062 }]],
])('memory is warned of at the start: %s', (_, environment, allowed, told) => {
  const log = createLogger('silent');
  const warn = vi.spyOn(log, 'warn');
  warnOfLittleMemory(readConfig(environment), log, allowed);
  expect(warn.mock.calls.map(([values]) => values)).toEqual(told);
});
