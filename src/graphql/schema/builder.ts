import SchemaBuilder from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import type { Int64 } from '../../domain/input/exact-json.ts';
import type { PathSegment } from '../../domain/input/violations.ts';
import type { ListPage } from '../../domain/paging/list-page.ts';
import type { GraphQLContext } from '../execution/context.ts';
import type { FieldPrice } from '../limits/field-price.ts';
import { toGlobalId } from './global-id.ts';

interface SchemaTypes {
  Context: GraphQLContext;
  DefaultFieldNullability: false;
  DefaultEdgesNullability: { list: false; items: false };
  Connection: { readonly page: ListPage<unknown> };
  Scalars: {
    ID: { Input: string; Output: string };
    BigInt: { Input: bigint; Output: Int64 };
    CurrencyCode: { Input: string; Output: string };
    DateTime: { Input: string; Output: string };
    JSON: { Input: unknown; Output: unknown };
    PathSegment: { Input: PathSegment; Output: PathSegment };
    SafeInt: { Input: number; Output: number };
  };
}

/** It is made when it is read. */
const cursorPrice = { units: 2 } as const satisfies FieldPrice;

/** Fields are non-null unless they say otherwise: null always means something, and the description says what. */
export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [RelayPlugin],
  defaultFieldNullability: false,
  relay: {
    encodeGlobalID: (typename, id) => toGlobalId(typename, String(id)),
    idFieldOptions: {
      extensions: { units: 3 } satisfies FieldPrice,
      description: "The object's global id: unique over all types, opaque, and what `node(id:)` takes.",
    },
    nodeTypeOptions: { description: 'Anything that has a global id and can be fetched again by it.' },
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    cursorFieldOptions: {
      extensions: cursorPrice,
      description:
        'An opaque position for `after` and `before` of the same list. In a list of the catalog it keeps you in the release that it was ' +
        'made in.',
    },
    nodesOnConnection: { description: 'The nodes of the edges of this page.' },
    pageInfoFieldOptions: {
      description: 'The position of this page in the list. Both flags are exact, whichever way you page.',
    },
    pageInfoTypeOptions: { description: 'The position of a page in its list (Relay cursor connections).' },
    hasNextPageFieldOptions: { description: 'Whether the list has edges after the last one of this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether the list has edges before the first one of this page.' },
    startCursorFieldOptions: {
      extensions: cursorPrice,
      description: 'The cursor of the first edge; null on an empty page.',
    },
    endCursorFieldOptions: {
      extensions: cursorPrice,
      description: 'The cursor of the last edge; null on an empty page.',
    },
  },
});

export type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

/** What defines the fields of objects of this shape. */
export type FieldsOf<Shape> = PothosSchemaTypes.ObjectFieldBuilder<Types, Shape>;

builder.queryType({ description: 'Everything that can be read.' });
builder.subscriptionType({
  description: 'What is told when it happens, by server-sent events (graphql-sse, distinct connections mode).',
});
builder.mutationType({
  description: 'Everything that can be written. Each needs a `client_credentials` bearer token.',
});
