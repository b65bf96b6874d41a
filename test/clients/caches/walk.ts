/**
 * A random walk through a storefront: the shopper switches channel, tag and language, filters, pages, opens products and goes back.
 * After each step, what the cache shows of the screens that were visited last is held against requests without a cache, whose
 * context headers say.
 */
import { isDeepStrictEqual } from 'node:util';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import type { ExplicitContext } from '../../../src/domain/shopper-context.ts';
import { askByHeaders } from './ask-by-headers.ts';
import type { CacheClient, Data, OpenClient } from './cache-client.ts';
import {
  childrenScreen,
  factsOf,
  listOf,
  listScreen,
  nodeScreen,
  nodesScreen,
  productScreen,
  type Screen,
} from './screens.ts';

export interface WalkOptions {
  readonly url: string;
  readonly openClient: OpenClient;
  readonly steps: number;
  readonly seed: number;
}

export interface WalkReport {
  readonly compared: number;
  /** What the cache showed, and what is right; the first few. */
  readonly wrong: readonly { readonly screen: Screen; readonly shown: Data; readonly right: Data }[];
  readonly wrongCount: number;
  /** Of one product, in different contexts. */
  readonly mostPrices: number;
  readonly mostNames: number;
  readonly pagesLoaded: number;
}

const { showcaseParent, manyChildrenParent, showcaseChild, bundle, notOnMobile } = demoIds.products;
/** With a language each: a browser would add its own. */
const headersOfSession: readonly Readonly<Record<string, string>>[] = [
  { 'Accept-Language': 'en-US' },
  { 'EP-Channel': 'mobile', 'Accept-Language': 'en-US' },
  { 'Accept-Language': 'de' },
  { 'EP-Context-Tag': 'vip', 'Accept-Language': 'fr' },
];
const values: { readonly [Member in keyof Required<ExplicitContext>]: readonly (string | undefined)[] } = {
  channel: [undefined, '', 'mobile', 'web'],
  tag: [undefined, '', 'vip'],
  language: [undefined, '', 'de', 'en', 'fr'],
};
const filters = [null, { productTypes: { eq: 'parent' } }, { tags: { in: ['rain', 'bestseller'] } }];

export async function walk({ url, openClient, steps, seed }: WalkOptions): Promise<WalkReport> {
  const random = createRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const headers = pick(headersOfSession);
  const client = openClient({ url, headers });
  const visited: Screen[] = [];
  const wrong: WalkReport['wrong'][number][] = [];
  const known = new Map<string, Data>();
  const facts = new Map<string, { readonly prices: Set<string>; readonly names: Set<string> }>();
  let [compared, wrongCount, pagesLoaded] = [0, 0, 0];

  function randomContext(): ExplicitContext {
    const members = Object.entries(values).map(([member, some]) => [member, pick(some)]);
    return Object.fromEntries(members.filter(([, value]) => value !== undefined));
  }

  function randomScreen(): Screen {
    const context = randomContext();
    return pick([
      () => listScreen(context, pick(filters)),
      () => nodesScreen(context),
      () => childrenScreen(context, pick([showcaseParent, manyChildrenParent]), pick([null, filters[2] ?? null])),
      () => productScreen(context, pick([showcaseParent, showcaseChild, bundle, notOnMobile])),
    ])();
  }

  /** Where the shopper is after the step. */
  async function step(current: Screen): Promise<Screen> {
    const shown = await client.query(current.document, current.variables);
    const list = listOf(current, shown);
    const action = random();
    if (action < 0.3) return (await loadMore(client, current, list)) ? current : randomScreen();
    if (action < 0.5) {
      const nodes: Data[] = list?.edges.map(({ node }: Data) => node.product ?? node) ?? [];
      const product = pick(nodes.filter(({ __typename }) => __typename === 'Product'));
      return product ? nodeScreen(current.context, product) : randomScreen();
    }
    if (action < 0.6) {
      await client.refetch(current.document, current.variables);
      return current;
    }
    if (action < 0.7) return pick(visited);
    return randomScreen();
  }

  /** Whether there was more. */
  async function loadMore(of: CacheClient, screen: Screen, list: Data): Promise<boolean> {
    const { isBackwards } = screen;
    if (!list || !(isBackwards ? list.pageInfo.hasPreviousPage : list.pageInfo.hasNextPage)) return false;
    if (list.edges.length + screen.size > 100) return false;
    const cursor = isBackwards ? list.pageInfo.startCursor : list.pageInfo.endCursor;
    await of.refetch(screen.document, { ...screen.variables, cursor });
    const after = listOf(screen, await of.query(screen.document, screen.variables));
    pagesLoaded += Number(after?.edges.length > list.edges.length);
    return true;
  }

  async function compare(screen: Screen): Promise<void> {
    const shown = await client.read(screen.document, screen.variables);
    const count = listOf(screen, shown)?.edges.length ?? 0;
    const right = await readRight(screen, Math.max(count, 1));
    compared += 1;
    if (isDeepStrictEqual(factsOf(shown ?? emptyOf(screen)), factsOf(right))) return note(right);
    wrongCount += 1;
    if (wrong.length < 3) wrong.push({ screen, shown: factsOf(shown), right: factsOf(right) });
  }

  /** What the gateway says without a cache: releases do not change during a walk, so it is asked once. */
  async function readRight({ document, plainVariables, context }: Screen, size: number): Promise<Data> {
    const variables = { ...plainVariables, size };
    const key = JSON.stringify([document, variables, context]);
    const right = known.get(key) ?? (await askByHeaders(url, { document, variables, headers, context }));
    known.set(key, right);
    return right;
  }

  function note(value: Data): void {
    if (typeof value !== 'object' || value === null) return;
    if ('price' in value) {
      const of = facts.get(value.resourceId) ?? { prices: new Set(), names: new Set() };
      facts.set(value.resourceId, of);
      of.names.add(value.name);
      if (value.price) of.prices.add(value.price.money.amount);
    }
    for (const member of Object.values(value)) note(member);
  }

  let current = randomScreen();
  visited.push(current);
  for (let count = 0; count < steps; count += 1) {
    current = await step(current);
    await client.query(current.document, current.variables);
    visited.push(current);
    for (const screen of visited.slice(-4)) await compare(screen);
  }
  const most = (countOf: (of: { prices: Set<string>; names: Set<string> }) => number) =>
    Math.max(0, ...[...facts.values()].map(countOf));
  return {
    ...{ compared, wrong, wrongCount, pagesLoaded },
    mostPrices: most(({ prices }) => prices.size),
    mostNames: most(({ names }) => names.size),
  };
}

/** A thing that is not there is null with an error, which caches forget. */
function emptyOf({ at: [field = ''] }: Screen): Data {
  return { [field]: null };
}

/** mulberry32: equal seeds, equal walks. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
