import { STATUS_CODES } from 'node:http';
import { codeOfStatus } from './error-outcomes.ts';

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
export function toErrorBody(status: number, title: string, ...details: readonly string[]): string {
  return JSON.stringify({ errors: details.map((detail) => ({ title, status: String(status), detail })) });
}

/** GraphQL's error body, with the same facts. */
export function toGraphQLErrorBody({ status, title, message }: HttpProblem, requestId: string): string {
  const extensions = { code: codeOfStatus(status), status, title, requestId };
  return JSON.stringify({ errors: [{ message, extensions }] });
}
