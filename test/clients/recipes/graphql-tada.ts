import { initGraphQLTada, type TadaDocumentNode } from 'gql.tada';
import { print } from 'graphql';
import type { introspection } from '../generated/gql-tada.d.ts';
import { readAnswer } from './request.ts';

export const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: {
    BigInt: string;
    CurrencyCode: string;
    DateTime: string;
    JSON: unknown;
    PathSegment: string | number;
    SafeInt: number;
  };
}>();

/** Typed as it is written, without a generator that watches. */
export const productDocument = graphql(`
  query Product($id: ID!, $context: ContextInput, $currency: CurrencyCode!) {
    product(id: $id, context: $context) { id name price(currency: $currency) { money { amount formatted } } }
  }
`);

export async function ask<Data, Variables>(
  url: string,
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: print(document), variables }),
  });
  return readAnswer<Data>(response);
}
