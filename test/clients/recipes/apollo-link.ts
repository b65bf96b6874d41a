import { type ApolloLink, HttpLink } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { type DocumentNode, getOperationAST } from 'graphql';
import type { Named } from './request.ts';

export interface Manifest {
  readonly operations: readonly { readonly id: string; readonly name: string }[];
}

/** Sends the ids of the manifest that `generate-persisted-query-manifest` wrote, or those of the client preset, by GET: a CDN may keep the answers. */
export function createApolloLink({ operations }: Manifest, http: HttpLink.Options): ApolloLink {
  const ids = new Map(operations.map(({ name, id }) => [name, id]));
  const generateHash = (document: DocumentNode) => {
    const name = getOperationAST(document)?.name?.value ?? '';
    const id = ids.get(name) ?? (document as Named).__meta__?.hash;
    if (id === undefined) throw new Error(`The manifest has no operation '${name}': generate it anew.`);
    return id;
  };
  return new PersistedQueryLink({ generateHash, useGETForHashedQueries: true }).concat(new HttpLink(http));
}
