/**
 * What a release's own index takes: `npm run bench:index -- --products 1000000`. Publishes that many small products with 400 tags, three
 * a product by a skewed draw, 100 types, and two parents of 10,000 and 100,000 children, on SQLite; then asks for totals, pages and
 * ranks by the stores, with blocks in memory and without. Prints a Markdown table.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { canonicalFilter } from '../src/domain/filter/canonical-filter.ts';
import type { Condition } from '../src/domain/filter/filter.ts';
import { sortKeyOf } from '../src/domain/paging/sort-key.ts';
import type { ReleaseProduct } from '../src/domain/release/ports.ts';
import { openSqlite } from '../src/storage/engines/sqlite-engine.ts';
import { migrate } from '../src/storage/migrate.ts';
import { createStores } from '../src/storage/open-stores.ts';
import { someContext } from '../test/support/request-contexts.ts';
import { quantilesOf } from './load/percentiles.ts';

const { values } = parseArgs({
  options: { products: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '50' } },
});
const [count, rounds] = [Number(values.products), Number(values.rounds)];
const batch = 5000;

/** Few of the tags are common: half of the products have the first. */
const tagOf = (draw: number) => `tag ${Math.floor(400 * draw ** 4)}`;

function toProduct(index: number): ReleaseProduct {
  const id = `product-${index}`;
  const tags = [tagOf(Math.random()), tagOf(Math.random()), tagOf(Math.random())];
  return {
    id,
    parentId: index % 100 === 1 ? 'small' : index % 10 === 2 ? 'large' : null,
    sortKey: sortKeyOf(new Date(1_700_000_000_000 + index * 1000).toISOString(), id),
    status: 'live',
    isBaseProduct: false,
    name: `Product ${index % 1000}`,
    sku: `SKU-${index}`,
    slug: `slug-${index}`,
    mpn: null,
    upcEan: null,
    productTypes: [`type ${index % 100}`],
    tags,
    digest: id,
    pricePoints: [],
    locales: null,
    matrix: null,
    document: JSON.stringify({ id, attributes: { name: id, status: 'live' } }),
  };
}

const directory = await mkdtemp(join(tmpdir(), 'gateway-bench-'));
const engine = openSqlite({ directory });
await migrate(engine);
const { releases } = createStores(engine);
const releaseId = await releases.begin('catalog', new Date().toISOString());
const parents = ['small', 'large'].map((id) => ({ ...toProduct(0), id, parentId: null, isBaseProduct: true, sku: id }));
await releases.addProducts(
  releaseId,
  parents.map((parent) => ({ ...parent, sortKey: sortKeyOf(null, parent.id) })),
);
for (let start = 0; start < count; start += batch) {
  await releases.addProducts(
    releaseId,
    Array.from({ length: Math.min(batch, count - start) }, (_, index) => toProduct(start + index)),
  );
}
const sealedAt = performance.now();
await releases.seal(releaseId, { languages: [], languageCounts: null, digest: '' });
const sealSeconds = (performance.now() - sealedAt) / 1000;

const one = (attribute: Condition['attribute'], value: string): Condition => {
  return { attribute, operator: 'eq', values: [value] };
};

interface Question {
  readonly filter: readonly Condition[];
  readonly parentId?: string;
  readonly skip?: number;
  readonly words?: readonly string[];
}

const questions: Record<string, Question> = {
  'total of two tags, or-ed, and a type': {
    filter: [{ attribute: 'tags', operator: 'in', values: ['tag 0', 'tag 1'] }, one('product_types', 'type 7')],
  },
  'total of two tags and a type': {
    filter: [one('tags', 'tag 0'), one('tags', 'tag 1'), one('product_types', 'type 7')],
  },
  'total of the largest tag': { filter: [one('tags', 'tag 0')] },
  'filtered total of 1 % as the children of one parent': { parentId: 'small', filter: [one('tags', 'tag 0')] },
  'filtered total of 10 % as the children of one parent': { parentId: 'large', filter: [one('tags', 'tag 0')] },
  'a name that 0.1 % have': { filter: [one('name', 'Product 77')] },
  'a SKU': { filter: [one('sku', 'SKU-4711')] },
  'the largest tag, from rank 20,000 on': { filter: [one('tags', 'tag 0')], skip: 20_000 },
  'a search for two words, one of which 0.1 % have': { filter: [], words: ['777', 'product'] },
  'a search for a digit that a ninth of all SKUs begin with': { filter: [], words: ['1'] },
};

const lines = [
  '| list | products | in memory, p50 ms | max | nothing in memory, p50 ms | max |',
  '|---|---|---|---|---|---|',
];
for (const [name, question] of Object.entries(questions)) {
  const warm = createStores(engine);
  const total = (await ask(warm, question)).total;
  const known = await measure(() => ask(warm, question));
  const unknown = await measure(() => ask(createStores(engine), question));
  lines.push(`| ${name} | ${total} | ${[known.p50, known.max, unknown.p50, unknown.max].join(' | ')} |`);
}
process.stdout.write(`${count} products, sealed in ${sealSeconds.toFixed(1)} s.\n\n${lines.join('\n')}\n`);
await engine.close();
await rm(directory, { recursive: true });

async function ask({ products }: ReturnType<typeof createStores>, { filter, parentId, skip = 0, words }: Question) {
  const window = { limit: 1, from: 'start', after: null, before: null, skip } as const;
  const search = words && { search: { words, language: null } };
  const query = {
    releaseId,
    status: 'live',
    filter: canonicalFilter(filter),
    ...search,
    window,
    withTotal: true,
  } as const;
  if (parentId === undefined) return products.list(someContext(), query);
  const [list] = await products.listChildren(someContext(), [{ ...query, parentId }]);
  if (!list) throw new Error('There is no such list.');
  return list.page;
}

/** In milliseconds. */
async function measure(run: () => Promise<unknown>): Promise<{ readonly p50: string; readonly max: string }> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await run();
    times.push(performance.now() - startedAt);
  }
  const at = quantilesOf(times);
  return { p50: at(0.5).toFixed(2), max: at(1).toFixed(2) };
}
