/** A cached response is the response that would be made now: both are requested, through whatever changes responses, at random. */
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { publish, type RecordSource } from '../../src/importer/publish.ts';
import { createResponseCache } from '../../src/response-cache/response-cache.ts';
import { describeEachEngine } from '../support/engines.ts';
import { type AskOptions, openGateway } from '../support/gateway.ts';
import { runs } from '../support/runs.ts';
import { productRecord, smallCatalog } from '../support/small-catalog.ts';
import { useOpened } from '../support/use-opened.ts';
import { watchRuns } from '../support/watch-runs.ts';

const start = Date.UTC(2027, 0, 1);
const at = (hour: number) => new Date(start + hour * 3_600_000);
const keyId = '8a612c1e-face-5d9d-8bce-4f6937707f6a';

const queries: readonly string[] = [
  '{ product(id: "parent") { name language priceRange(currency: "EUR") { min { money { formatted } } max { money { amount } } } } }',
  '{ childProducts(productId: "parent", first: 2) { nodes { name price(currency: "EUR") { money { amount } } priceFor(currency: "EUR") { steps { kind } } } context { reason channel tag language release { resourceId } rule { name } } } }',
  '{ products(first: 3) { totalCount nodes { resourceId prices { money { formatted } } } pageInfo { endCursor } } }',
  '{ product(id: "parent", context: { channel: "two", language: "de" }) { name price(currency: "EUR") { money { formatted } } } }',
  '{ catalogNodes(filter: { id: { in: ["one-node", "two-node"] } }) { nodes { name } } }',
  '{ one: product(id: "parent", context: { channel: "", tag: "" }) { id name } two: product(id: "parent", context: { tag: "two", language: "de" }) { id name } }',
  '{ node(id: "UHJvZHVjdDpwYXJlbnQ") { id ... on Product { name } } product(id: "absent") { id } }',
  `{ applicationKey(id: "${keyId}") { name } product(id: "parent") { name } }`,
  '{ __typename limits { cost } }',
  '{ product(id: "parent") { nothing } }',
];

interface Edition {
  readonly name: string;
  readonly saleEnds: number;
  readonly scheduleEnds: number;
  readonly rule: 'channel' | 'tag' | 'account' | 'schedule';
}

/** Two catalogs with the same products, one of them for whom the rule fits. */
function source({ name, saleEnds, scheduleEnds, rule }: Edition): RecordSource {
  const price = { EUR: { amount: 1000, includes_tax: true } };
  const products = (catalog: string) => [
    productRecord({
      id: 'parent',
      attributes: { base_product: true, name: `${name} ${catalog}`, locales: { de: { name: `${name} auf Deutsch` } } },
    }),
    ...[1, 2, 3].map((number) =>
      productRecord({
        id: `child-${number}`,
        attributes: { name: `${name} ${catalog} ${number}`, price },
        relationships: { parent: { data: { id: 'parent', type: 'product' } } },
        meta: {
          language: 'en',
          sale_id: 'sale',
          sale_expires: at(saleEnds + number).toISOString(),
          original_price: { EUR: { amount: 2000 + number, includes_tax: true } },
        },
      }),
    ),
  ];
  const [one, two] = [smallCatalog('one', products('one')), smallCatalog('two', products('two'))];
  const everybody = { channels: [], tags: [], account_ids: [], schedules: [] };
  const criteria = {
    channel: { channels: ['two'] },
    tag: { tags: ['two'] },
    account: { account_ids: ['two'] },
    schedule: { schedules: [{ valid_from: at(1).toISOString(), valid_to: at(scheduleEnds).toISOString() }] },
  }[rule];
  const [first, second] = [...one.rules, ...two.rules];
  // Before the demo store's rules, so that a shopper whom no other rule fits gets the first catalog.
  const created_at = '2020-01-01T00:00:00.000Z';
  const rules = [first, second].flatMap((record, index) =>
    record
      ? [{ ...record, attributes: { ...record.attributes, ...everybody, ...(index === 1 && criteria), created_at } }]
      : [],
  );
  return { ...one, catalogs: [...one.catalogs, ...two.catalogs], rules };
}

const hours = fc.integer({ min: 0, max: 12 });
const edition = fc.record<Edition>({
  name: fc.constantFrom('Shirt', 'Coat'),
  saleEnds: hours,
  scheduleEnds: fc.integer({ min: 2, max: 12 }),
  rule: fc.constantFrom('channel', 'tag', 'account', 'schedule'),
});
const options = fc.record<AskOptions & { as: 'admin' | 'shopper' | 'nobody' }>({
  as: fc.constantFrom('admin', 'shopper', 'nobody'),
  accountId: fc.constantFrom('', 'one', 'two', 'three'),
  channel: fc.constantFrom('', 'two'),
  tag: fc.constantFrom('', 'two'),
  language: fc.constantFrom(
    '',
    'de',
    'DE',
    'de-CH, en;q=0.5',
    'en, de;q=0.9',
    'en;q=0.1, de',
    'fr',
    'fr, de;q=0.1',
    'xx',
  ),
});
const ask = fc.record({ query: fc.constantFrom(...queries), options });
const step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant('ask' as const), ask }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('again' as const), hour: hours }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('publish' as const), edition, isSeen: fc.boolean() }) },
  // Of the releases that are kept, the one at that place: announced, and then made current, or another one.
  { weight: 2, arbitrary: fc.record({ do: fc.constant('announce' as const), place: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('makeCurrent' as const), place: fc.option(fc.nat(5)) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('rename' as const), name: fc.constantFrom('Ann', 'Bob', 'Cid') }),
  },
);

