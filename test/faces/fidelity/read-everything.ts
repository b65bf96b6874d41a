/** What both faces show of a store, each answer as it came, under what it was requested by. */
import { formatGlobalId, type NodeType } from '../../../src/graphql/schema/global-id.ts';
import { defaultLimits } from '../../../src/http/limits.ts';
import type { Answer } from '../../support/gateway.ts';
import type { RestAnswer, RestGateway } from '../../support/rest-gateway.ts';
import { fullSelection } from './full-selection.ts';
import type { Json } from './random-store.ts';

export interface Shown {
  /** The answers of REST, by path. */
  readonly rest: ReadonlyMap<string, string>;
  /** The answers of GraphQL, by id. */
  readonly graph: ReadonlyMap<string, object>;
}

export const catalogPath = '/v2/pcm/catalog';
const apisPath = '/v2/settings/extensions/custom-apis';
const keysPath = '/v2/application-keys';

export async function readCatalog(gateway: RestGateway, channel: string): Promise<Shown> {
  const reading = createReading(gateway, channel);
  for (const type of ['node', 'product']) {
    for (const record of await reading.list(`${catalogPath}/${type}s`)) await reading.record(record);
  }
  return reading.shown;
}

export async function readSettings(gateway: RestGateway): Promise<Shown> {
  const reading = createReading(gateway, '');
  for (const api of await reading.list(apisPath)) {
    await reading.record(api);
    for (const field of await reading.list(`${apisPath}/${api.id}/fields`)) await reading.record(field);
  }
  for (const key of await reading.list(keysPath)) await reading.record(key);
  return reading.shown;
}

/** Where REST shows a record, if it does, and what the graph calls its type. */
const places: Readonly<Record<string, { readonly type: NodeType; pathsOf(record: Json): string[] }>> = {
  product: {
    type: 'Product',
    pathsOf({ id }) {
      const path = `${catalogPath}/products/${encodeURIComponent(id)}`;
      return [path, `${path}/relationships/children?page[limit]=100`];
    },
  },
  node: { type: 'CatalogNode', pathsOf: ({ id }) => [`${catalogPath}/nodes/${encodeURIComponent(id)}`] },
  subscription_offering: { type: 'BillingOffering', pathsOf: () => [] },
  subscription_plan: { type: 'BillingPlan', pathsOf: () => [] },
  custom_api: { type: 'CustomApi', pathsOf: ({ id }) => [`${apisPath}/${id}`] },
  custom_field: {
    type: 'CustomField',
    pathsOf: ({ id, custom_api_id, links }) => [
      custom_api_id
        ? `${apisPath}/${custom_api_id}/fields/${id}`
        : `/v2${links.self.slice(links.self.indexOf('/settings'))}`,
    ],
  },
  application_key: { type: 'ApplicationKey', pathsOf: ({ id }) => [`${keysPath}/${id}`] },
};

/** Faults of arguments that not every product can take. */
const expectedCodes = ['UNPROCESSABLE_ENTITY', 'VALIDATION_FAILED'];
const limits = { ...defaultLimits, cost: 10_000_000, documentBytes: 1_000_000, tokens: 100_000 };

/** Its functions throw where an answer is not what it should be. */
export function createReading(gateway: RestGateway, channel: string) {
  const shown = { rest: new Map<string, string>(), graph: new Map<string, object>() };
  const { ask } = gateway.with({ limits });

  async function rest(path: string, statuses = [200]): Promise<RestAnswer> {
    const answer = await gateway.rest('GET', path, { headers: { 'EP-Channel': channel } });
    if (!statuses.includes(answer.status)) throw new Error(`GET ${path} → ${answer.status} ${answer.text}`);
    shown.rest.set(path, answer.text);
    return answer;
  }

  async function graph(type: NodeType, id: string): Promise<void> {
    const query = `query($id: ID!) { node(id: $id) { ... on ${type} ${fullSelection(type)} } }`;
    const { data, errors, shown: text }: Answer = await ask(query, { id: formatGlobalId(type, id) }, { channel });
    const told = errors.map(({ message, path, extensions: { code } }) => ({ message, path, code }));
    if (!data?.node || told.some(({ code }) => !expectedCodes.includes(code)))
      throw new Error(`${type} ${id}: ${JSON.stringify(told)} ${text.slice(0, 100)}`);
    shown.graph.set(`${type} ${id}`, { data, errors: told });
  }

  return {
    shown,
    rest,
    async list(path: string): Promise<Json[]> {
      return (await rest(`${path}?page[limit]=100`)).body.data;
    },
    /** Reads a record wherever it is shown; false: nowhere. */
    async record(record: Json): Promise<boolean> {
      const place = places[record.type];
      if (!place) return false;
      for (const path of place.pathsOf(record)) await rest(path, path.includes('/children') ? [200, 422] : [200]);
      const isUuid = record.type !== 'product' && record.type !== 'node';
      await graph(place.type, isUuid ? record.id.toLowerCase() : record.id);
      return true;
    },
  };
}
