/** Each way that the gateway takes to be faster, how it is taken away, and the load that it is there for. */
import type { ParentFacts } from '../speed/graph-file.ts';
import type { Asked } from '../speed/http-ask.ts';
import { loads } from '../speed/loads.ts';

export interface FastPath {
  readonly what: string;
  /** What is read otherwise in a source, in the gateway that goes without it. */
  readonly without: readonly Change[];
  /** What both gateways are without, so that another way does not hide this one. */
  readonly both?: readonly Change[];
  readonly load: FastPathLoad;
}

export interface Change {
  readonly file: string;
  readonly text: string;
  readonly becomes: string;
}

export interface FastPathLoad {
  readonly title: string;
  readonly asked: (parents: readonly ParentFacts[]) => readonly Asked[];
  readonly method?: 'GET';
  readonly hasToken?: true;
  readonly headers?: Readonly<Record<string, string>>;
  /** Each request is sent by all connections at the same time, and then never again. */
  readonly isNew?: true;
}

const times = (count: number, text: (at: number) => string) => Array.from({ length: count }, (_, at) => text(at));

const hot: FastPathLoad = { title: 'a page of 100, cached', asked: loads.a.asked };
const pages: FastPathLoad = {
  title: 'pages of 100 products, of 16 parents',
  asked: (parents) => loads.cold.asked(parents).slice(0, 16),
};
const cards: FastPathLoad = { title: loads.cards.title, asked: loads.cards.asked };
/** Of which not everything is written from slots. */
const inFull: FastPathLoad = { title: loads.b.title, asked: loads.b.asked };
const small: FastPathLoad = {
  title: 'five children and their names, of 60 parents',
  asked: (parents) =>
    parents.map(({ resourceId: id }) => ({
      query: 'query($id: ID!) { childProducts(productId: $id, first: 5) { nodes { id name } } }',
      variables: { id },
    })),
};
const one: FastPathLoad = { title: loads.c.title, asked: loads.c.asked };
const skus = times(1000, (at) => `no-such-sku-${at}`);
const sharedList: FastPathLoad = {
  title: 'a list of 1,000 values in 40 filters',
  asked: () => [
    {
      query: `query($v: [String!]!) { ${times(40, (at) => `p${at}: products(filter: { sku: { in: $v } }, first: 1) { nodes { id } }`).join(' ')} }`,
      variables: { v: skus },
    },
  ],
};
const variants: FastPathLoad = { title: loads.d.title, asked: loads.d.asked };
const extensions: FastPathLoad = {
  title: 'extensions of 20 products under ten aliases',
  asked: ([parent]) => [
    {
      query: `query($id: ID!) { childProducts(productId: $id, first: 20) { nodes { ${times(10, (at) => `e${at}: extensions { attributes { value } }`).join(' ')} } } }`,
      variables: { id: parent?.resourceId },
    },
  ],
};

const responses = 'src/response-cache/response-cache.ts';
const noResponses: Change = {
  file: responses,
  text: 'const entries = maxBytes > 0 ?',
  becomes: 'const entries = maxBytes < 0 ?',
};
const noWriting: Change = {
  file: 'src/graphql/execution/write-query.ts',
  text: 'writesQueries = true',
  becomes: 'writesQueries = false',
};

