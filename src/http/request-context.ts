import { randomUUID } from 'node:crypto';
import { validationError } from '../domain/errors.ts';
import { idempotencyKeyFault } from '../domain/idempotency/idempotency-key.ts';
import { decodeUtf8 } from '../domain/input/decode-utf8.ts';
import type { Fault } from '../domain/input/text.ts';
import type { Violation } from '../domain/input/violations.ts';
import { type Actor, provenClientOf, type RequestContext } from '../domain/request-context.ts';
import { normaliseLanguage, shopperContextFault } from '../domain/shopper-context.ts';
import {
  createUpstreamScope,
  credentialHeaders,
  UpstreamCredentials,
  type UpstreamScope,
} from '../domain/upstream-scope.ts';
import { createWorkBudget, type WorkLimits } from '../domain/work-budget.ts';
import { parseAuthorization, type VerifyToken } from './authorization.ts';

/** What a request context is read from. */
export interface RequestHead {
  readonly headers: Pick<Headers, 'get'>;
  readonly clientAddress: string;
}

export type ReadRequestContext = (head: RequestHead, requestId: string) => Promise<RequestContext>;

export type RequestLimits = WorkLimits & { readonly pageLength: number; readonly upstreamCalls: number };

/** The actor and the context of a request, from its headers. */
export function createReadRequestContext(
  verify: VerifyToken,
  now: () => Date,
  limits: RequestLimits,
  hasUpstream = false,
): ReadRequestContext {
  /** @throws DomainError UNAUTHENTICATED, or VALIDATION_FAILED with every faulty header */
  return async ({ headers, clientAddress }, requestId) => {
    const authorization = headers.get('authorization');
    const actor = authorization === null ? null : await verify(parseAuthorization(authorization));
    const violations: Violation[] = [];
    const channel = readHeader(headers.get('ep-channel'), 'EP-Channel', violations);
    const tag = readHeader(headers.get('ep-context-tag'), 'EP-Context-Tag', violations);
    const language = normaliseLanguage(readHeader(headers.get('accept-language'), 'Accept-Language', violations));
    const idempotencyKey = headers.get('idempotency-key');
    const keyFault = idempotencyKey === null ? null : idempotencyKeyFault(idempotencyKey);
    if (keyFault) violations.push({ path: ['Idempotency-Key'], subject: 'header', ...keyFault });
    const upstream = hasUpstream ? readUpstreamScope(headers, limits, violations) : null;
    if (violations.length > 0) throw validationError(violations);
    const { pageLength } = limits;
    const budget = createWorkBudget(limits);
    const clientKey = clientKeyOf(actor, clientAddress);
    const shopper = { channel, tag, language };
    const requestContext = { requestId, actor, clientKey, ...shopper, idempotencyKey, now: now(), pageLength, budget };
    return upstream ? Object.assign(requestContext, { upstream }) : requestContext;
  };
}

/** What goes on to the platform as it came. */
function readUpstreamScope(
  headers: RequestHead['headers'],
  { upstreamCalls }: RequestLimits,
  violations: Violation[],
): UpstreamScope {
  const sent = credentialHeaders.flatMap((name): [string, string][] => {
    const value = headers.get(name);
    return value ? [[name, value]] : [];
  });
  for (const [name, value] of sent) {
    if (!/^[ -~]*$/.test(value)) violations.push({ path: [name], subject: 'header', ...notAscii });
  }
  const credentials = sent.length > 0 ? new UpstreamCredentials(Object.fromEntries(sent)) : noCredentials;
  return createUpstreamScope(credentials, upstreamCalls);
}

const noCredentials = new UpstreamCredentials({});

const notAscii: Fault = { rule: 'characters', problem: 'must be printable ASCII characters' };

function clientKeyOf(actor: Actor | null, address: string): string {
  const client = provenClientOf(actor);
  return client === null ? `address ${address}` : `client ${client}`;
}

function readHeader(sent: string | null, name: string, violations: Violation[]): string {
  if (sent === null) return '';
  const value = decodeHeader(sent);
  const fault = value === null ? notUtf8 : shopperContextFault(value);
  if (fault) violations.push({ path: [name], subject: 'header', ...fault });
  return value ?? '';
}

const notUtf8: Fault = { rule: 'characters', problem: 'must be ASCII or UTF-8' };

/** HTTP gives bytes, one a character; a channel that a rule calls `été` is sent as UTF-8. Null: it is none. */
function decodeHeader(value: string): string | null {
  return /^[ -~]*$/.test(value) ? value : decodeUtf8(Buffer.from(value, 'latin1'), 'kept');
}

/** The caller's own id for the request, where it is one that can't disturb a log; or else a new one. */
export function requestIdOf(headers: RequestHead['headers']): string {
  const given = headers.get('x-request-id');
  return given !== null && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : randomUUID();
}
