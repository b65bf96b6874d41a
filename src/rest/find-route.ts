/** Which route answers a request, and what the request's target says to it. */
import { METHOD_NAME_ALL } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';
import { LRUCache } from 'lru-cache';
import { excerpt } from '../domain/errors.ts';
import type { HttpRequest, Respond } from '../http/http-exchange.ts';
import { HttpProblem } from '../http/http-problem.ts';
import { detached } from '../lib/detached.ts';

/** What answers the requests of one target. */
export type RespondTo = (target: Target) => Respond;

/** As it was sent. */
export type Target = Pick<HttpRequest, 'path' | 'search'>;

export interface Mounted {
  readonly path: string;
  readonly method: string;
  readonly respondTo: RespondTo;
}

/** What is at one path. */
interface OnPath {
  readonly methods: ReadonlyMap<string, RespondTo>;
  /** As the header says it. */
  readonly allow: string;
}

/** So many targets of GET are known, the last ones, each no longer than that: to find one's route and to read it is a tenth of a page from the cache. */
const maxKnown = 1000;
const maxKnownLength = 500;

/** Encoded or not. A segment that is a parameter would take them for a name, and a proxy may have taken them for a way up. */
const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

/** Null: there is nothing at the request's path. */
export function createFindRoute(mounted: readonly Mounted[]): (request: HttpRequest) => Respond | null {
  const router = new SmartRouter<OnPath>({ routers: [new RegExpRouter(), new TrieRouter()] });
  for (const [path, onPath] of Map.groupBy(mounted, ({ path }) => path)) {
    router.add(METHOD_NAME_ALL, path, toOnPath(onPath));
  }
  const known = new LRUCache<string, Respond>({ max: maxKnown });

  function find({ path }: HttpRequest): OnPath | null {
    if (dotSegment.test(path)) return null;
    return router.match(METHOD_NAME_ALL, path)[0][0]?.[0] ?? null;
  }

  return (request) => {
    const target = `${request.path}${request.search}`;
    if (!isGet(request) || target.length > maxKnownLength) return respondOn(find(request), request);
    const before = known.get(target);
    if (before) return before;
    const onPath = find(request);
    const respondTo = onPath?.methods.get('GET');
    if (!respondTo) return respondOn(onPath, request);
    const respond = respondTo({ path: detached(request.path), search: detached(request.search) });
    known.set(detached(target), respond);
    return respond;
  };
}

function toOnPath(mounted: readonly Mounted[]): OnPath {
  const methods = new Map(mounted.map(({ method, respondTo }) => [method, respondTo]));
  return { methods, allow: [...methods.keys()].flatMap(withHead).join(', ') };
}

function withHead(method: string): string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}

function isGet({ method }: HttpRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function respondOn(onPath: OnPath | null, { method, path, search }: HttpRequest): Respond | null {
  if (!onPath) return null;
  const { methods, allow } = onPath;
  if (method === 'OPTIONS') return async () => ({ status: 204, headers: { allow: `${allow}, OPTIONS` }, body: null });
  const respondTo = methods.get(method === 'HEAD' ? 'GET' : method);
  if (respondTo) return respondTo({ path, search });
  return async () => {
    throw new HttpProblem(405, `${excerpt(path)} does not allow ${method}.`, { Allow: allow });
  };
}
