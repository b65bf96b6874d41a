import type { RequestContext } from '../../src/domain/request-context.ts';
import { createUpstreamScope, UpstreamCredentials } from '../../src/domain/upstream-scope.ts';
import { createWorkBudget } from '../../src/domain/work-budget.ts';
import { defaultLimits } from '../../src/http/limits.ts';

export interface UpstreamCaller extends Partial<Pick<RequestContext, 'channel' | 'tag' | 'language'>> {
  /** What is sent as credentials, beside the token. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Absent: none is sent. */
  readonly token?: string;
  readonly maxCalls?: number;
}

/** A request that comes with that token. */
export function callerWith(caller: UpstreamCaller = {}): RequestContext & Required<Pick<RequestContext, 'upstream'>> {
  const { token, headers = {}, maxCalls = 100, channel = '', tag = '', language = '' } = caller;
  const credentials = new UpstreamCredentials({ ...headers, ...(token && { authorization: `Bearer ${token}` }) });
  return {
    ...{ requestId: 'the-request', actor: null, clientKey: 'address 127.0.0.1', channel, tag, language },
    ...{ idempotencyKey: null, now: new Date(), pageLength: defaultLimits.pageLength },
    budget: createWorkBudget(defaultLimits),
    upstream: createUpstreamScope(credentials, maxCalls),
  };
}
