import { STATUS_CODES } from 'node:http';
import { codeOfStatus } from './error-outcomes.ts';
import type { HttpResponse } from './http-exchange.ts';

/** Refuses a request before any face has looked at it; the status says why. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** One for each fault. */
  readonly details: readonly string[];
  readonly title: string;

  constructor(
    status: number,
    detail: string | readonly string[],
    headers: Readonly<Record<string, string>> = {},
    title: string = STATUS_CODES[status] ?? 'Error',
  ) {
    const details = typeof detail === 'string' ? [detail] : detail;
    super(details.join(' '));
    this.details = details;
    this.status = status;
    this.headers = headers;
    this.title = title;
  }
}

/** The contract's error body. */
export function toErrorBody({ status, title, details }: HttpProblem): string {
  return JSON.stringify({ errors: details.map((detail) => ({ title, status: String(status), detail })) });
}

/** GraphQL's error body, with the same facts. */
export function toGraphQLErrorBody({ status, title, message }: HttpProblem, requestId: string): string {
  const extensions = { code: codeOfStatus(status), status, title, requestId };
  return JSON.stringify({ errors: [{ message, extensions }] });
}

/**
 * It is for no cache: CDNs keep the errors of an origin that says nothing for a while, a 503 among them, and any cache may keep a 404 (RFC 9110,
 * section 15.1), and show it in other contexts. `body`: the contract's unless said.
 */
export function toProblemResponse(
  problem: HttpProblem,
  { contentType, body } = { contentType: 'application/json; charset=utf-8', body: toErrorBody(problem) },
): HttpResponse {
  const usual = { 'content-type': contentType, 'cache-control': 'no-store' };
  const own = Object.entries(problem.headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { status: problem.status, headers: { ...usual, ...Object.fromEntries(own) }, body };
}
