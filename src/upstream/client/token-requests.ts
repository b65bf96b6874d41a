/** `POST /oauth/access_token` of the platform: for the gateway itself, and passed through for its clients. */
import { type Exchange, type IncomingAnswer, NoAnswer, type OutgoingRequest } from './exchange.ts';
import { throwGone } from './interpret-answer.ts';
import type { IssuedToken } from './own-token.ts';
import { gatewayRefused, platformGone } from './platform-errors.ts';
import type { UpstreamConfig } from './upstream-config.ts';

/** Below the platform's root, beside its paths: what else the host has must not get our secret. */
const path = '/oauth/access_token';

export interface TokenRequest {
  /** Of a form, or of JSON. */
  readonly contentType: string;
  readonly text: string;
}

export interface TokenRequests {
  /** The platform's answer as it is, whatever it says. @throws DomainError UNAVAILABLE */
  pass(request: TokenRequest): Promise<IncomingAnswer>;
  /** @throws DomainError UNAVAILABLE, also where the platform refuses it: its client has done nothing wrong */
  request(fields: Readonly<Record<string, string>>): Promise<IssuedToken>;
}

export interface TokenRequestsOptions extends Pick<UpstreamConfig, 'timeoutMs'> {
  readonly exchange: Exchange;
}

/** Of a client that is not known, or of its secret (RFC 6749, section 5.2), or of what it may do. */
const refusals: ReadonlySet<number> = new Set([400, 401, 403]);
/** Where the platform does not say it. */
const defaultLifetimeSeconds = 3600;

export function createTokenRequests({ exchange, timeoutMs }: TokenRequestsOptions): TokenRequests {
  const send = ({ contentType, text }: TokenRequest, whose: Pick<OutgoingRequest, 'isSignIn' | 'isRepeatable'>) =>
    exchange
      .send({
        ...{ method: 'POST', path, body: text, ...whose },
        headers: { 'content-type': contentType },
        deadline: performance.now() + timeoutMs,
      })
      .catch(throwGone);

  return {
    pass: (request) => send(request, { isSignIn: true }),

    async request(fields) {
      const text = String(new URLSearchParams(fields));
      const answer = await send({ contentType: 'application/x-www-form-urlencoded', text }, { isRepeatable: true });
      const issued = answer.status === 200 ? readIssued(answer.text) : null;
      if (issued) return issued;
      const reason = `it answered ${answer.status} to the request for a token of the gateway's own`;
      const cause = new NoAnswer(reason, { isSent: true, status: answer.status, isUnreadable: answer.status < 400 });
      throw refusals.has(answer.status) ? gatewayRefused(cause) : platformGone(cause);
    },
  };
}

function readIssued(text: string): IssuedToken | null {
  const { access_token: token, expires_in: seconds } = parseObject(text);
  if (typeof token !== 'string' || !/^[A-Za-z0-9._~+/-]+=*$/.test(token)) return null;
  const lifetimeSeconds = typeof seconds === 'number' && seconds > 0 ? seconds : defaultLifetimeSeconds;
  return { authorization: `Bearer ${token}`, lifetimeMs: lifetimeSeconds * 1000 };
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch (error) {
    // Its message quotes the text.
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
