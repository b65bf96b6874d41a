import type { Asked, SoakClient } from './soak-client.ts';

/** One of the things that clients do. */
export interface SoakAction {
  /** How often, relative to the others. */
  readonly weight: number;
  /** What may come of it. Anything else is a fault. */
  readonly expected: readonly string[];
  /** Answers what came of it: `ok`, an error's code, a status, `left`. */
  readonly run: () => Promise<string>;
}

export interface GraphQLAsked {
  readonly query: string;
  readonly variables?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

interface GraphQLAnswer {
  /** `ok`, or the first error's code. */
  readonly outcome: string;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the query's
  readonly data: any;
}

export async function askGraphQL(client: SoakClient, asked: GraphQLAsked): Promise<GraphQLAnswer> {
  const { query, variables = {}, headers } = asked;
  const { status, text } = await client.send({
    method: 'POST',
    path: '/graphql',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  });
  const { data = null, errors = [] } = JSON.parse(text);
  const [error] = errors;
  if (error) return { outcome: error.extensions?.code ?? error.message, data };
  return { outcome: status === 200 ? 'ok' : String(status), data };
}

/** The status of the answer, or `left`. */
export async function askStatus(client: SoakClient, asked: Asked): Promise<string> {
  const { status } = await client.send(asked);
  return status === null ? 'left' : String(status);
}

export function pick<Item>(items: readonly Item[]): Item {
  if (items.length === 0) throw new Error('There is nothing to pick from.');
  return items[Math.floor(Math.random() * items.length)] as Item;
}
