/** What an import asks of its staged products reads of each only what belongs to it: a catalog may have a million of them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createStagedProducts } from '../../../src/storage/releases/staged-products.ts';

const statements = new Set<string>();
let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'staged-'));
  file = join(folder, 'staged.db');
  const prepare = Sqlite.prototype.prepare;
  const spy = vi.spyOn(Sqlite.prototype, 'prepare').mockImplementation(function (this: Sqlite.Database, text: string) {
    statements.add(text);
    return prepare.call(this, text);
  });
  try {
    const staged = createStagedProducts(file);
    const product = {
      place: { file: 'a', record: 1, line: 1 },
      origin: 'record',
      catalogId: 'one',
      digest: null,
      isParent: false,
      hasLocales: false,
      stored: null,
    } as const;
    staged.add({
      ...product,
      sequence: 1,
      id: 'p',
      parentId: null,
      sku: 's',
      slug: 's',
      isSlugGiven: true,
      namedChildren: ['c'],
    });
    staged.add({
      ...product,
      sequence: 2,
      id: 'c',
      parentId: null,
      sku: 's',
      slug: 's',
      isSlugGiven: false,
      namedChildren: [],
    });
    staged.yieldToRightful();
    expect(staged.mayBeNamedByRelease()).toBe(true);
    staged.settleFamilies();
    staged.settleSlugs();
    expect(staged.familyOf(2)).toEqual({
      catalogId: 'one',
      parentId: 'p',
      childIds: [],
      otherSlug: 's-c',
      position: 2,
    });
    expect(staged.familyOf(3)).toBe(null);
    expect([...staged.listDuplicates('sku')]).toMatchObject([{ id: 'c', value: 's', first: { id: 'p' } }]);
    for (const attribute of ['id', 'slug'] as const) expect([...staged.listDuplicates(attribute)]).toEqual([]);
    for (const list of [staged.listOrphans, staged.listStranded, staged.listGrandchildren, staged.listUntranslated])
      expect([...list()]).toEqual([]);
    expect(staged.digestsOf('one', ['p'])).toEqual(new Map([['p', null]]));
    staged.close();
  } finally {
    spy.mockRestore();
  }
});
afterAll(() => rm(folder, { recursive: true }));

it('each is looked up by a key of its own, and never among all of its catalog', () => {
  const database = new Sqlite(file, { readonly: true });
  const steps = [...statements].flatMap((text) => {
    const values = [...text.matchAll(/\?/g)].map(() => null);
    const plan = database.prepare(`explain query plan ${text}`).all(...values) as { readonly detail: string }[];
    return plan.map(({ detail }) => detail);
  });
  database.close();
  expect(steps.filter((step) => step.startsWith('SEARCH product') || step.startsWith('SEARCH parent'))).not.toEqual([]);
  const searched = steps.filter((step) => step.startsWith('SEARCH'));
  expect(searched.filter((step) => /\(catalog=\?( AND \w+[<>]\?)*\)/.test(step))).toEqual([]);
});
