import type { GraphiQL } from '../graphiql/graphiql.ts';
import type { GraphQLHandler } from '../graphql/handler.ts';
import { toFetchRequest, toHttpResponse } from '../http/fetch-exchange.ts';
import type { HttpRequest, HttpResponse } from '../http/http-exchange.ts';
import { HttpProblem } from '../http/http-problem.ts';
import { type BodyLimits, readJsonBytes } from '../http/request-body.ts';

export interface GraphQLRouteOptions {
  readonly graphql: GraphQLHandler;
  /** Null: not served. */
  readonly graphiql: GraphiQL | null;
  readonly limits: BodyLimits;
}

/** `/graphql`: the page for a browser that opens it, and GraphQL for everybody else. @throws HttpProblem */
export function createGraphQLRoute({ graphql, graphiql, limits }: GraphQLRouteOptions) {
  return async (request: HttpRequest): Promise<HttpResponse> => {
    request.notes.route = '/graphql';
    const isPost = request.method === 'POST';
    if (!isPost && graphiql && request.headers.get('accept')?.includes('text/html')) {
      return toHttpResponse(await graphiql.page(toFetchRequest(request)));
    }
    const body = isPost ? await readJsonBytes(request, limits) : null;
    const response = await graphql(request, body);
    // An Accept that can't be met is refused without a word there; that of a subscription says what it takes.
    if (response.status !== 406 || 'content-type' in response.headers) return response;
    throw new HttpProblem(406, notAcceptable);
  };
}

const notAcceptable =
  'The answer is JSON: accept application/json or application/graphql-response+json; that of a subscription is events: accept text/event-stream.';
