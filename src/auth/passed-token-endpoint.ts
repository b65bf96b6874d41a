import { HttpProblem } from '../http/http-problem.ts';
import { toOutageProblem } from '../http/outage.ts';
import { parseJson } from '../http/parse-json.ts';
import { invalidClient, type TokenEndpoint } from './token-endpoint.ts';
import { readTokenBody } from './token-request.ts';

export interface PassedTokenEndpointOptions {
  /** Sends it to the platform. @throws DomainError UNAVAILABLE */
  readonly pass: (request: { readonly contentType: string; readonly text: string }) => Promise<PassedAnswer>;
  /** Told why the platform could not be reached. */
  readonly reportOutage: (cause: unknown, requestId: string) => void;
}

export interface PassedAnswer {
  readonly status: number;
  readonly text: string;
  readonly retryAfterSeconds: number | null;
}

/** `POST /oauth/access_token` where the tokens are a platform's: what is sent goes there, and what it answers comes back. */
export function createPassedTokenEndpoint({ pass, reportOutage }: PassedTokenEndpointOptions): TokenEndpoint {
  return async (request) => {
    const { type: contentType, text: sent } = await readTokenBody(request);
    const answer = await pass({ contentType, text: sent }).catch((error: unknown) => {
      throw toOutageProblem(error, (cause) => reportOutage(cause, request.id));
    });
    const { status, text, retryAfterSeconds } = answer;
    const retryAfter = retryAfterSeconds !== null && { 'Retry-After': String(retryAfterSeconds) };
    const isReadable = parseJson(text) !== undefined;
    // What stands before a platform says that there are too many in words of its own.
    if (status >= 500 || (status === 429 && !isReadable)) {
      const message = 'The platform issues no tokens for the moment.';
      throw new HttpProblem(503, message, { 'Retry-After': '1', ...retryAfter });
    }
    // 205 has no body by the rules, and can't be passed on with one.
    if ((status >= 300 && status < 400) || status === 205 || !isReadable) {
      throw new HttpProblem(502, 'The platform answered something that is not of its contract.');
    }
    // RFC 9110, section 15.5.2.
    const challenge = status === 401 && invalidClient;
    return new Response(text, {
      status,
      headers: { 'Content-Type': 'application/json; charset=utf-8', ...retryAfter, ...challenge },
    });
  };
}
