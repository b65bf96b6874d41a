/** A request that the search tries, in a form that can be changed. */
import { type DocumentNode, print } from 'graphql';
import { type Grant, toTarget } from '../attacked-gateway.ts';
import { isShort } from './is-short.ts';

interface Sent {
  /** Null: by nobody. */
  readonly grant: Grant | null;
  readonly accept: string;
  /** How often in a row: what is requested often is cached. */
  readonly repeats: number;
}

export interface GraphQLCandidate extends Sent {
  readonly kind: 'graphql';
  readonly way: 'POST' | 'GET';
  readonly document: DocumentNode;
  /** Stands before the document: line breaks, a comment. */
  readonly before: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

export interface RestCandidate extends Sent {
  readonly kind: 'rest';
  readonly method: string;
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Undefined: it has none. */
  readonly body: unknown;
}

export type Candidate = GraphQLCandidate | RestCandidate;

/** What goes over the wire. */
export interface WireRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export const maxRequestBytes = 1_000_000;
const maxTargetBytes = 60_000;

/** Null: it is longer than a request may be. `turn` makes equal ones differ, so that each is executed. */
export function toWireRequest(candidate: Candidate, turn: number): WireRequest | null {
  if (!isShort(candidate.kind === 'graphql' ? candidate.variables : candidate.body, maxRequestBytes)) return null;
  const request = candidate.kind === 'graphql' ? fromGraphQL(candidate, turn) : fromRest(candidate);
  const isInBounds =
    request.target.length <= maxTargetBytes && Buffer.byteLength(request.body ?? '') <= maxRequestBytes;
  return isInBounds ? request : null;
}

function fromGraphQL({ way, document, before, variables, accept }: GraphQLCandidate, turn: number): WireRequest {
  const request = { query: before + print(document), variables: { ...variables, ...(turn > 0 && { turn }) } };
  if (way === 'GET') return { method: 'GET', target: toTarget(request), headers: { Accept: accept }, body: null };
  const headers = { Accept: accept, 'Content-Type': 'application/json' };
  return { method: 'POST', target: '/graphql', headers, body: JSON.stringify(request) };
}

function fromRest({ method, path, query, body, accept }: RestCandidate): WireRequest {
  const pairs = query.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`);
  return {
    method,
    target: pairs.length > 0 ? `${path}?${pairs.join('&')}` : path,
    headers: { Accept: accept, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
  };
}

/** As a person reads it. */
export function describeCandidate(candidate: Candidate): string {
  const sent = `${candidate.grant ?? 'no token'}, ${candidate.repeats} times, Accept: ${candidate.accept}`;
  if (candidate.kind === 'rest') {
    const { method, target, body } = fromRest(candidate);
    return `${method} ${target}\n${sent}\n${body ?? ''}\n`;
  }
  const { way, before, document, variables } = candidate;
  const text = `${before.length > 0 ? `# after ${before.length} characters such as ${JSON.stringify(before.slice(0, 3))}\n` : ''}${print(document)}`;
  return `${way} /graphql\n${sent}\n${text}\n${JSON.stringify(variables)}\n`;
}
