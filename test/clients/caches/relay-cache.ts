/** Relay's store, with the queries that its compiler makes for refetches and pages (`test/clients/relay`), each sent by its `doc_id`. */
import {
  type ConcreteRequest,
  createOperationDescriptor,
  Environment,
  fetchQuery,
  getSingularSelector,
  Network,
  RecordSource,
  type RequestParameters,
  Store,
  type Variables,
} from 'relay-runtime';
import { hasFailed } from '../recipes/has-failed.ts';
import { type RelayScreen, relayScreens } from '../relay/artifacts.ts';
import type { Data, OpenClient } from './cache-client.ts';

export const openRelay: OpenClient = ({ url, headers, initial }) => {
  const environment = new Environment({
    network: Network.create((operation, variables) => send(operation, variables)),
    store: new Store(new RecordSource(initial)),
  });

  async function send({ id, operationKind }: RequestParameters, variables: Variables) {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ doc_id: id, variables }),
    });
    const answer = await response.json();
    if (operationKind === 'query' && hasFailed(answer.errors)) throw new Error('Try again.', { cause: answer.errors });
    return answer;
  }

  const request = (query: ConcreteRequest, variables: Variables) =>
    fetchQuery(environment, query, variables, { fetchPolicy: 'network-only' }).toPromise();

  /** Null: the store does not know everything. */
  function read({ query, fragments }: RelayScreen, variables: Variables): Data | null {
    const operation = createOperationDescriptor(query, variables);
    if (environment.check(operation).status !== 'available') return null;
    const root: Data = environment.lookup(operation.fragment).data;
    const shows = (reference: Data): Data => {
      const selectors = fragments.map((it) => getSingularSelector(it, reference[aliasOf(it)] ?? reference));
      return Object.assign({}, ...selectors.map((selector) => selector && environment.lookup(selector).data));
    };
    if (root.__fragments) return plain(shows(root));
    const members = Object.entries<Data>(root).map(([field, value]) => [field, value && { ...value, ...shows(value) }]);
    return plain(Object.fromEntries(members));
  }

  return {
    async query(document, given) {
      const [screen, variables] = [screenOf(document), { ...given }];
      const operation = createOperationDescriptor(screen.query, variables);
      environment.retain(operation);
      if (environment.check(operation).status !== 'available') await request(screen.query, variables);
      return read(screen, variables);
    },

    async refetch(document, given) {
      const screen = screenOf(document);
      const { cursor, ...variables }: Variables = { ...given };
      if (!cursor) return request(screen.query, variables);
      const shown = read(screen, variables);
      const { id } = shown?.product ?? shown?.node ?? variables;
      return request(screen.pagination, { ...variables, id, cursor });
    },

    read: async (document, variables) => read(screenOf(document), { ...variables }),
    extract: () => environment.getStore().getSource().toJSON(),
  };
};

function screenOf(document: string): RelayScreen {
  const [, name = ''] = /^query (\w+)/.exec(document) ?? [];
  const screen = relayScreens[name];
  if (!screen) throw new Error(`Relay has no document for ${name}.`);
  return screen;
}

const aliasOf = ({ name }: { readonly name: string }) => name.replace('screens_', '');

/** Without what the store needs to find fragments. */
function plain(value: Data): Data {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  const left = Object.entries(value).filter(
    ([name]) => !/^(__\w+|details|matrix)$/.test(name) || name === '__typename',
  );
  return Object.fromEntries(left.map(([name, member]) => [name, plain(member)]));
}
