import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, type DatabaseConnection } from 'kysely';
import { expect, it } from 'vitest';
import { letOthersIn } from '../../../src/storage/engines/let-others-in.ts';

/** As SQLite does: nothing else runs meanwhile. */
function workFor(ms: number): void {
  for (const began = performance.now(); performance.now() - began < ms; );
}

function connectionOf(ms: number): DatabaseConnection {
  return {
    async executeQuery() {
      workFor(ms);
      return { rows: [] };
    },
    streamQuery() {
      throw new Error('Nothing is streamed.');
    },
  };
}

/** How often others had their turn while statements ran, one after the other, as they do over one connection. */
async function countTurns(ms: number, statements: number): Promise<number> {
  const connection = letOthersIn(connectionOf(ms));
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  await sleep(1);
  setImmediate(count);
  for (let at = 0; at < statements; at += 1) await connection.executeQuery(CompiledQuery.raw('select 1'));
  isOver = true;
  return turns;
}

it('others get their turn after a long statement', async () => {
  expect(await countTurns(12, 3)).toBeGreaterThanOrEqual(3);
});

it('and after several short ones, which together are long', async () => {
  expect(await countTurns(4, 12)).toBeGreaterThanOrEqual(4);
});
