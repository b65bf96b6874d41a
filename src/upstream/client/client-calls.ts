/** A read and a write as they go over the wire: with the context, the request's id and the credentials that the client sent. */
import { hash } from 'node:crypto';
import { hasCode } from '../../domain/errors.ts';
import { formatExactJson } from '../../domain/input/exact-json.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import { UpstreamCredentials, type UpstreamScope } from '../../domain/upstream-scope.ts';
import { bytesOfAnswer } from './answer-bytes.ts';
import type { Loaded } from './answer-cache.ts';
import type { Exchange } from './exchange.ts';
import { interpretRead, interpretWrite, throwGone, throwGoneOrUnknown } from './interpret-answer.ts';
import type { UpstreamAnswer } from './upstream-answer.ts';
import type { UpstreamConfig } from './upstream-config.ts';

export interface UpstreamWrite {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

export interface ClientCalls {
  /** `own`: the gateway's own token, for who sent none; `earlier` is returned where the answer is the same. @throws DomainError */
  read(
    requestContext: RequestContext,
    path: string,
    { own, earlier }: { readonly own: string | null; readonly earlier: Loaded | null },
  ): Promise<Loaded>;
  /** @throws DomainError */
  write(requestContext: RequestContext, write: UpstreamWrite): Promise<UpstreamAnswer>;
}

export interface ClientCallsOptions {
  readonly config: Pick<UpstreamConfig, 'timeoutMs'>;
  readonly exchange: Exchange;
}

export function createClientCalls({ config, exchange }: ClientCallsOptions): ClientCalls {
  const deadline = () => performance.now() + config.timeoutMs;
  return {
    async read(requestContext, path, { own, earlier }) {
      const scope = scopeOf(requestContext);
      const onRetry = () => scope.noteRetry();
      const credentials = own === null ? scope.credentials : withToken(scope.credentials, own);
      const headers = headersOf(requestContext, credentials);
      const request = { method: 'GET', path, headers, deadline: deadline(), onRetry } as const;
      const answer = await exchange.send(request).catch(throwGone);
      const digest = hash('sha256', answer.text, 'base64url');
      if (earlier?.digest === digest && earlier.answer.status === answer.status) return earlier;
      const read = interpretRead(answer, credentials);
      return { answer: read, bytes: bytesOfAnswer(answer.text, read.body), digest };
    },

    write(requestContext, { method, path, body }) {
      const scope = scopeOf(requestContext);
      const hasBody = body !== undefined;
      const headers = {
        ...headersOf(requestContext, scope.credentials),
        ...(hasBody && { 'content-type': 'application/json' }),
      };
      const text = hasBody ? { body: formatExactJson(body) } : {};
      const request = { method, path, headers, deadline: deadline(), ...text };
      return noting(scope, async () =>
        interpretWrite(await exchange.send(request).catch(throwGoneOrUnknown), scope.credentials),
      );
    },
  };
}

export function scopeOf({ upstream }: RequestContext): UpstreamScope {
  if (!upstream) throw new Error('The request context was read without a platform.');
  return upstream;
}

/** Notes a write that was done, or may have been. */
async function noting(scope: UpstreamScope, write: () => Promise<UpstreamAnswer>): Promise<UpstreamAnswer> {
  try {
    const answer = await write();
    scope.noteWrite();
    return answer;
  } catch (error) {
    if (hasCode(error, 'OUTCOME_UNKNOWN')) scope.noteWrite();
    throw error;
  }
}

/** An error may repeat what was sent, and ours is no more for a client to see than its own. */
function withToken(credentials: UpstreamCredentials, authorization: string): UpstreamCredentials {
  return new UpstreamCredentials({ ...credentials.headers(), authorization });
}

function headersOf(requestContext: RequestContext, credentials: UpstreamCredentials): Record<string, string> {
  const { channel, tag, language, requestId } = requestContext;
  const context = { 'ep-channel': channel, 'ep-context-tag': tag, 'accept-language': language };
  const said = Object.entries(context).filter(([, value]) => value !== '');
  return {
    'x-request-id': requestId,
    ...Object.fromEntries(said.map(([name, value]) => [name, toHeaderBytes(value)])),
    ...credentials.headers(),
  };
}

/** HTTP takes bytes, one a character: what is not ASCII goes as UTF-8. */
function toHeaderBytes(value: string): string {
  return Buffer.from(value, 'utf8').toString('latin1');
}
