import { graphqlMediaType } from '../http/graphql-media-type.ts';
import type { HttpRequest, HttpResponse } from '../http/http-exchange.ts';
import { HttpProblem, toErrorBody, toGraphQLErrorBody } from '../http/http-problem.ts';

export type ReportBug = (error: unknown, requestId: string) => void;

/**
 * The response to a request that failed outside of a face: in the contract's error body, or on `/graphql` in GraphQL's. It is for no cache: CDNs
 * keep the errors of an origin that says nothing for a while, a 503 among them.
 */
export function refuse(error: unknown, { id, path, headers: sent }: HttpRequest, reportBug: ReportBug): HttpResponse {
  const problem = toProblem(error, id, reportBug);
  const { status, title, details } = problem;
  const own = Object.entries(problem.headers).map(([name, value]) => [name.toLowerCase(), value]);
  const respond = (contentType: string, body: string) => {
    const usual = { 'content-type': contentType, 'cache-control': 'no-store' };
    return { status, headers: { ...usual, ...Object.fromEntries(own) }, body };
  };
  if (path === '/graphql') return respond(graphqlMediaType(sent.get('accept')), toGraphQLErrorBody(problem, id));
  return respond('application/json; charset=utf-8', toErrorBody(status, title, ...details));
}

function toProblem(error: unknown, requestId: string, reportBug: ReportBug): HttpProblem {
  if (error instanceof HttpProblem) return error;
  reportBug(error, requestId);
  return new HttpProblem(500, `There was a problem processing your request, ${requestId}.`);
}
