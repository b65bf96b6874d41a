import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openPostgres } from '../../../src/storage/engines/postgres-engine.ts';
import { copyPostgres } from '../../support/copied-databases.ts';
import { openDatabaseProxy } from '../../support/database-proxy.ts';

/** Long enough for what is answered, on a busy machine, too. */
const statementTimeoutMs = 2000;
/** Until the connection is given up: of the rows, and then of their rollback. */
const givenUpMs = 2 * (statementTimeoutMs + 1000) + 500;

it('rows that nobody answers for fail once, and others are written by another connection', async () => {
  const { url, drop } = await copyPostgres('tables');
  const proxy = await openDatabaseProxy(url);
  const engine = await openPostgres({ url: proxy.url, maxConnections: 2, statementTimeoutMs });
  const unheard: unknown[] = [];
  const note = (error: unknown) => void unheard.push(error);
  const ofRunner = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException').on('uncaughtException', note);
  const rows = [{ release_id: 1, node_id: 'n', sort_key: 'n', digest: 'd', document: '{}' }];
  const insert = () => engine.insertRows([{ table: 'release_node', rows }]);
  const broken = proxy.breakAt('copy release_node', 'before', 'silence');
  const failed = insert().then(
    () => null,
    (error: unknown) => error,
  );
  await broken;
  expect(engine.toUnavailable(await failed)?.code).toBe('UNAVAILABLE');
  await sleep(givenUpMs);
  process.off('uncaughtException', note);
  for (const listener of ofRunner) process.on('uncaughtException', listener);
  expect(unheard).toEqual([]);
  await insert();
  await engine.close();
  proxy.close();
  await drop();
});
