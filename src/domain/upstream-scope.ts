/** What a request carries where a platform stands behind the gateway: who calls, and what was called for it. */
import { hash } from 'node:crypto';
import { inspect } from 'node:util';
import { DomainError } from './errors.ts';

export type UpstreamScope = Readonly<CountingScope>;

/** The headers by which the platform knows a client, in lower case. Any of them decides what it shows. */
export const credentialHeaders = [
  'authorization',
  'ep-account-management-authentication-token',
  'x-moltin-customer-token',
] as const;

/** Goes on to the platform unchanged, and nowhere else: it shows itself to no log and no JSON. */
export class UpstreamCredentials {
  readonly #headers: Readonly<Record<string, string>>;
  /** The same for the same credentials, and says nothing of them. */
  readonly identity: string;
  /** Whether there is a bearer token among them. */
  readonly hasToken: boolean;

  constructor(headers: Readonly<Record<string, string>>) {
    const sent = credentialHeaders.map((name) => headers[name] ?? null);
    this.#headers = headers;
    this.identity = hash('sha256', JSON.stringify(sent), 'base64url');
    this.hasToken = headers.authorization !== undefined;
  }

  headers(): Readonly<Record<string, string>> {
    return this.#headers;
  }

  get isAny(): boolean {
    return Object.keys(this.#headers).length > 0;
  }

  /** Whether a text repeats one of them: no token is as short as a word. */
  isIn(text: string): boolean {
    const tokens = Object.values(this.#headers).map((value) => value.replace(/^bearer +/i, ''));
    return tokens.some((token) => token.length >= 8 && text.includes(token));
  }

  toJSON(): string {
    return 'credentials';
  }

  [inspect.custom](): string {
    return 'credentials';
  }
}

export function createUpstreamScope(credentials: UpstreamCredentials, maxCalls: number): UpstreamScope {
  return new CountingScope(credentials, maxCalls);
}

/** A class, since one is made for each request: V8 compiles no code for the accessors of an object literal, and defines each by a call. */
class CountingScope {
  readonly credentials: UpstreamCredentials;
  readonly #maxCalls: number;
  /** How often the platform was called for the request. */
  calls = 0;
  /** Whether it waits for the platform, or has waited: what it is answered with takes a call's time. */
  hasWaited = false;
  /** Whether something in its response is older than it should be: it is being renewed, or the platform is away. */
  isStale = false;
  /** For how long all that was read for it is new, from when it was read; infinite: nothing was. */
  newForMs = Number.POSITIVE_INFINITY;
  /** How many writes were done there for the request, or may have been. */
  writes = 0;
  /** Failures among them. Of equal keys the last: what was read before a write is not what stands there. */
  #reads = new Map<string, Promise<unknown>>();
  #readBefore: ReadonlyMap<string, Promise<unknown>> | null = null;

  constructor(credentials: UpstreamCredentials, maxCalls: number) {
    this.credentials = credentials;
    this.#maxCalls = maxCalls;
  }

  /** Before each call. @throws DomainError LIMIT_EXCEEDED */
  countCall(): void {
    if (this.calls >= this.#maxCalls) throw tooManyCalls(this.#maxCalls);
    this.calls += 1;
  }

  noteWait(): void {
    this.hasWaited = true;
  }

  /** A call that got no answer is made again, which no limit forbids. */
  noteRetry(): void {
    this.calls += 1;
  }

  noteAnswer(answer: { readonly newForMs: number; readonly isStale?: true }): void {
    this.newForMs = Math.min(this.newForMs, answer.newForMs);
    this.isStale ||= answer.isStale ?? false;
  }

  /** What is read under the key; where the work has begun anew, what was read under it before. */
  readOnce<Answer>(key: string, read: () => Promise<Answer>): Promise<Answer> {
    // The same key is the same read, and has the same answer.
    const answer = (this.#readBefore?.get(key) as Promise<Answer> | undefined) ?? read();
    this.#reads.set(key, answer);
    return answer;
  }

  /** Begins anew, for work that is done a second time: what it has read already is not read again. */
  restart(): void {
    this.#readBefore = this.#reads;
    this.#reads = new Map();
  }

  noteWrite(): void {
    this.writes += 1;
  }
}

function tooManyCalls(limit: number): DomainError {
  const message = `The request needs more than the ${limit} calls of the platform that are allowed. Ask for smaller pages, or for fewer fields.`;
  return new DomainError('LIMIT_EXCEEDED', message, [], { exceeded: { limitName: 'upstreamCalls', limit } });
}
