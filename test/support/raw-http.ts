import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** With names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** Whether the server closed the connection. */
  readonly isClosed: boolean;
}

export interface RawOptions {
  /** How long to wait for the server to close the connection. */
  readonly timeoutMs?: number;
}

/** Bytes as they are, for what no client library would send; answers the first response. */
export async function sendRaw(
  port: number,
  request: string,
  { timeoutMs = 1000 }: RawOptions = {},
): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  const isClosed = await new Promise<boolean>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => resolve(true));
    socket.setTimeout(timeoutMs, () => resolve(false));
    socket.write(request, 'latin1');
  });
  socket.destroy();
  return { ...parseAnswer(Buffer.concat(chunks).toString('utf8')), isClosed };
}

function parseAnswer(text: string): Omit<RawAnswer, 'isClosed'> {
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status: Number(statusLine.split(' ')[1]), headers: new Map(headers), body };
}
