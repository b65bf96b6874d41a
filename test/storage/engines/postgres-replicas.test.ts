import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { publish } from '../../../src/importer/publish.ts';
import { openPostgres } from '../../../src/storage/engines/postgres-engine.ts';
import { createReleaseIndexes } from '../../../src/storage/index/release-indexes.ts';
import { createStores, explainStorageError } from '../../../src/storage/open-stores.ts';
import { type Contents, copyPostgres } from '../../support/copied-databases.ts';
import { openDatabaseProxy } from '../../support/database-proxy.ts';
import { productRecord, smallCatalog } from '../../support/small-catalog.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A copy of the database, which does not follow it: what a replica is that has stopped replaying. Its products have names of their own. */
async function open(contentsOfReplica: Contents = 'demo', { isPrimaryListed = false } = {}) {
  const [database, copy] = [await copyPostgres('demo'), await copyPostgres(contentsOfReplica)];
  const network = await openDatabaseProxy(copy.directUrl);
  const ofPrimary = await openDatabaseProxy(database.directUrl);
  const told: [string, unknown][] = [];
  const changeReplica = async (statement: string) => {
    const { writer, close } = await openPostgres({ url: copy.directUrl, maxConnections: 1 });
    await sql.raw(statement).execute(writer);
    await close();
  };
  await changeReplica("update release_product set document = replace(document, 'Storm Shell', 'Replicated')");
  const engine = await openPostgres({
    ...{ url: ofPrimary.url, maxConnections: 3 },
    replicaUrls: [...(isPrimaryListed ? [ofPrimary.url] : []), network.url],
    onReplica: (name, error) => told.push([name, error]),
  });
  closing.push(database.drop, copy.drop, network.close, ofPrimary.close, engine.close);
  const releases = await createStores(engine).releases.list();
  const current = releases.find(({ catalogId }) => catalogId === demoIds.catalogs.main)?.id ?? '';
  /** Past what is kept parsed. */
  const nameOf = async (releaseId: string, id: string) =>
    (await createStores(engine).products.getMany(releaseId, [id])).get(id)?.name;
  return { engine, network, ofPrimary, told, current, nameOf, changeReplica };
}

const { showcaseParent } = demoIds.products;

