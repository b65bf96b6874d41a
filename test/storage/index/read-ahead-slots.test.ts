/** What is read before it is requested: of releases that are current, and no more than there is room for. */
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { canonicalFilter } from '../../../src/domain/filter/canonical-filter.ts';
import type { Stores } from '../../../src/domain/ports.ts';
import type { ShownPart } from '../../../src/domain/product/shown-product.ts';
import { directoryMaxAgeMs } from '../../../src/domain/release/notice.ts';
import { createReleaseIndexes } from '../../../src/storage/index/release-indexes.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { importRecords } from '../../support/import-records.ts';
import { linesOf } from '../../support/lines-of.ts';
import { writingContext } from '../../support/request-contexts.ts';
import { productRecord } from '../../support/small-catalog.ts';
import { useOpened } from '../../support/use-opened.ts';

const slotBytes = 32_000_000;

interface Reading {
  readonly limit: number;
  readonly pages: number;
  readonly itemsAs?: ShownPart;
}

interface Release {
  readonly id: string;
  readonly size: number;
}

describeEachEngine('reading ahead', (open) => {
  const opened = useOpened(() => open({ contents: 'demo', log: ({ query }) => void statements.push(query.sql) }));
  let statements: string[] = [];
  let releases: readonly Release[];
  beforeAll(async () => {
    const { catalogs } = await createStores(opened.engine).catalogs.getDirectory();
    const current = catalogs.flatMap(({ currentRelease }) => currentRelease ?? []);
    releases = await Promise.all(
      current.map(async ({ id }) => {
        const { rows } = await sql<{ size: number }>`select count(*) as size from release_ordinal
          where release_id = ${Number(id)}`.execute(opened.engine.reader);
        return { id, size: Number(rows[0]?.size) };
      }),
    );
    expect(releases.length).toBeGreaterThan(1);
  });

  let stores: Stores;
  let told: unknown[];
  let ending: AbortController;
  function start(bytes = slotBytes): void {
    ending = new AbortController();
    told = [];
    const onReadAheadFailed = (error: unknown) => void told.push(error);
    const options = { cacheBytes: 1_000_000, slotBytes: bytes, closing: ending.signal, onReadAheadFailed };
    stores = createStores(opened.engine, createReleaseIndexes(opened.engine, options));
    statements = [];
  }
  beforeEach(() => start());
  afterEach(() => ending.abort());

  const isOfNeighbours = (statement: string) => /as text from release_ordinal.*ordinal >= /s.test(statement);
  const isOfSome = (statement: string) => /as "text".*from release_ordinal/s.test(statement);
  const isOpening = (statement: string) => statement.includes('index_manifest');
  /** One for each index that is opened, and what reading ahead looks for. */
  const isLook = (statement: string) => statement.includes('current_release_id');
  const count = (is: (statement: string) => boolean) => statements.filter(is).length;
  const stepsOf = (size: number) => Math.ceil(size / 500);

  /** Each product of the release, or some. */
  async function read(releaseId: string, { limit, pages, itemsAs = 'slots' }: Reading) {
    const read: string[][] = [];
    for (let page = 0; page < pages; page += 1) {
      const window = { limit, from: 'start', after: null, before: null, skip: page * limit } as const;
      const filter = canonicalFilter([]);
      const query = { releaseId, status: 'live', filter, window, withTotal: false, itemsAs } as const;
      const { items } = await stores.products.list(writingContext(), query);
      read.push(...items.map(({ item }) => linesOf(item)));
    }
    return read;
  }
  const readSome = (releaseId: string) => read(releaseId, { limit: 3, pages: 1 });
  const readAll = ({ id, size }: Release, options: Partial<Pick<Reading, 'itemsAs'>> = {}) =>
    read(id, { limit: 100, pages: Math.ceil(size / 100), ...options });
  /** In how many statements what all of it shows is read of the database. */
  async function countReadOf(release: Release, options: Partial<Pick<Reading, 'itemsAs'>> = {}): Promise<number> {
    statements = [];
    await readAll(release, options);
    return count(isOfSome);
  }

  it('begins with the first page, and then no page is read from the database', async () => {
    const [release] = releases as [(typeof releases)[number]];
    ending.abort();
    const expected = await readAll(release);
    expect(expected).toHaveLength(release.size);
    expect(count(isOfNeighbours)).toBe(0);
    start();
    await readSome(release.id);
    await expect.poll(() => count(isOfNeighbours)).toBe(stepsOf(release.size));
    await expect.poll(() => countReadOf(release)).toBe(0);
    statements = [];
    expect(await readAll(release)).toEqual(expected);
    expect(count(isOfSome)).toBe(0);
    expect(count(isOfNeighbours)).toBe(0);
    expect(told).toEqual([]);
  });

  it('is done once, however many pages are the first ones', async () => {
    const [release] = releases as [(typeof releases)[number]];
    const pages = Array.from({ length: 16 }, () => readSome(release.id));
    expect(await Promise.all(pages)).toHaveLength(16);
    expect(count(isOpening)).toBe(1);
    await expect.poll(() => count(isOfNeighbours)).toBeGreaterThanOrEqual(stepsOf(release.size));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(count(isOfNeighbours)).toBe(stepsOf(release.size));
  });

  it('of details begins with the first page that wants any', async () => {
    const [release] = releases as [(typeof releases)[number]];
    ending.abort();
    const expected = await readAll(release, { itemsAs: 'details' });
    start();
    await readSome(release.id);
    await expect.poll(() => count(isOfNeighbours)).toBe(stepsOf(release.size));
    await read(release.id, { limit: 3, pages: 1, itemsAs: 'details' });
    await expect.poll(() => count(isOfNeighbours)).toBe(2 * stepsOf(release.size));
    await expect.poll(() => countReadOf(release, { itemsAs: 'details' })).toBe(0);
    statements = [];
    expect(await readAll(release, { itemsAs: 'details' })).toEqual(expected);
    expect(count(isOfSome)).toBe(0);
    expect(count((statement) => statement.includes('document'))).toBe(0);
    expect(told).toEqual([]);
  });

  it('reads each current release when some of it is requested', async () => {
    for (const { id, size } of releases.slice(0, 2)) {
      statements = [];
      await readSome(id);
      await expect.poll(() => count(isOfNeighbours)).toBe(stepsOf(size));
    }
    for (const release of releases.slice(0, 2)) {
      await expect.poll(() => countReadOf(release)).toBe(0);
    }
  });

  it('reads no more than there is room for', async () => {
    const [release] = releases as [(typeof releases)[number]];
    start(300_000);
    await readSome(release.id);
    await expect.poll(() => count(isLook)).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(count(isOfNeighbours)).toBe(0);
    expect(await readSome(release.id)).toHaveLength(3);
    expect(count(isOfSome)).toBe(1);
  });

  describe('of a release that is not current any more', () => {
    const setCurrent = (from: string, to: string) =>
      sql`update catalog set current_release_id = ${Number(to)} where current_release_id = ${Number(from)}`.execute(
        opened.engine.writer,
      );
    const setEachCurrent = () =>
      sql`update catalog set current_release_id = (select id from release
        where release.catalog_id = catalog.id and state = 'published')`.execute(opened.engine.writer);

    it('reads nothing, and what it shows makes room when another is read', async () => {
      const [old, other] = releases as [(typeof releases)[number], (typeof releases)[number]];
      await readSome(old.id);
      await expect.poll(() => count(isOfNeighbours)).toBe(stepsOf(old.size));
      await setCurrent(old.id, other.id);
      try {
        statements = [];
        await readSome(other.id);
        await expect.poll(() => count(isOfNeighbours)).toBe(stepsOf(other.size));
        statements = [];
        await readSome(old.id);
        expect(count(isOfSome)).toBe(1);
        // Those of the ones before, which would count as some of those that begin now.
        await expect.poll(() => count(isLook)).toBe(2);
        start();
        await readSome(old.id);
        await expect.poll(() => count(isLook)).toBe(2);
        await new Promise((resolve) => setTimeout(resolve, 50));
        expect(count(isOfNeighbours)).toBe(0);
      } finally {
        await setEachCurrent();
      }
    });
  });

  describe('of a release that is announced', () => {
    /** The second one in the place of the first, in the first one's catalog: a catalog shows one release. */
    const change = (current: string, next: string | null) =>
      sql`update catalog set current_release_id = ${Number(current)}, next_release_id = ${next === null ? null : Number(next)}
        where id = (select catalog_id from release where id = ${Number(releases[0]?.id)})`.execute(
        opened.engine.writer,
      );
    const hide = (id: string, current: string | null) =>
      sql`update catalog set current_release_id = ${current === null ? null : Number(current)}
        where id = (select catalog_id from release where id = ${Number(id)})`.execute(opened.engine.writer);

    it('reads as much as there is room for, and the rest when it is current and the other is forgotten', async () => {
      const [old, next] = releases as [(typeof releases)[number], (typeof releases)[number]];
      await hide(next.id, null);
      try {
        await readSome(old.id);
        await expect.poll(() => count(isOfNeighbours)).toBe(stepsOf(old.size));
        await change(old.id, next.id);
        statements = [];
        await readSome(next.id);
        await expect.poll(() => count(isOfNeighbours)).toBe(stepsOf(next.size));
        // What is current is still there.
        statements = [];
        await readAll(old);
        expect(count(isOfSome)).toBe(0);
        await change(next.id, null);
        const changedAt = performance.now();
        statements = [];
        await expect.poll(() => count(isLook), { interval: 5 }).toBeGreaterThan(0);
        await new Promise((resolve) => setTimeout(resolve, 50));
        await readAll(old);
        // The process may not have seen it yet. Where it took longer than that, it has, and nothing is shown.
        if (performance.now() - changedAt < directoryMaxAgeMs) expect(count(isOfSome)).toBe(0);
        await expect.poll(() => countReadOf(old)).toBeGreaterThan(0);
        statements = [];
        await readAll(next);
        expect(count(isOfSome)).toBe(0);
      } finally {
        await hide(next.id, next.id);
        await change(old.id, null);
      }
    });

    it('reads it again when it is current again', async () => {
      const [one, other] = releases as [(typeof releases)[number], (typeof releases)[number]];
      await hide(other.id, null);
      try {
        for (const { id, size } of [one, other, one]) {
          await change(id, null);
          statements = [];
          await readSome(id);
          await expect.poll(() => count(isOfNeighbours)).toBe(stepsOf(size));
        }
      } finally {
        await hide(other.id, other.id);
        await change(one.id, null);
      }
    });
  });

  it('reads few at a time of what is large', async () => {
    const description = 'x'.repeat(1_000_000);
    const records = Array.from({ length: 30 }, (_, index) =>
      productRecord({ id: `large-${index}`, attributes: { name: 'Large', ...(index % 3 === 0 && { description }) } }),
    );
    const { releases: published } = await importRecords(stores, records, { catalogId: 'large' });
    const id = published[0]?.releaseId ?? '';
    start();
    await readSome(id);
    await expect.poll(() => count(isOfNeighbours)).toBeGreaterThanOrEqual(5);
    expect(await readAll({ id, size: records.length })).toHaveLength(records.length);
    expect(told).toEqual([]);
  });

  it('takes nothing that is damaged: who asks for it is told', async () => {
    const [release] = releases as [(typeof releases)[number]];
    const damaged = release.size - 1;
    const [row] = (
      await sql<{ slots: string }>`select slots from release_ordinal
        where release_id = ${Number(release.id)} and ordinal = ${damaged}`.execute(opened.engine.reader)
    ).rows;
    const write = (slots: string) =>
      sql`update release_ordinal set slots = ${slots}
        where release_id = ${Number(release.id)} and ordinal = ${damaged}`.execute(opened.engine.writer);
    await write(`${row?.slots}x`);
    await readSome(release.id);
    await expect.poll(() => count(isOfNeighbours)).toBe(stepsOf(release.size));
    expect(told).toEqual([]);
    await expect(readAll(release)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await createReleaseIndexes(opened.engine, { cacheBytes: 0 }).build('all', ending.signal);
    expect(await readAll(release)).toHaveLength(release.size);
    // To its end, or the next test would see some of it.
    await expect.poll(() => count(isOfNeighbours)).toBe(2 * stepsOf(release.size));
  });

  it('tells what fails, and tries again when something is missing again', async () => {
    const [release] = releases as [(typeof releases)[number]];
    const window = { limit: 0, from: 'start', after: null, before: null, skip: 0 } as const;
    const ofNothing = { releaseId: release.id, status: 'live', filter: canonicalFilter([]), window } as const;
    await stores.products.list(writingContext(), { ...ofNothing, withTotal: true });
    await sql`alter table catalog rename column current_release_id to hidden`.execute(opened.engine.writer);
    try {
      await readSome(release.id);
      await expect.poll(() => told).toHaveLength(1);
    } finally {
      await sql`alter table catalog rename column hidden to current_release_id`.execute(opened.engine.writer);
    }
    await read(release.id, { limit: 20, pages: 1 });
    await expect.poll(() => count(isOfNeighbours)).toBe(stepsOf(release.size));
    expect(told).toHaveLength(1);
  });
});
