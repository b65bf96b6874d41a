import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RawAnswer {
  readonly status: number;
  /** With names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface LastRawAnswer extends RawAnswer {
  /** Whether the server closed the connection. */
  readonly isClosed: boolean;
}

export interface RawOptions {
  /** How long to wait for more, once something has come, or for the server to close the connection. */
  readonly timeoutMs?: number;
  /** How much of it is sent at a time; absent: all at once. */
  readonly pieceBytes?: number;
}

/** Bytes as they are, for what no client library would send; answers the first response. */
export async function sendRaw(port: number, request: string, options: RawOptions = {}): Promise<LastRawAnswer> {
  const { received, isClosed } = await exchange(port, request, options);
  const [head = '', body = ''] = received.split('\r\n\r\n', 2);
  return { ...parseHead(head), body: Buffer.from(body, 'latin1').toString(), isClosed };
}

/**
 * All responses to what is sent on one connection, read as a strict client reads them.
 * @throws Error where a response is not framed in exactly one way, or something else comes after the last one
 */
export async function sendPipeline(port: number, requests: string, options: RawOptions = {}): Promise<RawAnswer[]> {
  const answers: RawAnswer[] = [];
  for (let { received } = await exchange(port, requests, options); received !== ''; ) {
    const end = received.indexOf('\r\n\r\n');
    if (end < 0 || !received.startsWith('HTTP/1.1 ')) throw new Error(`This is no response: ${received.slice(0, 200)}`);
    const head = parseHead(received.slice(0, end));
    const [body, rest] = readBody(head, received.slice(end + 4));
    answers.push({ ...head, body });
    received = rest;
  }
  return answers;
}

function readBody({ status, headers }: Omit<RawAnswer, 'body'>, text: string): [body: string, rest: string] {
  const [length, coding] = [headers.get('content-length'), headers.get('transfer-encoding')];
  if (length !== undefined && coding !== undefined) throw new Error(`Framed twice: ${length} and ${coding}`);
  if (status === 204 || status === 304) return ['', text];
  if (length !== undefined) return [text.slice(0, Number(length)), text.slice(Number(length))];
  if (coding !== 'chunked') throw new Error(`Not framed: ${coding}`);
  let [body, rest] = ['', text];
  for (;;) {
    const [, size = '', after = ''] = /^([0-9a-f]+)\r\n(.*)$/is.exec(rest) ?? [];
    const bytes = Number.parseInt(size, 16);
    if (Number.isNaN(bytes)) throw new Error(`This is no chunk: ${rest.slice(0, 200)}`);
    body += after.slice(0, bytes);
    rest = after.slice(bytes + 2);
    if (bytes === 0) return [body, rest];
  }
}

/**
 * What is received has one character a byte. A machine that stands still lets nothing come meanwhile: that it is all is believed once nothing has
 * come for half the time twice.
 */
async function exchange(port: number, request: string, { timeoutMs = 1000, pieceBytes = request.length }: RawOptions) {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  const isClosed = await new Promise<boolean>((resolve, reject) => {
    socket.on('error', reject);
    let waited = 0;
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      waited = 0;
    });
    socket.on('close', () => resolve(true));
    socket.setTimeout(timeoutMs / 2).on('timeout', () => {
      waited += 1;
      if (waited > 1 && chunks.length > 0) resolve(false);
      else socket.setTimeout(timeoutMs / 2);
    });
    void sendInPieces(socket, request, pieceBytes);
  });
  socket.destroy();
  return { received: Buffer.concat(chunks).toString('latin1'), isClosed };
}

async function sendInPieces(socket: Socket, request: string, bytes: number): Promise<void> {
  for (let at = 0; at < request.length; at += bytes) {
    socket.write(request.slice(at, at + bytes), 'latin1');
    await sleep(1);
  }
}

function parseHead(head: string): Omit<RawAnswer, 'body'> {
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status: Number(statusLine.split(' ')[1]), headers: new Map(headers) };
}
