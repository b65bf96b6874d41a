/** The two stores that every statement is checked on: the demo's, and one that was imported from records. Both in one gateway. */
import { deepStrictEqual } from 'node:assert/strict';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { generateDemoStore } from '../../src/demo/demo-store.ts';
import type { Answer, AskOptions } from '../support/gateway.ts';
import type { RestAnswer, RestGateway, RestOptions } from '../support/rest-gateway.ts';
import { importedIds, importedNodes, importedOfferings, importedProducts } from './imported-store.ts';

// biome-ignore lint/suspicious/noExplicitAny: records are read by the paths that the contract names
export type Json = any;

export interface World {
  readonly name: 'demo' | 'imported';
  /** What was imported, by id. */
  readonly products: ReadonlyMap<string, Json>;
  readonly nodes: ReadonlyMap<string, Json>;
  readonly offerings: ReadonlyMap<string, Json>;
  /** Live products that show every member between them. */
  readonly sample: readonly string[];
  readonly ids: {
    readonly parent: string;
    readonly child: string;
    readonly childlessParent: string;
    readonly draftParent: string;
    readonly draftStandard: string;
    readonly standard: string;
    readonly offering: string;
    readonly plan: string;
    readonly otherPlan: string;
    readonly customApi: string;
    readonly takenSlug: string;
    readonly key: string;
    readonly account: string;
  };
  readonly gateway: RestGateway;
  rest(method: string, path: string, options?: RestOptions): Promise<RestAnswer>;
  ask(query: string, variables?: object, options?: AskOptions): Promise<Answer>;
  /** The same answer once: statements about one resource share a request. */
  once<Value>(key: string, ask: () => Promise<Value>): Promise<Value>;
}

const { products: demo } = demoIds;
const main = generateDemoStore().catalogs[0];
/** Members that few products have: the first live one that has each. */
const rarer = ['meta.sale_id', 'attributes.tiers', 'attributes.price_modifiers', 'meta.price_modifiers'].flatMap(
  (path) => {
    const has = (record: Json) => record.attributes.status === 'live' && memberAt(record, path) !== undefined;
    return [...(main?.products() ?? [])].find(has)?.id ?? [];
  },
);
const demoOfferings = generateDemoStore().offerings;
const byId = (records: Iterable<Json>) => new Map([...records].map((record): [string, Json] => [record.id, record]));

const stores: Record<World['name'], Omit<World, 'name' | 'gateway' | 'rest' | 'ask' | 'once'> & { channel: string }> = {
  demo: {
    channel: '',
    products: byId(main?.products() ?? []),
    nodes: byId(main?.nodes ?? []),
    offerings: byId(demoOfferings),
    sample: [demo.showcaseParent, demo.showcaseChild, demo.standard, demo.digital, demo.bundle, ...rarer],
    ids: {
      parent: demo.showcaseParent,
      child: demo.showcaseChild,
      childlessParent: demo.childlessParent,
      draftParent: demo.draftParent,
      draftStandard: demo.draftStandard,
      standard: demo.standard,
      offering: demoIds.offering,
      plan: demoIds.plan,
      otherPlan: demoIds.planOfAnotherOffering,
      customApi: demoIds.customApi,
      takenSlug: demoIds.takenFieldSlug,
      key: demoIds.applicationKeys.storefront,
      account: demoIds.partnerAccount,
    },
  },
  imported: {
    channel: importedIds.channel,
    products: byId(importedProducts),
    nodes: byId(importedNodes),
    offerings: byId(importedOfferings),
    sample: [importedIds.full, importedIds.parent, importedIds.child, importedIds.standard],
    ids: importedIds,
  },
};
stores.imported = { ...stores.imported, ids: { ...importedIds, otherPlan: importedIds.otherPlan } };

export const worldNames = Object.keys(stores) as World['name'][];

export function createWorld(name: World['name'], gateway: RestGateway): World {
  const { channel, ...store } = stores[name];
  const answers = new Map<string, Promise<unknown>>();
  return {
    name,
    ...store,
    gateway,
    rest: (method, path, options = {}) =>
      gateway.rest(method, path, { ...options, headers: { 'EP-Channel': channel, ...options.headers } }),
    ask: (query, variables = {}, options = {}) => gateway.ask(query, variables, { channel, ...options }),
    once<Value>(key: string, ask: () => Promise<Value>) {
      const known = answers.get(key) ?? ask();
      answers.set(key, known);
      return known as Promise<Value>;
    },
  };
}

/** The member at a path, `meta.variations`; undefined where it is absent. */
export function memberAt(record: Json, path: string): Json {
  return path.split('.').reduce((value, name) => value?.[name], record);
}

export const catalogPath = '/v2/pcm/catalog';

export async function restProduct(world: World, id: string): Promise<Json> {
  return world.once(
    `rest product ${id}`,
    async () => (await world.rest('GET', `${catalogPath}/products/${id}`)).body.data,
  );
}

/** The first error of an answer, on either face, as status and title. */
export function expectRefusal({ status, body }: RestAnswer, expected: number, title: string, detail?: RegExp): void {
  deepStrictEqual([status, body.errors?.[0]?.status, body.errors?.[0]?.title], [expected, String(expected), title]);
  if (detail && !detail.test(body.errors[0].detail)) throw new Error(`${body.errors[0].detail} is not ${detail}`);
}

export function expectError({ errors, shown }: Answer, code: string, status: number, message?: RegExp): void {
  const [error] = errors;
  deepStrictEqual([error?.extensions.code, error?.extensions.status], [code, status], shown);
  if (message && !message.test(error?.message ?? '')) throw new Error(`${error?.message} is not ${message}`);
}
