import type { GraphiQL } from '../graphiql/graphiql.ts';
import type { GraphQLHandler } from '../graphql/handler.ts';
import { toFetchRequest, toHttpResponse } from '../http/fetch-exchange.ts';
import { readAccept } from '../http/graphql-media-type.ts';
import type { Respond } from '../http/http-exchange.ts';
import { HttpProblem } from '../http/http-problem.ts';
import { type BodyLimits, readJsonBytes } from '../http/request-body.ts';

export interface GraphQLRouteOptions {
  readonly graphql: GraphQLHandler;
  /** Null: not served. */
  readonly graphiql: GraphiQL | null;
  readonly limits: BodyLimits;
}

/** `/graphql`: the page for a browser that opens it, and GraphQL for everybody else. @throws HttpProblem */
export function createGraphQLRoute({ graphql, graphiql, limits }: GraphQLRouteOptions): Respond {
  return async (request) => {
    request.notes.route = '/graphql';
    const isPost = request.method === 'POST';
    const { types } = readAccept(request.headers.get('accept'));
    if (!isPost && graphiql && types[0] === 'text/html') {
      return toHttpResponse(await graphiql.page(toFetchRequest(request)));
    }
    const body = isPost ? await readJsonBytes(request, limits) : null;
    // Before anything is executed: a mutation would be done, and its client told that it was refused.
    if (types.every((type) => type === 'text/html')) throw new HttpProblem(406, notAcceptable);
    const response = await graphql(request, body);
    // A subscription whose client accepts nothing else than parts is refused without a word there.
    if (response.status !== 406 || 'content-type' in response.headers) return response;
    throw new HttpProblem(406, notAcceptable);
  };
}

const notAcceptable =
  'The answer is JSON: accept application/json or application/graphql-response+json; that of a subscription is events: accept text/event-stream.';
