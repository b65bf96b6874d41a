import { graphqlMediaType } from '../http/graphql-media-type.ts';
import type { HttpRequest, HttpResponse } from '../http/http-exchange.ts';
import { HttpProblem, toGraphQLErrorBody, toProblemResponse } from '../http/http-problem.ts';

export type ReportBug = (error: unknown, requestId: string) => void;

/** The response to a request that failed outside of a face: in the contract's error body, or on `/graphql` in GraphQL's. */
export function refuse(error: unknown, { id, path, headers: sent }: HttpRequest, reportBug: ReportBug): HttpResponse {
  const problem = toProblem(error, id, reportBug);
  if (path !== '/graphql') return toProblemResponse(problem);
  const contentType = graphqlMediaType(sent.get('accept'));
  return toProblemResponse(problem, { contentType, body: toGraphQLErrorBody(problem, id) });
}

function toProblem(error: unknown, requestId: string, reportBug: ReportBug): HttpProblem {
  if (error instanceof HttpProblem) return error;
  reportBug(error, requestId);
  return new HttpProblem(500, `There was a problem processing your request, ${requestId}.`);
}
