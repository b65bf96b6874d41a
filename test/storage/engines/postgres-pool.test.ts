import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/storage/engines/engine.ts';
import { openPostgres } from '../../../src/storage/engines/postgres-engine.ts';
import { OvertakenServer } from '../../../src/storage/engines/postgres-errors.ts';
import { copyPostgres } from '../../support/copied-databases.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../../support/database-proxy.ts';
import { openRewritingProxy } from '../../support/rewriting-proxy.ts';
import type { TestDatabase } from '../../support/test-databases.ts';

let database: TestDatabase;
let standby: TestDatabase;
beforeAll(async () => {
  [database, standby] = await Promise.all([copyPostgres('tables'), copyPostgres('tables')]);
  const owner = await openPostgres({ url: standby.directUrl, maxConnections: 1 });
  await sql.raw(`alter database ${nameOf(standby)} set default_transaction_read_only = on`).execute(owner.writer);
  await owner.close();
});
afterAll(() => Promise.all([database.drop(), standby.drop()]));

const nameOf = ({ directUrl }: TestDatabase) => new URL(directUrl).pathname.slice(1);

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function connectTo(urls: readonly string[]): Promise<Engine> {
  const url = new URL(database.directUrl);
  const hosts = urls.map((one) => new URL(one).host).join(',');
  const engine = await openPostgres({
    url: url.href.replace(url.host, hosts),
    maxConnections: 2,
    statementTimeoutMs: 5000,
  });
  closing.push(engine.close);
  return engine;
}

/** Two ways to one server. */
async function openHosts() {
  const [one, two] = [await openDatabaseProxy(database.directUrl), await openDatabaseProxy(database.directUrl)];
  closing.push(one.close, two.close);
  return { one, two };
}

/** A host whose database takes no writes, whatever its name. */
async function openStandby() {
  const [from, to] = [database, standby].map(nameOf) as [string, string];
  const toServer = (chunk: Buffer) => Buffer.from(chunk.toString('latin1').replace(from, to), 'latin1');
  const proxy = await openRewritingProxy(database.directUrl, { toServer });
  closing.push(proxy.close);
  return proxy;
}

const isWritable = async ({ writer }: Engine) => {
  await sql`create temporary table written (id integer) on commit drop`.execute(writer);
  return true;
};

describe('of several hosts', () => {
  it('the one is used that can be reached', async () => {
    const { one, two } = await openHosts();
    one.refuse();
    const engine = await connectTo([one.url, two.url]);
    expect(await isWritable(engine)).toBe(true);
    expect(engine.description).toContain(`at ${new URL(one.url).host},${new URL(two.url).host}/`);
  });

  it('another one is used as soon as the first is away, and the first again when that is', async () => {
    const { one, two } = await openHosts();
    const engine = await connectTo([one.url, two.url]);
    const use = async (away: DatabaseProxy, there: DatabaseProxy) => {
      await there.mend();
      away.refuse();
      // A statement over a connection that has just broken is lost, and none after it.
      await sql`select 1`.execute(engine.reader).catch(() => undefined);
      expect(await isWritable(engine)).toBe(true);
    };
    await use(one, two);
    await use(two, one);
    await use(one, two);
  });

  it('the one is used that takes writes', async () => {
    const { one } = await openHosts();
    const engine = await connectTo([(await openStandby()).url, one.url]);
    expect(await isWritable(engine)).toBe(true);
  });

  it('none is used again that another one has taken the place of, whether or not it takes writes', async () => {
    const proxy = await openDatabaseProxy(database.directUrl);
    closing.push(proxy.close);
    // As if it was promoted: the first eight digits of a file's name are its timeline.
    const promoted = await openRewritingProxy(proxy.url, {
      toClient: (chunk) =>
        Buffer.from(chunk.toString('latin1').replace(/(?<!\d)0000000\d(?!\d)/, '0000FFFF'), 'latin1'),
    });
    closing.push(promoted.close);
    const { one } = await openHosts();
    const engine = await connectTo([one.url, promoted.url]);
    one.refuse();
    await sql`select 1`.execute(engine.reader).catch(() => undefined);
    expect(await isWritable(engine)).toBe(true);
    await one.mend();
    proxy.refuse();
    await sql`select 1`.execute(engine.reader).catch(() => undefined);
    const refused = await sql`select 1`.execute(engine.reader).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(OvertakenServer);
    expect(engine.toUnavailable(refused)).toMatchObject({ code: 'UNAVAILABLE' });
    await proxy.mend();
    expect(await isWritable(engine)).toBe(true);
  });

  it('none is used where none takes writes, and the first that does from then on', async () => {
    const { one } = await openHosts();
    const engine = await connectTo([(await openStandby()).url, one.url]);
    one.refuse();
    await sql`select 1`.execute(engine.reader).catch(() => undefined);
    const refused = await sql`select 1`.execute(engine.reader).catch((error: unknown) => error);
    expect(engine.toUnavailable(refused)).toMatchObject({ code: 'UNAVAILABLE' });
    await one.mend();
    expect(await isWritable(engine)).toBe(true);
  });
});