/** For all responses, or for so few that others are packed or removed. */
const room = fc.constantFrom(10_000_000, 20_000);

describeEachEngine('cached responses', (open, name) => {
  const gateway = useOpened(() => openGateway(open));

  it('are those that would be made, through publishes, rules, sales, schedules, tokens, renames and clocks', async () => {
    let cachedCount = 0;
    await fc.assert(
      fc.asyncProperty(
        edition,
        room,
        fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }),
        async (first, maxBytes, steps) => {
          const responseCache = createResponseCache(gateway.services.catalog, maxBytes);
          const caching = gateway.with({ responseCache });
          const put = async (published: Edition, isSeen: boolean) => {
            await publish(source(published), { releases: gateway.stores.releases, now: new Date() });
            if (isSeen) gateway.forget();
          };
          await put(first, true);
          let now = at(0);
          let announced: string | null = null;
          const keptAt = async (place: number) => {
            const kept = (await gateway.stores.releases.list()).filter(({ catalogId }) =>
              ['one', 'two'].includes(catalogId),
            );
            return kept[place % kept.length]?.id ?? '';
          };
          const sent: { query: string; options: AskOptions }[] = [];
          const compare = async (one: (typeof sent)[number]) => {
            const uncached = await gateway.ask(one.query, {}, { ...one.options, now });
            const before = gateway.statements.length;
            const cached = await caching.ask(one.query, {}, { ...one.options, now });
            if (gateway.statements.length === before && uncached.errors.length === 0) cachedCount += 1;
            expect([cached.status, anonymous(cached.body)]).toEqual([uncached.status, anonymous(uncached.body)]);
          };
          for (const one of steps) {
            if (one.do === 'publish') await put(one.edition, one.isSeen);
            else if (one.do === 'announce') {
              announced = await keptAt(one.place);
              await gateway.stores.releases.announce([{ releaseId: announced, publishedAt: '' }]);
              gateway.forget();
            } else if (one.do === 'makeCurrent') {
              // What was requested is requested again, so that it is made ahead.
              for (const before of sent) await compare(before);
              await setTimeout(5);
              const next = one.place === null ? announced : await keptAt(one.place);
              if (next !== null) await gateway.stores.releases.makeCurrent(next);
              gateway.forget();
              for (const before of sent) await compare(before);
            } else if (one.do === 'rename') {
              const rename = `mutation { updateApplicationKey(input: { id: "${keyId}", name: "${one.name}" }) { applicationKey { name } } }`;
              expect((await caching.ask(rename)).errors).toEqual([]);
            } else if (one.do === 'again') {
              now = at(one.hour);
              for (const before of sent) await compare(before);
            } else {
              sent.push(one.ask);
              await compare(one.ask);
            }
          }
        },
      ),
      { numRuns: name === 'sqlite' ? runs(10, 30) : runs(4, 10) },
    );
    expect(cachedCount).toBeGreaterThan(runs(10, 30));
    expect(gateway.bugs).toEqual([]);
    // Nothing is announced any more.
    for (const { id, isCurrent } of await gateway.stores.releases.list()) {
      if (isCurrent) await gateway.stores.releases.makeCurrent(id);
    }
    gateway.forget();
  }, 300_000);

  it.each([
    ['', 0],
    [', while others are requested once', 100],
  ])('of equal queries at once one is executed, and each gets the response%s', async (_, others) => {
    const caching = gateway.with({ responseCache: createResponseCache(gateway.services.catalog, 10_000_000) });
    for (let other = 0; other < others; other += 1)
      await caching.ask('{ products(first: 1) { totalCount } }', { other });
    const watched = watchRuns();
    onTestFinished(watched.end);
    const query = '{ products(first: 2) { nodes { resourceId name } } }';
    const answers = await Promise.all(Array.from({ length: 10 }, () => caching.ask(query)));
    expect(await watched.count()).toEqual({ written: 1, left: 0 });
    const bodies = answers.map(({ body }) => body);
    expect(new Set(bodies).size).toBe(1);
  });

  it('equal mutations at once are executed each', async () => {
    const field = (slug: string) =>
      `mutation { createCustomField(input: { customApiId: "a2519cce-25b2-5b93-a465-6ede46bba9cf", name: "Name", slug: "${slug}", fieldType: FLOAT }) { customField { slug } } }`;
    const caching = gateway.with({ responseCache: createResponseCache(gateway.services.catalog, 10_000_000) });
    const answers = await Promise.all(Array.from({ length: 5 }, () => caching.ask(field('at-once'))));
    expect(answers.filter(({ errors }) => errors.length === 0).length).toBe(1);
  });

  it('take no more memory than they may', async () => {
    const responseCache = createResponseCache(gateway.services.catalog, 5000);
    const caching = gateway.with({ responseCache });
    const count = (number: number) => caching.ask(`{ products(first: ${number}) { totalCount } }`);
    await count(100);
    const firstTimes = await countStatements(() => count(1));
    for (let number = 2; number < 20; number += 1) await count(number);
    expect(await countStatements(() => count(19))).toBe(0);
    expect(await countStatements(() => count(1))).toBe(firstTimes);
  });

  async function countStatements(run: () => Promise<unknown>): Promise<number> {
    const before = gateway.statements.length;
    await run();
    return gateway.statements.length - before;
  }
});

/** Errors name the request that they belong to. */
function anonymous(body: string): string {
  return body.replaceAll(/request-\d+/g, 'request');
}
