/** What the pages know of a GraphQL client. `apollo.tsx` and `urql.tsx` each are one; which of them is `#data` says `--client`. */
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { ReactNode } from 'react';

export interface Problem {
  readonly message: string;
  /** What is wrong with each field of a form, by its path in the input: `paymentAuthority.cardId`. */
  readonly fields: Readonly<Record<string, string>>;
  /** The list goes on in a release that is gone: only from its beginning there is more of it. */
  readonly isOutdated: boolean;
}

export interface Read<Data> {
  /** While other variables are loading, what was read before. */
  readonly data: Data | undefined;
  readonly isLoading: boolean;
  readonly problem: Problem | null;
}

export interface Written<Data> {
  readonly data: Data | null;
  readonly problem: Problem | null;
}

export interface ReadOptions {
  /** Needs the shop's secret: it goes through the shop's own server. */
  readonly atShop?: boolean;
  /** What has failed is requested again: Apollo keeps the null of a field that failed, and answers with it. */
  readonly isRetry?: boolean;
}

export interface ShopData {
  Provider(props: { readonly children: ReactNode }): ReactNode;
  useRead<Data, Variables extends Record<string, unknown>>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    options?: ReadOptions,
  ): Read<Data>;
  /** Mutations all need the shop's secret. */
  useWrite<Data, Variables extends Record<string, unknown>>(
    document: TypedDocumentNode<Data, Variables>,
  ): (variables: Variables) => Promise<Written<Data>>;
}

export const gatewayEndpoint = `${import.meta.env.VITE_GATEWAY_URL ?? 'http://127.0.0.1:4000'}/graphql`;
export const shopEndpoint = '/shop/graphql';
