/**
 * What pages of lists take in stores of several sizes: `npm run bench:lists -- --sizes 10000,100000`. Publishes that many small products,
 * a tenth of them parents with five children each, prices of which a tenth are in a sale, and one node that lists half of what stands in
 * lists; on SQLite, or on the PostgreSQL server of `DATABASE_URL`. Reads pages from the stores, sorted, searched, filtered and counted, with
 * blocks in memory, the sizes in turns, so that whatever else the machine does meets all of them; prints a Markdown table: milliseconds, how
 * many times those of the first size, and the longest stretch in which nothing else got its turn.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { canonicalFilter } from '../src/domain/filter/canonical-filter.ts';
import { sortKeyOf } from '../src/domain/paging/sort-key.ts';
import type { ProductListQuery } from '../src/domain/product/ports.ts';
import { toPricePoints } from '../src/domain/product/price-range.ts';
import type { ReleaseProduct } from '../src/domain/release/ports.ts';
import type { Engine } from '../src/storage/engines/engine.ts';
import { openPostgres } from '../src/storage/engines/postgres-engine.ts';
import { openSqlite } from '../src/storage/engines/sqlite-engine.ts';
import { migrate } from '../src/storage/migrate.ts';
import { createStores } from '../src/storage/open-stores.ts';
import { someContext } from '../test/support/request-contexts.ts';
import { median } from './load/percentiles.ts';

const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '10000,100000' }, rounds: { type: 'string', default: '30' } },
});
const rounds = Number(values.rounds);
const batch = 5000;
const saleEnds = '2099-01-01T00:00:00.000Z';
const moment = Date.parse('2026-01-01T00:00:00.000Z');
const adjectives = ['alpine', 'blue', 'cosy', 'dry', 'easy', 'fresh', 'green', 'heavy', 'iron', 'jolly'];
const things = ['jacket', 'kettle', 'lamp', 'mat', 'net', 'oar', 'pan', 'quilt', 'rope', 'shoe'];
const sizes = ['small', 'medium', 'large', 'huge', 'vast'];

/** The same numbers in every run, and those of one salt have nothing to do with those of another (murmur3's last mix). */
function draw(index: number, salt: number): number {
  let mixed = Math.imul(index + 1, 2_654_435_761) + Math.imul(salt + 1, 2_246_822_519);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/** Of ten, the first is a parent, the next five are its children, the others stand alone. */
function toProduct(index: number): ReleaseProduct {
  const [kind, id] = [index % 10, `product-${index}`];
  const isChild = kind >= 1 && kind <= 5;
  const amount = BigInt(Math.floor(100 + 9900 * draw(index, 1)));
  const isOnSale = draw(index, 2) < 0.1;
  const price = { currency: 'EUR', amount, includesTax: true };
  const prices = {
    prices: [price],
    originalPrices: [{ ...price, amount: amount * 2n }],
    saleExpires: isOnSale ? saleEnds : null,
  };
  const word = (words: readonly string[], salt: number) =>
    words[Math.floor(draw(index, salt) * words.length)] as string;
  const name = `${word(adjectives, 3)} ${word(things, 4)} ${index}`;
  const description = `A ${word(adjectives, 5)} ${word(things, 6)} for ${word(adjectives, 7)} days. ${draw(index, 8) < 0.1 ? 'Keeps rain out.' : 'Keeps warm.'}`;
  const shared = { EUR: { amount: Number(amount), includes_tax: true } };
  const meta = isOnSale
    ? { sale_expires: saleEnds, original_price: { EUR: { amount: Number(amount) * 2, includes_tax: true } } }
    : {};
  const variations = [{ id: 'size', name: 'Size', options: sizes.map((size) => ({ id: size, name: size })) }];
  const matrix = Object.fromEntries(sizes.map((size, place) => [size, `product-${index + 1 + place}`]));
  const created_at = new Date(1_600_000_000_000 + Math.floor(draw(index, 9) * 1e11)).toISOString();
  const attributes = { name, description, status: 'live', created_at, ...(kind > 0 && { price: shared }) };
  return {
    ...{ id, parentId: isChild ? `product-${index - kind}` : null, status: 'live', isBaseProduct: kind === 0 },
    sortKey: sortKeyOf(new Date(1_700_000_000_000 + Math.floor(draw(index, 10) * 1e11)).toISOString(), id),
    ...{ name, sku: `SKU-${String(index).padStart(7, '0')}`, slug: null, mpn: null, upcEan: null },
    productTypes: [kind === 0 ? 'parent' : isChild ? 'child' : 'standard'],
    tags: [0, 1, 2].map((salt) => `tag ${Math.floor(400 * draw(index, 20 + salt) ** 4)}`),
    digest: id,
    pricePoints: isChild ? toPricePoints(prices) : [],
    locales: null,
    matrix: kind === 0 ? JSON.stringify(matrix) : null,
    document: JSON.stringify({ id, attributes, meta: { ...meta, ...(kind === 0 && { variations }) } }),
  };
}

async function open(): Promise<{ readonly engine: Engine; readonly close: () => Promise<void> }> {
  const url = process.env.DATABASE_URL;
  if (url) {
    const engine = await openPostgres({ url, maxConnections: 4 });
    return { engine, close: () => engine.close() };
  }
  const directory = await mkdtemp(join(tmpdir(), 'gateway-bench-'));
  const engine = openSqlite({ directory });
  const close = async () => {
    await engine.close();
    await rm(directory, { recursive: true });
  };
  return { engine, close };
}

type Stores = ReturnType<typeof createStores>;

async function publish(
  { releases }: Stores,
  count: number,
): Promise<{ readonly releaseId: string; readonly seconds: number }> {
  const releaseId = await releases.begin('catalog', new Date().toISOString());
  for (let start = 0; start < count; start += batch) {
    const length = Math.min(batch, count - start);
    await releases.addProducts(
      releaseId,
      Array.from({ length }, (_, index) => toProduct(start + index)),
    );
  }
  const startedAt = performance.now();
  await releases.seal(releaseId, { languages: ['en'], languageCounts: null, digest: '' });
  return { releaseId, seconds: (performance.now() - startedAt) / 1000 };
}

type Read = (stores: Stores, releaseId: string) => Promise<unknown>;
type ListQuery = Omit<Partial<ProductListQuery>, 'releaseId' | 'window'> & { readonly limit?: number };

const page =
  ({ limit = 25, ...query }: ListQuery): Read =>
  async ({ products }, releaseId) => {
    const list = { releaseId, status: 'live', filter: [], withTotal: true, ...query } as const;
    const first = await products.list(someContext(), {
      ...list,
      window: { limit, from: 'start', after: null, before: null, skip: 0 },
    });
    const after = first.items.at(-1)?.sortKey ?? null;
    return products.list(someContext(), { ...list, window: { limit, from: 'start', after, before: null, skip: 0 } });
  };

const nodeId = 'node';
const tag0 = canonicalFilter([{ attribute: 'tags', operator: 'eq', values: ['tag 0'] }]);
const tag300 = canonicalFilter([{ attribute: 'tags', operator: 'eq', values: ['tag 300'] }]);
const byName = { key: 'name_asc', language: 'en' } as const;
const byPrice = { key: 'price_asc', currency: 'EUR', moment } as const;
const search = (word: string) => ({ search: { words: [word], language: 'en' } });
const cheap = { variants: { price: { currency: 'EUR', min: 500n, max: 600n }, options: [], moment } };
const small = { variants: { price: null, options: [['small']], moment } };

const facets =
  (query: Pick<Partial<ProductListQuery>, 'filter' | 'variants'>): Read =>
  async ({ products }, releaseId) => {
    const list = { releaseId, filter: [], nodeId, moment, ...query };
    await products.countFacetValues(someContext(), [
      { ...list, kind: 'tags' },
      { ...list, kind: 'types' },
    ]);
    await products.countFacetOptions(someContext(), [list]);
    return products.listPriceBounds(someContext(), [{ ...list, currency: 'EUR' }]);
  };

/** Pages are two, one after the other. */
const lists: Record<string, Read> = {
  all: page({}),
  'the node': page({ nodeId }),
  'all, by creation': page({ order: { key: 'created_at_desc' } }),
  'all, by name': page({ order: byName }),
  'all, by price': page({ order: byPrice }),
  'the node, by name': page({ nodeId, order: byName }),
  'the node, by price': page({ nodeId, order: byPrice }),
  'the largest tag, by price, descending': page({ filter: tag0, order: { ...byPrice, key: 'price_desc' } }),
  // Ten a page: of 10,000 products some twenty have it.
  'a rare tag, by price, ten a page': page({ filter: tag300, order: byPrice, limit: 10 }),
  'a search that a tenth are found by': page(search('rain')),
  'a search for a beginning that half are found by': page(search('ke')),
  'a search for one SKU': page(search('0004711')),
  'the same tenth, within the node, by price': page({ nodeId, ...search('rain'), order: byPrice }),
  'the node, a price between': page({ nodeId, ...cheap }),
  'the node, an option, by price': page({ nodeId, ...small, order: byPrice }),
  'facets of the node': facets({}),
  'facets of the node, the largest tag': facets({ filter: tag0 }),
  'facets of the node, a price between': facets({ ...cheap }),
  'facets of the node, an option': facets({ ...small }),
};

interface Measured {
  readonly times: number[];
  longest: number;
}

/** One read, and the longest stretch of it in which a timer that is due each millisecond did not run. */
async function measure(read: () => Promise<unknown>, measured: Measured): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await sleep(2);
  const startedAt = performance.now();
  await read();
  measured.times.push(performance.now() - startedAt);
  await sleep(2);
  delay.disable();
  measured.longest = Math.max(measured.longest, delay.max / 1e6);
}

