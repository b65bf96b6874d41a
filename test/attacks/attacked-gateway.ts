/** The gateway as its users start it, on one of the stores, and the ways of sending something to it. */
import { demoCredentials } from '../../src/demo/application-keys.ts';
import { type Program, startProgram } from '../support/program.ts';
import { sendRaw } from '../support/raw-http.ts';
import { findProcess } from '../support/running-process.ts';
import { type Answer, toAnswer } from './answer.ts';
import type { AttackedStore } from './attacked-store.ts';

export type Grant = 'client_credentials' | 'implicit';

export interface AttackedGateway {
  readonly program: Program;
  readonly store: AttackedStore;
  readonly port: number;
  /** Bearer tokens of the demo's admin key. */
  readonly tokens: Readonly<Record<Grant, string>>;
  /** A GraphQL request, as a client sends it. */
  post(request: GraphQLRequest, headers?: Headers): Promise<Answer>;
  /** The same in a URL. */
  get(request: GraphQLRequest, headers?: Headers): Promise<Answer>;
  /** Anything else: a path, or a body that is no GraphQL request. */
  fetch(path: string, init?: RequestInit): Promise<Answer>;
  /** Bytes as they are. Returns the first answer. */
  raw(bytes: string): Promise<Answer>;
  isAlive(): boolean;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface GraphQLRequest {
  readonly query: string;
  readonly variables?: object;
}

/** Under it, the status tells what is refused before it is executed. */
const graphqlResponse = 'application/graphql-response+json';

type Headers = Readonly<Record<string, string>>;

export async function startAttackedGateway(store: AttackedStore, settings: Headers = {}): Promise<AttackedGateway> {
  const program = await startProgram({ LOG_LEVEL: 'info', ...store.environment, ...settings });
  const { port } = new URL(program.url);

  async function send(path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(`${program.url}${path}`, { redirect: 'manual', ...init });
    return toAnswer(response.status, await response.bytes());
  }

  return {
    program,
    store,
    port: Number(port),
    tokens: {
      client_credentials: await requestToken(program.url, 'client_credentials'),
      implicit: await requestToken(program.url, 'implicit'),
    },
    post: (request, headers = {}) =>
      send('/graphql', {
        method: 'POST',
        headers: { Accept: graphqlResponse, 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(request),
      }),
    get: (request, headers = {}) => send(toTarget(request), { headers: { Accept: graphqlResponse, ...headers } }),
    fetch: send,
    async raw(bytes) {
      const { status, body } = await sendRaw(Number(port), bytes);
      return toAnswer(status, Buffer.from(body));
    },
    isAlive: () => findProcess(program.pid) !== null,
    stop: program.stop,
  };
}

/** Path and query of a GraphQL request that is sent by GET. */
export function toTarget({ query, variables }: GraphQLRequest): string {
  const parameters = new URLSearchParams({ query, ...(variables && { variables: JSON.stringify(variables) }) });
  return `/graphql?${parameters}`;
}

async function requestToken(url: string, grant: Grant): Promise<string> {
  const { clientId, clientSecret } = demoCredentials;
  const response = await fetch(`${url}/oauth/access_token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: grant,
      client_id: clientId,
      ...(grant === 'client_credentials' && { client_secret: clientSecret }),
    }),
  });
  const { access_token } = (await response.json()) as { access_token?: string };
  if (access_token === undefined) throw new Error(`No token was issued: ${response.status}.`);
  return access_token;
}
