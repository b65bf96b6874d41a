/**
 * Sends requests when they are due, whatever has become of those before (an open loop), in a process of its own: to be forked. Arrivals are a
 * Poisson process, and a request's time is counted from when it was due, so that a load generator that is late makes nobody look fast.
 * Connections stay open from one job to the next, as those of a proxy or of browsers do while their number of requests rises.
 */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface OpenLoopJob {
  readonly port: number;
  /** Each is sent as often as the others. */
  readonly requests: readonly OpenLoopRequest[];
  readonly perSecond: number;
  readonly seconds: number;
}

export interface OpenLoopRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `{unique}` is another text each time. */
  readonly body: string;
}

/** Of one request. */
export interface Outcome {
  /** In milliseconds since the job began. */
  readonly dueMs: number;
  readonly tookMs: number;
  /** `answered`, `refused` (503 or 429 with Retry-After), or what else came. */
  readonly what: string;
}

interface Connection {
  send(text: string): Promise<Response>;
  readonly isOpen: boolean;
  close(): void;
}

interface FreeConnection {
  readonly connection: Connection;
  readonly since: number;
}

interface Response {
  readonly head: string;
  readonly body: Buffer;
}

const mostConnections = 5000;
/** Less than the gateway waits for the next request of a connection. */
const longestIdleMs = 30_000;

/** The one that was used last stands last. */
const free: FreeConnection[] = [];

process.on('message', async (job: OpenLoopJob) => {
  process.send?.(await run(job));
});

async function run({ port, requests, perSecond, seconds }: OpenLoopJob): Promise<Outcome[]> {
  const running: Promise<Outcome>[] = [];
  let [opened, place] = [0, 0];
  const startedAt = performance.now();
  const runId = startedAt.toString(36).replace('.', '');

  async function sendOne(dueMs: number): Promise<Outcome> {
    const request = requests[place++ % requests.length] as OpenLoopRequest;
    const text = format(request, port, `${runId}n${place}`);
    let what: string;
    try {
      const connection = takeFree() ?? (await open());
      what = judge(await connection.send(text));
      free.push({ connection, since: performance.now() });
    } catch (error) {
      what = (error as Error).message;
    }
    return { dueMs, tookMs: performance.now() - startedAt - dueMs, what };
  }

  function open(): Promise<Connection> {
    opened += 1;
    if (opened > mostConnections) return Promise.reject(new Error('no connection left'));
    return openConnection(port);
  }

  for (let dueMs = 0; dueMs < seconds * 1000; dueMs += (-Math.log(1 - Math.random()) * 1000) / perSecond) {
    while (performance.now() - startedAt < dueMs) await sleep(1);
    running.push(sendOne(dueMs));
  }
  return Promise.all(running);
}

function takeFree(): Connection | null {
  for (let last = free.pop(); last; last = free.pop()) {
    const { connection, since } = last;
    if (connection.isOpen && performance.now() - since < longestIdleMs) return connection;
    connection.close();
  }
  return null;
}

function format({ method, path, headers, body }: OpenLoopRequest, port: number, id: string): string {
  const sent = body.replaceAll('{unique}', id);
  const fields = {
    ...{ Host: `127.0.0.1:${port}`, Accept: 'application/json', 'Content-Type': 'application/json' },
    ...{ 'Content-Length': String(Buffer.byteLength(sent)), ...headers },
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value.replaceAll('{unique}', id)}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${sent}`;
}

function judge({ head, body }: Response): string {
  const status = head.slice(9, 12);
  if (status.startsWith('2') && !body.includes('"errors"')) return 'answered';
  const isRefused = (status === '503' || status === '429') && /\r\nretry-after: *\d/i.test(head);
  return isRefused ? 'refused' : `${status} ${body.toString('utf8', 0, 60)}`;
}

/** Keeps the connection alive, with one request at a time. Knows what the gateway sends here, and no more of HTTP. */
function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let waiting = Promise.withResolvers<Response>();
  let pieces: Buffer[] = [];
  socket.on('data', (piece) => {
    pieces.push(piece);
    const received = pieces.length === 1 ? piece : Buffer.concat(pieces);
    pieces = [received];
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = received.toString('latin1', 0, end);
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1]);
    if (received.length < end + 4 + length) return;
    pieces = [];
    waiting.resolve({ head, body: received.subarray(end + 4) });
  });
  socket.on('close', () => waiting.reject(new Error('the connection was closed')));
  return new Promise((resolve, reject) => {
    socket.on('error', (error) => {
      reject(error);
      waiting.reject(error);
    });
    socket.on('connect', () =>
      resolve({
        send(text) {
          waiting = Promise.withResolvers();
          socket.write(text);
          return waiting.promise;
        },
        get isOpen() {
          return !socket.destroyed;
        },
        close: () => socket.destroy(),
      }),
    );
  });
}