export const fastPaths: Readonly<Record<string, FastPath>> = {
  responses: { what: 'cached responses', without: [noResponses], load: hot },
  coalescing: {
    what: 'of equal requests that come at once, one is executed',
    without: [
      {
        file: 'src/response-cache/cache-responses.ts',
        text: 'if (isWorthWaiting(running.get(key))) {',
        becomes: 'if (false) {',
      },
    ],
    load: { title: 'pages of 100, each new, by all connections at once', asked: loads.a.asked, isNew: true },
  },
  direct: {
    what: '/graphql past the router and its Fetch objects',
    without: [
      {
        file: 'src/server/routes.ts',
        text: 'return isGraphQL ? graphqlRoute(request) : routeOther(request);',
        becomes: 'return routeOther(request);',
      },
      {
        file: 'src/server/routes.ts',
        text: 'const app = createApp(options);',
        becomes: `const app = createApp(options);
          app.on(['GET', 'POST'], '/graphql', async (c) => {
            const { body, ...init } = await graphqlRoute(c.env.request);
            return new Response(body as never, init);
          });`,
      },
    ],
    load: hot,
  },
  together: {
    what: 'responses of a turn, written together',
    without: [
      { file: 'src/server/end-of-turn.ts', text: 'if (countBefore < 2) return null;', becomes: 'return null;' },
    ],
    load: hot,
  },
  etags: {
    what: 'the validator of a cached response, made once',
    without: [
      {
        file: 'src/http/encoded-body.ts',
        text: 'hash ??= ',
        becomes: 'hash = ',
      },
    ],
    load: { ...hot, title: 'a page of 100, cached, by GET', method: 'GET' },
  },
  tokens: {
    what: 'a token is verified once for its key',
    without: [
      { file: 'src/auth/remember-verified.ts', text: 'if (known && now', becomes: 'if (false && known && now' },
    ],
    load: { ...hot, title: 'a page of 100, cached, with a token', hasToken: true },
  },
  bodies: {
    what: 'memory of bodies that is used again',
    without: [{ file: 'src/http/body-memory.ts', text: 'this.#free.get(size)?.pop()', becomes: 'null' }],
    both: [noResponses],
    load: inFull,
  },
  documents: {
    what: 'parsed and validated documents',
    without: [
      {
        file: 'src/graphql/handler.ts',
        text: 'const documentCache = createDocumentCache();',
        becomes: 'const documentCache: any = noCache;',
      },
    ],
    both: [noResponses, noWriting],
    load: one,
  },
  slots: {
    what: 'lists written from slots',
    without: [
      {
        file: 'src/graphql/slots/plan-product-lists.ts',
        text: "partOfLists(nodes, showing) ?? 'products'",
        becomes: "'products'",
      },
    ],
    both: [noResponses],
    load: pages,
  },
  details: {
    what: 'details beside slots',
    without: [
      {
        file: 'src/graphql/slots/resolve-shown.ts',
        text: 'if (!isDetailed && !ofSlots.has(field))',
        becomes: 'if (!ofSlots.has(field))',
      },
    ],
    both: [noResponses],
    load: cards,
  },
  shared: {
    what: 'details that products of a page share, written once',
    without: [
      {
        file: 'src/graphql/slots/kept-details.ts',
        text: 'writtenDetails.get(write, text)',
        becomes: 'undefined as ReturnType<typeof writtenDetails.get>',
      },
    ],
    both: [noResponses],
    load: cards,
  },
  known: {
    what: 'documents that are known, past GraphQL’s server',
    without: [
      {
        file: 'src/graphql/execution/known-requests.ts',
        text: 'known && readParams(sent)',
        becomes: 'null as Params | null',
      },
    ],
    both: [noResponses],
    load: pages,
  },
  memory: {
    what: 'slots in memory',
    without: [
      {
        file: 'src/storage/index/read-shown.ts',
        text: 'memory.find(releaseId, ordinal)',
        becomes: 'null',
      },
    ],
    both: [noResponses],
    load: pages,
  },
  prices: {
    what: 'lines of prices, written once',
    without: [
      {
        file: 'src/graphql/slots/show-prices.ts',
        text: 'lines.get(text)',
        becomes: '(undefined as Constant | undefined)',
      },
    ],
    both: [noResponses],
    load: pages,
  },
  parts: {
    what: 'parts of products as they were written',
    without: [
      {
        file: 'src/graphql/slots/written-parts.ts',
        text: 'written.get(stored)?.get(key)',
        becomes: '(undefined as WrittenPart | undefined)',
      },
    ],
    both: [noResponses],
    load: variants,
  },
  costs: {
    what: 'what selections without variables cost, measured once',
    without: [
      {
        file: 'src/graphql/limits/known-costs.ts',
        text: 'const last = known.get(selections);',
        becomes: 'const last = null as (MeasuredPlace & { readonly units: number }) | null;',
      },
    ],
    both: [noResponses],
    load: variants,
  },
  whole: {
    what: 'all that a parent has, as it was listed before',
    without: [
      {
        file: 'src/storage/lists/select-lists.ts',
        text: 'if (!isWhole(query)) continue;',
        becomes: 'if (index) continue;',
      },
    ],
    both: [noResponses],
    load: variants,
  },
  listed: {
    what: 'listed products that are parsed, without reading their rows',
    without: [
      {
        file: 'src/storage/product-store.ts',
        text: 'return product ? {',
        becomes: 'return false && product ? {',
      },
    ],
    both: [noResponses],
    load: inFull,
  },
  written: { what: 'queries as bytes', without: [noWriting], both: [noResponses], load: inFull },
  products: {
    what: 'products of a release, parsed once',
    without: [
      {
        file: 'src/storage/releases/release-cache.ts',
        text: 'id: string) => cache.get(keyOf',
        becomes: 'id: string) => void cache.get(keyOf',
      },
    ],
    both: [noResponses],
    load: inFull,
  },
  statements: {
    what: "SQLite's prepared statements",
    without: [
      {
        file: 'src/storage/engines/remember-statements.ts',
        text: 'memoised(statements, text, () => database.prepare(text))',
        becomes: 'database.prepare(text)',
      },
    ],
    both: [noResponses],
    load: small,
  },
  formatters: {
    what: "money's formatters",
    without: [
      {
        file: 'src/graphql/product/format-money.ts',
        text: 'const known = formatters.get(key);',
        becomes: 'const known = null as Formatter | null;',
      },
    ],
    both: [noResponses],
    load: inFull,
  },
  locales: {
    what: "money's locales",
    without: [
      {
        file: 'src/graphql/product/format-money.ts',
        text: 'const known = locales.get(language);',
        becomes: 'const known = undefined as string | undefined;',
      },
    ],
    both: [noResponses],
    load: { ...inFull, title: `${inFull.title}, in German`, headers: { 'Accept-Language': 'de-CH' } },
  },
  units: {
    what: 'units of a list that several fields use',
    without: [
      {
        file: 'src/graphql/limits/input-units.ts',
        text: 'memoised(knownLists, list, () => sum(list, (item) => unitsOfInput(item, workPrices.filterValue)))',
        becomes: 'sum(list, (item) => unitsOfInput(item, workPrices.filterValue))',
      },
    ],
    both: [noResponses],
    load: sharedList,
  },
  filters: {
    what: 'a list that several filters use, checked once',
    without: [
      {
        file: 'src/graphql/schema/conditions.ts',
        text: 'ofList.get(key) ?? check(',
        becomes: 'check(',
      },
    ],
    both: [noResponses],
    load: sharedList,
  },
  options: {
    what: 'the variation of each option, found once',
    without: [{ file: 'src/domain/product/variation-matrix.ts', text: 'if (known) return known;', becomes: '' }],
    both: [noResponses],
    load: variants,
  },
  json: {
    what: 'JSON values that several aliases show, converted once',
    without: [{ file: 'src/graphql/schema/scalars.ts', text: 'if (known !== undefined) return known;', becomes: '' }],
    both: [noResponses],
    load: extensions,
  },
};
