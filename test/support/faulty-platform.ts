import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { closeNow, listenOnLoopback } from './on-loopback.ts';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** What a platform answers: written to the response in whatever way is wrong. */
export type Behaviour = (request: Received, response: ServerResponse) => void | Promise<void>;

export type FaultyPlatform = Awaited<ReturnType<typeof openFaultyPlatform>>;

/** A platform on loopback that misbehaves as it is told, and remembers all that it received. Issues tokens `own-1`, `own-2`, … */
export async function openFaultyPlatform(first: Behaviour = json({ data: [] })) {
  const received: Received[] = [];
  let behaviour = first;
  let issued = 0;
  const server = createServer(async (incoming, response) => {
    // A client may go away in the middle.
    incoming.on('error', () => {});
    response.on('error', () => {});
    const body = await readText(incoming);
    const { method = '', url: path = '', headers } = incoming;
    const request = { method, path, headers, body };
    received.push(request);
    await behaviour(request, response);
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    /** All but requests for tokens. */
    get calls() {
      return received.filter(({ path }) => path !== '/oauth/access_token');
    },
    behave(next: Behaviour) {
      behaviour = (request, response) => {
        if (request.path !== '/oauth/access_token') return next(request, response);
        issued += 1;
        return json({ access_token: `own-${issued}`, token_type: 'Bearer', expires_in: 3600 })(request, response);
      };
    },
    /** Its tokens' requests too. */
    behaveAlways(next: Behaviour) {
      behaviour = next;
    },
    close: () => closeNow(server),
  };
}

export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Behaviour {
  return text(JSON.stringify(body), status, headers);
}

export function text(body: string, status = 200, headers: Readonly<Record<string, string>> = {}): Behaviour {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };
}

/** The connection is cut before a word was said. */
export const cut: Behaviour = (_, response) => {
  response.socket?.destroy();
};

/** Nothing is ever answered. */
export const silent: Behaviour = () => {};

/** The head and the beginning of a body, and then nothing, or a cut. */
export function broken(ending: 'cut' | 'silent'): Behaviour {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"data":[', () => {
      if (ending === 'cut') response.socket?.destroy();
    });
  };
}

/** A body without an end, or one that announces so many bytes. */
export function endless(announcedBytes?: number): Behaviour {
  return (_, response) => {
    response.writeHead(200, announcedBytes === undefined ? {} : { 'content-length': String(announcedBytes) });
    const chunk = Buffer.alloc(65_536, ' ');
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  };
}
