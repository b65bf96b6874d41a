import type { TypedDocumentNode } from '@graphql-typed-document-node/core';

export interface Named {
  readonly __meta__?: { readonly hash: string };
}

/** A document of the client preset by GET, named by its hash: a CDN may keep the answer. */
export async function request<Data, Variables>(
  url: string,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const { hash = '' } = (document as Named).__meta__ ?? {};
  const search = new URLSearchParams({ documentId: hash, variables: JSON.stringify(variables) });
  const response = await fetch(`${url}/graphql?${search}`);
  const { data, errors } = (await response.json()) as { data: Data | null; errors?: readonly { message: string }[] };
  if (!data) throw new Error(errors?.map(({ message }) => message).join(' ') ?? response.statusText);
  return data;
}
