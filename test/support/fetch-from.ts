import { toFetchResponse } from '../../src/http/fetch-exchange.ts';
import type { HttpRequest } from '../../src/http/http-exchange.ts';
import { HttpProblem } from '../../src/http/http-problem.ts';
import { requestIdOf } from '../../src/http/request-context.ts';
import { createRequestNotes } from '../../src/http/request-notes.ts';
import type { RestApp } from '../../src/rest/rest-app.ts';
import type { HttpApp } from '../../src/server/http-app.ts';

/** `fetch` that asks the application in this process, without a socket. */
export function fetchFrom(app: HttpApp) {
  return async (url: string, init?: RequestInit): Promise<Response> =>
    toFetchResponse(await app.respond(toHttpRequest(new Request(url, init), targetOf(url))));
}

/** `fetch` that asks the REST face alone. */
export function fetchFromRest(app: RestApp) {
  return async (path: string, init?: RequestInit): Promise<Response> => {
    const response = await app(toHttpRequest(new Request(`http://gateway.test${path}`, init)));
    if (!response) throw new Error(`There is nothing at ${path}.`);
    return toFetchResponse(response);
  };
}

/** As the server hands it on. */
export function toHttpRequest(request: Request, target: string = targetOf(request.url)): HttpRequest {
  const { headers, method, signal, url } = request;
  const [, path = '', search = ''] = /^([^?#]*)(\?[^#]*)?/.exec(target) ?? [];
  return {
    ...{ id: requestIdOf(headers), method, path, search, host: new URL(url).host, fault: null },
    ...{ headers, signal, clientAddress: '127.0.0.1', notes: createRequestNotes() },
    onSent() {},
    async awaitBody() {},
    async readBody(maxBytes) {
      const bytes = Number(headers.get('content-length') ?? 0) > maxBytes ? null : await request.arrayBuffer();
      if (bytes && bytes.byteLength <= maxBytes) return Buffer.from(bytes);
      throw new HttpProblem(413, `The body must not be larger than ${maxBytes} bytes.`);
    },
  };
}

/** As it was written: a URL's own path would be another one. */
function targetOf(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/?#]*/, '') || '/';
}
