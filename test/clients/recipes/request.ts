import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';

export interface Named {
  readonly __meta__?: { readonly hash: string };
}

/** A document of the client preset by GET, named by its hash: a CDN may keep the answer. `send` may bring a token. */
export async function request<Data, Variables>(
  url: string,
  document: DocumentTypeDecoration<Data, Variables>,
  variables: Variables,
  send: typeof fetch = fetch,
): Promise<Data> {
  const { hash = '' } = (document as Named).__meta__ ?? {};
  const search = new URLSearchParams({ documentId: hash, variables: JSON.stringify(variables) });
  const response = await send(`${url}/graphql?${search}`);
  return readAnswer<Data>(response);
}

interface Answer<Data> {
  readonly data: Data | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

/** What is not there is null. Whatever else failed is thrown, with the errors as its cause: a cache would keep it as an empty answer. */
export async function readAnswer<Data>(response: Response): Promise<Data> {
  const { data, errors = [] } = (await response.json()) as Answer<Data>;
  const hasFailed = errors.some(({ extensions }) => extensions?.code !== 'NOT_FOUND');
  if (data && !hasFailed) return data;
  throw new Error(errors.map(({ message }) => message).join(' ') || response.statusText, { cause: errors });
}
