import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

export type Fetch = (request: Request, env: HttpBindings) => Response | Promise<Response>;

/** All our responses are whole: they are written at once, where hono's server waits to see whether more of them comes. */
export function writingWhole(fetch: Fetch): (request: Request, env: unknown) => Promise<Response> {
  return async (request, env) => {
    const bindings = env as HttpBindings;
    await write(await fetch(request, bindings), bindings.outgoing as ServerResponse);
    return RESPONSE_ALREADY_SENT;
  };
}

async function write(response: Response, outgoing: ServerResponse): Promise<void> {
  const body = response.body === null ? null : Buffer.from(await response.arrayBuffer());
  const headers: OutgoingHttpHeaders = Object.fromEntries(response.headers);
  if (body) headers['content-length'] = body.length;
  outgoing.writeHead(response.status, headers);
  outgoing.end(body);
}