describe('a replica', () => {
  it('answers what a release holds that it has', async () => {
    const { current, nameOf } = await open();
    expect(await nameOf(current, showcaseParent)).toBe('Replicated Jacket');
  });

  it('that has lost rows of an index costs the primary nothing', async () => {
    const { engine, told, current, changeReplica } = await open();
    await changeReplica('delete from release_ordinal where ordinal = 0');
    const damaged: unknown[] = [];
    const indexes = createReleaseIndexes(engine, { cacheBytes: 0, onDamaged: (error) => damaged.push(error) });
    const read = () => indexes.read(current, (index) => index.getSortKeys([0]));
    const expected = await read();
    expect(expected.size).toBe(1);
    for (let time = 0; time < 4; time += 1) expect(await read()).toEqual(expected);
    expect(told.map(([, error]) => String(error))).toEqual([expect.stringContaining('DamagedIndex')]);
    expect(damaged).toEqual([]);
  });

  it('is not asked for a release that it does not have yet', async () => {
    const { engine, current, nameOf } = await open();
    const { releases } = createStores(engine);
    const records = smallCatalog('new', [productRecord({ id: 'fresh' })]);
    await publish(records, { releases, now: new Date(), isFirst: false });
    const [release] = (await releases.list()).filter(({ catalogId }) => catalogId === 'new');
    expect(await nameOf(release?.id ?? '', 'fresh')).toBe('fresh');
    expect(await nameOf(current, showcaseParent)).toBe('Replicated Jacket');
  });

  it('costs no request when it dies, and answers again when it is back', async () => {
    const { engine, network, told, current, nameOf } = await open();
    network.refuse();
    expect(await nameOf(current, showcaseParent)).toBe('Storm Shell Jacket');
    while (told.length < 1) await sleep(20);
    expect(Object.values(engine.describeReplicas())).toMatchObject([{ isUsable: false }]);
    await network.mend();
    while (told.length < 2) await sleep(20);
    expect(Object.values(engine.describeReplicas())).toEqual([{ isUsable: true, lagSeconds: 0 }]);
    expect(await nameOf(current, showcaseParent)).toBe('Replicated Jacket');
    const { host } = new URL(network.url);
    expect(told).toEqual([
      [host, expect.any(Error)],
      [host, null],
    ]);
  });

  it('costs no request when it dies together with the primary, where another one has as much', async () => {
    const { ofPrimary, current, nameOf } = await open('demo', { isPrimaryListed: true });
    ofPrimary.refuse();
    // Each has its turn.
    for (let time = 0; time < 4; time += 1) expect(await nameOf(current, showcaseParent)).toBe('Replicated Jacket');
  });

  it('of another store has none of the releases, though it has their numbers', async () => {
    const { engine, told, current, nameOf, changeReplica } = await open();
    expect(await nameOf(current, showcaseParent)).toBe('Replicated Jacket');
    await changeReplica("update release set published_at = '2001-01-01T00:00:00.000Z'");
    while (engine.ofRelease(Number(current)) !== engine) await sleep(20);
    expect(await nameOf(current, showcaseParent)).toBe('Storm Shell Jacket');
    expect(explainStorageError(told[0]?.[1], 'DATABASE_REPLICA_URLS')).toMatch(/none of the releases of the primary/);
  });

  it('that is empty is not asked', async () => {
    const { current, nameOf } = await open('tables');
    expect(await nameOf(current, showcaseParent)).toBe('Storm Shell Jacket');
  });

  it.each([
    ['sends a statement that fails there', 'alter table release_product rename to later', /lacks tables or columns/],
    [
      'is of an older version',
      'delete from kysely_migration where name = (select max(name) from kysely_migration)',
      /tables are of another version/,
    ],
    [
      'follows another server',
      'update release set digest = md5(random()::text)',
      /none of the releases of the primary/,
    ],
  ])('that %s costs no request, and is told', async (_, statement, reason) => {
    const { network, told, current, nameOf } = await open();
    const other = await openPostgres({ url: network.url, maxConnections: 1 });
    await sql.raw(statement).execute(other.writer);
    await other.close();
    while (told.length < 1) {
      expect(await nameOf(current, showcaseParent)).toMatch(/^(Replicated|Storm Shell) Jacket$/);
      await sleep(20);
    }
    expect(await nameOf(current, showcaseParent)).toBe('Storm Shell Jacket');
    expect(explainStorageError(told[0]?.[1], 'DATABASE_REPLICA_URLS')).toMatch(reason);
  });
});

describe('at the start, a replica that is not what it should be is told, and the primary answers:', () => {
  it.each<[string, (url: URL) => void, string]>([
    [
      'one where nobody listens',
      (url) => Object.assign(url, { port: '1' }),
      'The database server of DATABASE_REPLICA_URLS does not answer (ECONNREFUSED). Is it running, and is the address right?',
    ],
    [
      'one whose database does not exist',
      (url) => Object.assign(url, { pathname: '/nothing_of_that_name' }),
      'The database that DATABASE_REPLICA_URLS names does not exist. Create it first.',
    ],
    [
      'one whose user is refused',
      (url) => Object.assign(url, { username: 'nobody_of_that_name' }),
      'The database server of DATABASE_REPLICA_URLS refuses the user or the password.',
    ],
    [
      'one whose database has no tables',
      (url) => Object.assign(url, { pathname: '/template1' }),
      'The replica has no tables of the gateway: it follows another server, or lags behind.',
    ],
  ])('%s', async (_, alter, sentence) => {
    const database = await copyPostgres('demo');
    const url = new URL(database.directUrl);
    alter(url);
    const told: unknown[] = [];
    const engine = await openPostgres({
      ...{ url: database.directUrl, maxConnections: 3, replicaUrls: [url.href] },
      onReplica: (_name, error) => told.push(error),
    });
    closing.push(database.drop, engine.close);
    expect(told.map((error) => explainStorageError(error, 'DATABASE_REPLICA_URLS'))).toEqual([sentence]);
    expect((await createStores(engine).releases.list()).length).toBeGreaterThan(0);
  });

  it('not before the first start has made the tables of the primary, too', async () => {
    const database = await copyPostgres('demo');
    const url = Object.assign(new URL(database.directUrl), { pathname: '/template1' }).href;
    const told: unknown[] = [];
    const onReplica = (_name: string, error: unknown) => told.push(error);
    const engine = await openPostgres({ url, maxConnections: 3, replicaUrls: [url], onReplica });
    closing.push(database.drop, engine.close);
    expect(told).toEqual([]);
    expect(Object.values(engine.describeReplicas())).toEqual([{ isUsable: false, lagSeconds: null }]);
  });
});
