/**
 * What orchestrators ask, as plain data: they ask before anyone else does, and reading the client of the Fetch standard for its
 * objects takes longer than all else that the first answer needs (`bench/notebook/start-and-memory.md`).
 */
import type { HttpRequest, HttpResponse } from '../http/http-exchange.ts';

const healthPaths = ['/health/live', '/health/ready'] as const;

export interface HealthCheck {
  readonly path: (typeof healthPaths)[number];
}

/** What an orchestrator asks: it checks often, must get the truth, and soon. */
export function isHealthCheck<Request extends Pick<HttpRequest, 'method' | 'path'>>(
  request: Request,
): request is Request & HealthCheck {
  const { method, path } = request;
  return (method === 'GET' || method === 'HEAD') && healthPaths.some((one) => one === path);
}

export interface HealthOptions {
  /** Whether requests should come here: false while draining, or while the database does not answer. */
  readonly isReady: () => Promise<boolean>;
  /** Further members of that response: how old a mirror is. */
  readonly describeState?: () => Promise<object>;
}

export function createHealth({ isReady, describeState }: HealthOptions) {
  const checks: Readonly<Record<HealthCheck['path'], () => Promise<HttpResponse>>> = {
    '/health/live': async () => json(200, { status: 'live' }),
    '/health/ready': async () => {
      const ready = await isReady();
      return json(ready ? 200 : 503, { status: ready ? 'ready' : 'not ready', ...(await describeState?.()) });
    },
  };
  return async ({ path, method }: HealthCheck & Pick<HttpRequest, 'method'>): Promise<HttpResponse> => {
    const response = await checks[path]();
    return method === 'HEAD' ? { ...response, body: null } : response;
  };
}

/** What is true of this moment: a cache before the gateway may keep what does not say otherwise, as Varnish does for two minutes. */
const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };

function json(status: number, body: object): HttpResponse {
  return { status, headers, body: JSON.stringify(body) };
}
