/** The same questions to a small and to a large store, in turns: what the size of the store adds to each. */
import { createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { demoIds } from '../src/demo/demo-ids.ts';
import { createLogger } from '../src/server/logger.ts';
import { fetchFrom } from '../test/support/fetch-from.ts';
import { percentilesOf } from './load/percentiles.ts';

export interface ReadOptions {
  readonly small: Readonly<Record<string, string | undefined>>;
  readonly large: Readonly<Record<string, string | undefined>>;
  readonly rounds: number;
}

interface Store {
  ask(query: string, variables: object): Promise<{ readonly data: unknown; readonly ms: number }>;
  /** A parent at random, with two of its options; the largest is not among them. */
  parent(): Parent;
  close(): Promise<void>;
}

interface Parent {
  readonly id: string;
  readonly options: readonly string[];
}

interface Question {
  readonly name: string;
  readonly query: string;
  readonly variables: (parent: Parent) => object;
}

const product = `name sku slug status tags price(currency: "EUR") { money { amount formatted } includesTax } updatedAt`;
const largest = demoIds.products.largestNumberedParent;
const list = (args: string) => `query($id: ID!) { childProducts(productId: $id, ${args}) {
  totalCount pageInfo { hasNextPage endCursor } nodes { ${product} } } }`;
const priceRange =
  'query($id: ID!) { product(id: $id) { name priceRange(currency: "EUR") { min { money { amount } } max { money { amount } } } } }';

const questions: readonly Question[] = [
  {
    name: 'first page of 100, the parent with most children',
    query: list('first: 100'),
    variables: () => ({ id: largest }),
  },
  {
    name: 'last page of 100, the parent with most children',
    query: list('last: 100'),
    variables: () => ({ id: largest }),
  },
  { name: 'first page of 25, any parent', query: list('first: 25'), variables: ({ id }) => ({ id }) },
  {
    name: 'filtered page (in of two tags), any parent',
    query: list('first: 25, filter: { tags: { in: ["rain", "warm"] } }'),
    variables: ({ id }) => ({ id }),
  },
  {
    name: 'variant, any parent',
    query:
      'query($id: ID!, $options: [ID!]!) { product(id: $id) { name variant(selectedOptions: $options) { name sku } } }',
    variables: ({ id, options }) => ({ id, options }),
  },
  {
    name: 'priceRange, any parent',
    query: priceRange,
    variables: ({ id }) => ({ id }),
  },
  {
    name: 'priceRange, the parent with most children',
    query: priceRange,
    variables: () => ({ id: largest }),
  },
  {
    name: 'all products, first page of 25 of one tag',
    query: `query { products(first: 25, filter: { tags: { eq: "rain" } }) { nodes { ${product} } } }`,
    variables: () => ({}),
  },
];

/** Medians and 99th percentiles, in milliseconds, through the whole gateway but the socket. */
export async function measureReads({ small, large, rounds }: ReadOptions): Promise<string[]> {
  const stores = { small: await openStore(small), large: await openStore(large) };
  const lines = ['| read | small p50 | large p50 | large/small | small p99 | large p99 |', '|---|---|---|---|---|---|'];
  for (const { name, query, variables } of questions) {
    const times = { small: [] as number[], large: [] as number[] };
    for (let round = -20; round < rounds; round += 1) {
      for (const which of round % 2 === 0 ? (['small', 'large'] as const) : (['large', 'small'] as const)) {
        const store = stores[which];
        const { ms } = await store.ask(query, variables(store.parent()));
        if (round >= 0) times[which].push(ms);
      }
    }
    const [ofSmall, ofLarge] = [percentilesOf(times.small), percentilesOf(times.large)];
    const cells = [ofSmall.p50, ofLarge.p50, ofLarge.p50 / ofSmall.p50, ofSmall.p99, ofLarge.p99];
    lines.push(`| ${name} | ${cells.map((cell) => cell.toFixed(2)).join(' | ')} |`);
  }
  await stores.small.close();
  await stores.large.close();
  return lines;
}

async function openStore(environment: ReadOptions['small']): Promise<Store> {
  const settings = { DEMO: 'off', LOG_LEVEL: 'silent', RATE_LIMIT_PER_ADDRESS: '0', RATE_LIMIT_PER_CLIENT: '0' };
  const config = readConfig({ ...settings, ...environment });
  const app = await createApp(config, createLogger(config.logLevel));
  const send = fetchFrom(app.http);
  const ask: Store['ask'] = async (query, variables) => {
    const startedAt = performance.now();
    const response = await send('http://127.0.0.1/graphql', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as { data: unknown; errors?: unknown };
    if (errors) throw new Error(JSON.stringify(errors));
    return { data, ms: performance.now() - startedAt };
  };
  const parents = await listParents(ask);
  return {
    ask,
    parent: () => parents[Math.floor(Math.random() * parents.length)] as Parent,
    close: () => app.stores.close(),
  };
}

/** As many parents of each store as the small one has: what is requested again is known, in both alike. */
async function listParents(ask: Store['ask']): Promise<Parent[]> {
  const parents: Parent[] = [];
  for (let after: string | null = null; parents.length < 190; ) {
    const { data } = await ask(
      `query($after: String) { products(first: 100, after: $after, filter: { productTypes: { eq: "parent" } }) {
        pageInfo { endCursor hasNextPage } nodes { resourceId variations { options { resourceId } } } } }`,
      { after },
    );
    const { nodes, pageInfo } = (data as { products: ParentPage }).products;
    for (const { resourceId, variations } of nodes) {
      const options = variations.flatMap(({ options: [first] }) => first?.resourceId ?? []);
      if (resourceId !== largest) parents.push({ id: resourceId, options });
    }
    if (!pageInfo.hasNextPage) break;
    after = pageInfo.endCursor;
  }
  return parents;
}

interface ParentPage {
  readonly pageInfo: { readonly endCursor: string; readonly hasNextPage: boolean };
  readonly nodes: readonly {
    readonly resourceId: string;
    readonly variations: readonly { readonly options: readonly { readonly resourceId: string }[] }[];
  }[];
}
