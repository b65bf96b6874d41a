import { STATUS_CODES } from 'node:http';

/** Refuses a request before any face has looked at it; the status says why. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.status = status;
    this.headers = headers;
  }

  get title(): string {
    return STATUS_CODES[this.status] ?? 'Error';
  }
}

/** The contract's error body. */
export function toErrorBody(status: number, title: string, detail: string): string {
  return JSON.stringify({ errors: [{ title, status: String(status), detail }] });
}

/** Codes that are not called as their status is. A bug has the code that it has inside of GraphQL, too. */
const codes: Readonly<Record<number, string>> = { 429: 'RATE_LIMITED', 500: 'INTERNAL' };

/** GraphQL's error body, with the same facts. */
export function toGraphQLErrorBody({ status, title, message }: HttpProblem, requestId: string): string {
  const code = codes[status] ?? title.toUpperCase().replace(/[^A-Z]+/g, '_');
  return JSON.stringify({ errors: [{ message, extensions: { code, status, title, requestId } }] });
}
