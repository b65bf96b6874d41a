import { STATUS_CODES } from 'node:http';

/** Refuses a request before any face has looked at it; the status says why. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** One for each fault. */
  readonly details: readonly string[];

  constructor(status: number, detail: string | readonly string[], headers: Readonly<Record<string, string>> = {}) {
    const details = typeof detail === 'string' ? [detail] : detail;
    super(details.join(' '));
    this.details = details;
    this.status = status;
    this.headers = headers;
  }

  get title(): string {
    return STATUS_CODES[this.status] ?? 'Error';
  }
}

/** The contract's error body. */
export function toErrorBody(status: number, title: string, ...details: readonly string[]): string {
  return JSON.stringify({ errors: details.map((detail) => ({ title, status: String(status), detail })) });
}

/** Codes that are not called as their status is. A bug has the code that it has inside of GraphQL, too. */
const codes: Readonly<Record<number, string>> = { 429: 'RATE_LIMITED', 500: 'INTERNAL' };

/** GraphQL's error body, with the same facts. */
export function toGraphQLErrorBody({ status, title, message }: HttpProblem, requestId: string): string {
  const code = codes[status] ?? title.toUpperCase().replace(/[^A-Z]+/g, '_');
  return JSON.stringify({ errors: [{ message, extensions: { code, status, title, requestId } }] });
}