const { engine, close } = await open();
await migrate(engine);
const stores = createStores(engine);
const counts = values.sizes.split(',').map(Number);
const releases = [];
for (const count of counts) releases.push({ count, ...(await publish(stores, count)) });
const heads = counts.flatMap((count, index) => [
  `${count}, p50 ms`,
  ...(index > 0 ? ['ratio'] : []),
  'longest stretch ms',
]);
print([
  `${engine.description}. Sealed: ${releases.map(({ count, seconds }) => `${count} in ${seconds.toFixed(1)} s`).join(', ')}.`,
]);
print(['', row(['list', ...heads]), row(['---', ...heads.map(() => '---')])]);
for (const [name, read] of Object.entries(lists)) {
  const columns = releases.map(({ releaseId }) => ({ releaseId, measured: { times: [], longest: 0 } as Measured }));
  for (const { releaseId } of columns) await read(stores, releaseId);
  for (let round = 0; round < rounds; round += 1) {
    for (const { releaseId, measured } of columns) await measure(() => read(stores, releaseId), measured);
  }
  const first = median(columns[0]?.measured.times ?? []);
  const cells = columns.flatMap(({ measured: { times, longest } }, index) => [
    median(times).toFixed(2),
    ...(index > 0 ? [(median(times) / first).toFixed(2)] : []),
    longest.toFixed(0),
  ]);
  print([row([name, ...cells])]);
}
await close();

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
