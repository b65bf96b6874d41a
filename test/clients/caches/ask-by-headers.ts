import type { ExplicitContext } from '../../../src/domain/shopper-context.ts';
import type { Data } from './cache-client.ts';

export interface Asked {
  readonly document: string;
  readonly variables: object;
  /** Of the session. */
  readonly headers: Readonly<Record<string, string>>;
  /** What is said over them, by headers, too. */
  readonly context: ExplicitContext;
}

/** What the gateway says without a client and its cache. */
export async function askByHeaders(url: string, { document, variables, headers, context }: Asked): Promise<Data> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { ...headers, ...toHeaders(context), 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: document, variables }),
  });
  const { data } = (await response.json()) as { data: Data };
  return data;
}

function toHeaders({ channel, tag, language }: ExplicitContext): Record<string, string> {
  return {
    ...(channel !== undefined && { 'EP-Channel': channel }),
    ...(tag !== undefined && { 'EP-Context-Tag': tag }),
    ...(language !== undefined && { 'Accept-Language': language }),
  };
}
