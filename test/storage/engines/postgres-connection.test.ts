import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/storage/engines/engine.ts';
import { openPostgres } from '../../../src/storage/engines/postgres-engine.ts';
import { copyPostgres } from '../../support/copied-databases.ts';
import { openRewritingProxy } from '../../support/rewriting-proxy.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const cancelRequestCode = 80_877_102;

/** Another number than the server's: in BackendKeyData, which is `K`, its length, the process and the secret. */
function renumbered(chunk: Buffer): Buffer {
  const at = chunk.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
  if (at >= 0 && chunk.includes('server_version')) chunk.writeInt32BE(4_242_424, at + 5);
  return chunk;
}

/** To the server itself, and to what looks like a pooler, which answers for many sessions. */
async function open(statementTimeoutMs = 7000) {
  const { directUrl: url, drop } = await copyPostgres('tables');
  const sent: Buffer[] = [];
  const server = { isSilent: false };
  const proxy = await openRewritingProxy(url, {
    toClient: (chunk) => (server.isSilent ? Buffer.alloc(0) : renumbered(chunk)),
    toServer(chunk) {
      sent.push(chunk);
      return chunk;
    },
  });
  const engine = await openPostgres({ url, maxConnections: 1, statementTimeoutMs });
  const pooled = await openPostgres({ url: proxy.url, maxConnections: 1, statementTimeoutMs });
  closing.push(drop, proxy.close, engine.close, pooled.close);
  const cancels = () => sent.filter((chunk) => chunk.length === 16 && chunk.readInt32BE(4) === cancelRequestCode);
  return { engine, pooled, server, startup: () => String(sent[0]), sent: () => sent.map(String), cancels };
}

const settingsOf = async (database: Engine['writer']) => {
  const { rows } = await sql<{ name: string; setting: string }>`select name, setting from pg_settings
    where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name desc`.execute(database);
  return rows.map(({ setting }) => Number(setting));
};
const key = {
  id: 'a',
  algorithm: 'ES256',
  private_jwk: '{}',
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: null,
};
const insertKey = ({ writer }: Engine) => writer.insertInto('signing_key').values(key).execute();
const preparedBy = async ({ reader }: Engine) =>
  (await sql`select name from pg_prepared_statements`.execute(reader)).rows.length;

describe('a connection to the server itself', () => {
  it('has its time limits for the whole session, and prepares writes', async () => {
    const { engine } = await open();
    expect(await settingsOf(engine.reader)).toEqual([7000, 8000]);
    await insertKey(engine);
    expect(await preparedBy(engine)).toBe(1);
  });
});

describe('a connection to a pooler', () => {
  it('sends no setting while it is made, and keeps nothing in the session', async () => {
    const { pooled, startup } = await open();
    await insertKey(pooled);
    expect(await preparedBy(pooled)).toBe(0);
    expect(await settingsOf(pooled.reader)).toEqual([0, 0]);
    expect(startup()).toContain('user\0');
    expect(startup()).not.toContain('timeout');
  });

  it('has the time limits within each transaction', async () => {
    const { pooled } = await open();
    for (const _ of ['first', 'second']) {
      expect(await pooled.writer.transaction().execute(settingsOf)).toEqual([7000, 8000]);
    }
    expect(await settingsOf(pooled.reader)).toEqual([0, 0]);
  });

  it('has them where many rows are copied, too', async () => {
    const { pooled, sent } = await open();
    await pooled.insertRows([{ table: 'signing_key', rows: [key] }]);
    const begin = sent().find((text) => text.includes('synchronous_commit'));
    expect(begin).toContain('begin; set local synchronous_commit = off; set local statement_timeout = 7000');
    expect(begin).toContain('set local idle_in_transaction_session_timeout = 8000');
  });

  it('has a statement end in the server that takes too long outside of transactions', async () => {
    const { engine, pooled, cancels } = await open(100);
    const error = await sql`select pg_sleep(60)`.execute(pooled.reader).catch((thrown: unknown) => thrown);
    expect(pooled.toUnavailable(error)).toMatchObject({ code: 'UNAVAILABLE' });
    while (cancels().length === 0) await sleep(10);
    // The number is another one than the server's: it is the pooler that knows whose statement it is.
    expect(cancels()[0]?.readInt32BE(8)).toBe(4_242_424);
    expect((await sql`select 1 as one`.execute(pooled.reader)).rows).toEqual([{ one: 1 }]);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(60)%'
      and pid <> pg_backend_pid()`.execute(engine.reader);
  });

  it('cancels no commit, which may wait for a standby and would be one without it', async () => {
    const { pooled, server, cancels } = await open(100);
    const write = pooled.writer.transaction().execute(async (transaction) => {
      await transaction.insertInto('signing_key').values(key).execute();
      server.isSilent = true;
    });
    await expect(write).rejects.toThrow();
    server.isSilent = false;
    await sql`select 1`.execute(pooled.reader);
    expect(cancels()).toEqual([]);
  });
});
