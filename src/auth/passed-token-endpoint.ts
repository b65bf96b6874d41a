import { DomainError } from '../domain/errors.ts';
import type { HttpRequest } from '../http/http-exchange.ts';
import { HttpProblem } from '../http/http-problem.ts';
import { readText } from '../http/request-body.ts';
import type { TokenEndpoint } from './token-endpoint.ts';

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

/** Room for the longest client id and secret, percent-encoded. */
const maxBytes = 16_384;

/** `POST /oauth/access_token` where the tokens are a platform's: what is sent goes there, and what it answers comes back. */
export function createPassedTokenEndpoint({ pass, reportOutage }: PassedTokenEndpointOptions): TokenEndpoint {
  return async (request) => {
    const form = await readForm(request);
    const answer = await pass(form).catch((error: unknown) => {
      if (!(error instanceof DomainError) || error.code !== 'UNAVAILABLE') throw error;
      reportOutage(error.cause ?? error, request.id);
      throw new HttpProblem(503, error.message, { 'Retry-After': String(error.retryAfterSeconds) });
    });
    const { status, text, retryAfterSeconds } = answer;
    const retryAfter = retryAfterSeconds !== null && { 'Retry-After': String(retryAfterSeconds) };
    if (status >= 500) {
      const message = 'The platform issues no tokens for the moment.';
      throw new HttpProblem(503, message, { 'Retry-After': '1', ...retryAfter });
    }
    if ((status >= 300 && status < 400) || !isJson(text)) {
      throw new HttpProblem(502, 'The platform answered something that is not of its contract.');
    }
    return new Response(text, {
      status,
      headers: { 'Content-Type': 'application/json; charset=utf-8', ...retryAfter },
    });
  };
}

async function readForm(request: HttpRequest) {
  const { type, text } = await readText(request, maxBytes, ['application/x-www-form-urlencoded', 'application/json']);
  return { contentType: type, text };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
