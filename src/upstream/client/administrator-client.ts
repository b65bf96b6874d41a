/** Reads for the gateway itself, with its `client_credentials`: releases and rules to be copied. Nothing that a client requests comes here. */
import { UpstreamCredentials } from '../../domain/upstream-scope.ts';
import type { Exchange } from './exchange.ts';
import { interpretRead, throwGone } from './interpret-answer.ts';
import { createOwnToken } from './own-token.ts';
import type { TokenRequests } from './token-requests.ts';
import type { UpstreamAnswer } from './upstream-answer.ts';
import type { UpstreamConfig } from './upstream-config.ts';
import { withOwnToken } from './with-own-token.ts';

export interface AdministratorClient {
  /** @throws DomainError as `UpstreamClient.get` does */
  get(path: string): Promise<UpstreamAnswer>;
}

export interface AdministratorClientOptions {
  readonly config: Pick<UpstreamConfig, 'url' | 'clientId' | 'clientSecret' | 'timeoutMs'>;
  readonly exchange: Pick<Exchange, 'send'>;
  readonly tokenRequests: Pick<TokenRequests, 'request'>;
  readonly monotonicNow: () => number;
}

export function createAdministratorClient(options: AdministratorClientOptions): AdministratorClient {
  const { config, exchange, tokenRequests, monotonicNow } = options;
  const { url, clientId, clientSecret, timeoutMs } = config;
  const prefix = new URL(url).pathname.replace(/\/$/, '');
  const token = createOwnToken({
    request: async () =>
      tokenRequests.request({
        grant_type: 'client_credentials',
        client_id: clientId ?? '',
        client_secret: (await clientSecret?.()) ?? '',
      }),
    monotonicNow,
  });
  return {
    get: (path) =>
      withOwnToken(token, async (authorization) => {
        const headers = { authorization };
        const deadline = performance.now() + timeoutMs;
        const request = { method: 'GET', path: `${prefix}${path}`, headers, deadline } as const;
        return interpretRead(await exchange.send(request).catch(throwGone), new UpstreamCredentials(headers));
      }),
  };
}
