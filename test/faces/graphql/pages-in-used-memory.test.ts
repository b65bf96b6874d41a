/** Pages of more products than there is memory for, read side by side while releases come: none shows what another was written over. */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { publish } from '../../../src/importer/publish.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { openGateway } from '../../support/gateway.ts';
import { productRecord, smallCatalog } from '../../support/small-catalog.ts';
import { useOpened } from '../../support/use-opened.ts';

const channels = ['red', 'green', 'blue'] as const;
const longestPage = 100;
const productsOfRelease = 2 * longestPage;
/** Of each part of each release two chunks are filled, and there is room for two of all. */
const slotBytes = 600_000;

const detail = 'extension(template: "of") { attribute(key: "text") { value } }';

interface Shown {
  readonly description: string;
  readonly extension: { readonly attribute: { readonly value: string } };
}

type Channel = (typeof channels)[number];
type Page = Record<'first' | 'from', number>;
type PagesOfChannel = Record<'a' | 'b', Page> & { readonly channel: Channel };

const page: fc.Arbitrary<Page> = fc.record({
  first: fc.integer({ min: 1, max: longestPage }),
  from: fc.nat({ max: longestPage }),
});
const pagesOfChannel: fc.Arbitrary<PagesOfChannel> = fc.record({
  channel: fc.constantFrom(...channels),
  a: page,
  b: page,
});

function descriptionOf(channel: Channel, edition: number, at: number): string {
  return `${channel} ${edition} ${at} ${'x'.repeat(2000)}`;
}

describeEachEngine('pages in memory that is used again', (open) => {
  const gateway = useOpened(() => openGateway(open, 'tables', { slotBytes }));
  const editions = new Map<Channel, number>();
  /** Of the current edition, by how many products come before them. */
  const cursors = new Map<Channel, readonly (string | null)[]>();
  beforeAll(async () => {
    for (const channel of channels) await publishNext(channel);
  });

  async function publishNext(channel: Channel): Promise<void> {
    const edition = (editions.get(channel) ?? 0) + 1;
    const products = Array.from({ length: productsOfRelease }, (_, at) => {
      const description = descriptionOf(channel, edition, at);
      const attributes = { description, extensions: { of: { text: description.toUpperCase() } } };
      return productRecord({ id: `${channel}-${String(at).padStart(4, '0')}`, attributes });
    });
    await publish(smallCatalog(channel, products), { releases: gateway.stores.releases, now: new Date() });
    gateway.forget();
    editions.set(channel, edition);
    const { data } = await gateway.ask(`{ products(first: ${longestPage}) { edges { cursor } } }`, {}, { channel });
    cursors.set(channel, [null, ...data.products.edges.map(({ cursor }: { cursor: string }) => cursor)]);
  }

  async function expectPages({ channel, ...pages }: PagesOfChannel): Promise<void> {
    const lists = Object.entries(pages).map(([alias, { first, from }]) => {
      const after = JSON.stringify(cursors.get(channel)?.[from]);
      return `${alias}: products(first: ${first}, after: ${after}) { nodes { description ${detail} } }`;
    });
    const { data, errors, shown } = await gateway.ask(`{ ${lists.join(' ')} }`, {}, { channel });
    expect(errors, shown).toEqual([]);
    const edition = editions.get(channel) as number;
    for (const [alias, { first, from }] of Object.entries(pages)) {
      const expected = Array.from({ length: first }, (_, place) => descriptionOf(channel, edition, from + place));
      const { nodes } = data[alias];
      expect(nodes.map(({ description }: Shown) => description)).toEqual(expected);
      expect(nodes.map(({ extension }: Shown) => extension.attribute.value)).toEqual(
        expected.map((description) => description.toUpperCase()),
      );
    }
  }

  it('show what they should', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(pagesOfChannel, { minLength: 4, maxLength: 12 }),
        fc.option(fc.constantFrom(...channels)),
        async (requests, published) => {
          if (published) await publishNext(published);
          await Promise.all(requests.map(expectPages));
        },
      ),
      { numRuns: 30 },
    );
    // Where it had gone, graphql-js would have read it again.
    expect(gateway.statements.filter((statement) => statement.includes('x.document'))).toEqual([]);
    expect(gateway.bugs).toEqual([]);
  });
});
