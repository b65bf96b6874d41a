import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { type Named, request } from './request.ts';

/** For `useQuery` and `fetchQuery`: the key holds the context, where the variables have it, so each context is an entry of its own. */
export function queryOptions<Data, Variables>(
  url: string,
  document: DocumentTypeDecoration<Data, Variables>,
  variables: Variables,
  send?: typeof fetch,
) {
  const { hash } = (document as Named).__meta__ ?? {};
  return { queryKey: [url, hash, variables], queryFn: () => request(url, document, variables, send) };
}
