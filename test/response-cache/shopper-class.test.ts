/** What is remembered of shoppers and of their languages is short, however much a token says, and however many rules and catalogs there are. */
import { expect, it } from 'vitest';
import type { Catalog, CatalogDirectory, CatalogRule } from '../../src/domain/catalog/catalog.ts';
import type { Actor } from '../../src/domain/request-context.ts';
import { shopperClass } from '../../src/response-cache/shopper-class.ts';
import { heapBytes } from '../support/collect-garbage.ts';

/** As many as are remembered. */
const shoppers = 5000;
const many = Array.from({ length: 500 }, (_, index) => index);

const actor: Actor = { clientId: 'c', grant: 'implicit', accountId: 'one', customerId: null, accountTagIds: [] };
const rule: CatalogRule = {
  ...{ id: 'r', catalogId: 'a', name: 'Rule', channels: [], tags: [], accountIds: ['one'], accountTagIds: [] },
  ...{ customerIds: [], unknownCriteria: [], schedules: [], createdAt: '2027-01-01T00:00:00.000Z' },
};

function catalog(index: number): Catalog {
  const id = String(index);
  const release = {
    id,
    catalogId: id,
    publishedAt: rule.createdAt,
    productCount: 1,
    languages: ['de-Latn-CH-1996-x-of-a-long-name'],
  };
  return { id, name: id, createdAt: rule.createdAt, currentRelease: release, filesPublishedAt: null };
}

it.each<[string, CatalogDirectory, (turn: number) => { actor: Actor | null; language: string }]>([
  [
    'accounts with many tags',
    { catalogs: [], rules: [rule] },
    (turn) => ({
      actor: { ...actor, customerId: `${turn}`, accountTagIds: many.map((index) => `a tag ${index}`) },
      language: '',
    }),
  ],
  [
    'customers for whom many rules are',
    { catalogs: [], rules: many.map(() => rule) },
    (turn) => ({ actor: { ...actor, customerId: `${turn}` }, language: '' }),
  ],
  [
    'languages of many catalogs',
    { catalogs: many.slice(0, 60).map(catalog), rules: [] },
    (turn) => ({ actor: null, language: `de, x${turn}` }),
  ],
])('%s take little memory', (_, directory, shopperOf) => {
  const first = shopperClass(directory, shopperOf(0));
  const before = heapBytes();
  for (let turn = 1; turn <= shoppers; turn += 1) expect(shopperClass(directory, shopperOf(turn))).toBe(first);
  expect(heapBytes() - before).toBeLessThan(3_000_000);
  // Still there.
  expect(shopperClass(directory, shopperOf(1))).toBe(first);
});
