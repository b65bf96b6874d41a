/** What is held of a release that was replaced is forgotten once another one is read, over whichever face. */
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { canonicalFilter } from '../../../src/domain/filter/canonical-filter.ts';
import type { Stores } from '../../../src/domain/ports.ts';
import { createReleaseIndexes } from '../../../src/storage/index/release-indexes.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { writingContext } from '../../support/request-contexts.ts';
import { useOpened } from '../../support/use-opened.ts';

describeEachEngine('the index of a release that was replaced', (open) => {
  const opened = useOpened(() => open({ contents: 'demo', log: ({ query }) => void statements.push(query.sql) }));
  let statements: string[] = [];
  /** Of catalogs of their own. */
  let old: string;
  let next: string;
  beforeAll(async () => {
    const { catalogs } = await createStores(opened.engine).catalogs.getDirectory();
    [old = '', next = ''] = catalogs.flatMap(({ currentRelease }) => currentRelease?.id ?? []);
    expect(next).not.toBe('');
  });

  let stores: Stores;
  beforeEach(async () => {
    await setReleases({ current: old, announced: null });
    await showOf(next, null);
    stores = createStores(opened.engine, createReleaseIndexes(opened.engine, { cacheBytes: 1_000_000 }));
    statements = [];
  });

  const update = (set: string, id: string) =>
    sql`update catalog set ${sql.raw(set)}
      where id = (select catalog_id from release where id = ${Number(id)})`.execute(opened.engine.writer);
  /** Of the old one's catalog. */
  const setReleases = ({ current, announced }: { current: string; announced: string | null }) =>
    update(`current_release_id = ${current}, next_release_id = ${announced}`, old);
  const showOf = (id: string, current: string | null) => update(`current_release_id = ${current}`, id);

  /** How many indexes were opened for a page of it, and in how many statements blocks of theirs were read. */
  async function read(releaseId: string) {
    statements = [];
    const window = { limit: 3, from: 'start', after: null, before: null, skip: 0 } as const;
    const filter = canonicalFilter([{ attribute: 'tags', operator: 'in', values: ['rain'] }]);
    const query = { releaseId, status: 'live', filter, window, withTotal: true } as const;
    const { total } = await stores.products.list(writingContext(), query);
    expect(total).toBeGreaterThan(0);
    const count = (text: string) => statements.filter((statement) => statement.includes(text)).length;
    return { opened: count('index_manifest'), isOfBlocks: count('from release_index_block') > 0 };
  }
  const anew = { opened: 1, isOfBlocks: true };
  const known = { opened: 0, isOfBlocks: false };

  it('is forgotten when the next one is opened, and opened once for whoever goes on with it', async () => {
    expect(await read(old)).toEqual(anew);
    expect(await read(old)).toEqual(known);
    await setReleases({ current: next, announced: null });
    expect(await read(old)).toEqual(known);
    expect(await read(next)).toEqual(anew);
    expect(await read(old)).toEqual(anew);
    expect(await read(next)).toEqual(known);
    expect(await read(old)).toEqual(known);
  });

  it('is known as long as another one is announced', async () => {
    expect(await read(old)).toEqual(anew);
    await setReleases({ current: old, announced: next });
    expect(await read(next)).toEqual(anew);
    expect(await read(old)).toEqual(known);
    expect(await read(next)).toEqual(known);
  });

  it('is known as long as other catalogs’ releases are opened beside it', async () => {
    await showOf(next, next);
    expect(await read(old)).toEqual(anew);
    expect(await read(next)).toEqual(anew);
    expect(await read(old)).toEqual(known);
  });
});
