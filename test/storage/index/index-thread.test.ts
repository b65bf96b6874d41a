import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { formatExactJson } from '../../../src/domain/input/exact-json.ts';
import { createIndexThread, startIndexThread } from '../../../src/storage/index/index-thread.ts';
import { createToIndexedRows, type StoredRow, type StoredRows } from '../../../src/storage/index/indexed-rows.ts';

const price = { currency: 'EUR', amount: 2n ** 60n, from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

function row(number: number): StoredRow {
  const [product_id, name] = [`p${number}`, `Löffel ${number}`];
  const isParent = number % 10 === 0;
  const document = {
    type: 'product',
    id: product_id,
    attributes: {
      name,
      description: 'Hält Suppe.',
      status: 'live',
      price: { EUR: { amount: 2n ** 60n - BigInt(number) } },
    },
    meta: {
      variations: [{ id: 'size', name: 'Size', options: [{ id: 'small', name: 'Small' }] }],
      bread_crumb_nodes: ['n'],
    },
  };
  return {
    ...{ product_id, name, sort_key: `~${product_id}`, parent_id: isParent ? null : 'p0', is_base: Number(isParent) },
    ...{ sku: null, slug: name, mpn: null, upc_ean: '1', labels: '["type child","tag rain","node n"]' },
    locales: number % 3 === 0 ? '{"fr":{"name":"cuillère"}}' : null,
    document: formatExactJson(document),
  };
}

const languages = ['de', 'fr'];
/** Rows are taken from it. */
const stored = (): StoredRows => ({
  rows: Array.from({ length: 250 }, (_, index) => row(index)),
  pricesOfParents: new Map([['p0', [price]]]),
});
const expected = createToIndexedRows(languages)(stored());

function start() {
  const thread = startIndexThread(languages);
  onTestFinished(() => thread.close());
  return thread;
}

it('makes of rows what is made of them here, in their order', async () => {
  const thread = start();
  const both = await Promise.all([thread.run(stored()), thread.run({ ...stored(), rows: stored().rows.slice(0, 2) })]);
  expect(both).toEqual([expected, expected.slice(0, 2)]);
  expect(thread.isReady()).toBe(true);
});

it('says that it has ended, to whoever waits and to whoever comes', async () => {
  const thread = start();
  const broken = { ...stored(), rows: [{ ...row(1), document: '{' }] };
  const message = 'The thread that reads rows for the index has ended.';
  const failure = { message, cause: { message: expect.stringMatching(/^The record of the product '\S+' is not/) } };
  const waiting = [thread.run(broken), thread.run(stored())];
  await Promise.all(waiting.map((one) => expect(one).rejects.toMatchObject(failure)));
  await expect(thread.run(stored())).rejects.toThrow(message);
  expect(thread.isReady).toThrow(message);
});

it('is not given large rows, which are done one after the other', () => {
  const thread = createIndexThread({ languages, isBeside: false });
  const large = stored()
    .rows.slice(0, 3)
    .map((one) => ({ ...one, document: one.document.padEnd(2 ** 18) }));
  const rows = [...large, ...stored().rows.slice(3)];
  expect([...thread.doHere({ ...stored(), rows })].map((some) => some.length)).toEqual([1, 1, 1, 100, 100, 47]);
});

it('is given rows when it is there, and makes the same of them', { timeout: 30_000 }, async () => {
  for (const isBeside of [false, true]) {
    const thread = createIndexThread({ languages, isBeside });
    onTestFinished(() => thread.close());
    const areElsewhere = new Set<boolean>();
    const areEnough = () => areElsewhere.size === (isBeside ? 2 : 1);
    for (let portion = 0; portion < 10 || (!areEnough() && portion < 10_000); portion += 1) {
      const portion = stored();
      const started = thread.start(portion);
      areElsewhere.add(started !== null);
      expect((await started) ?? [...thread.doHere(portion)].flat()).toEqual(expected);
      await setTimeout(1);
    }
    expect(areElsewhere).toEqual(new Set(isBeside ? [false, true] : [false]));
  }
});
