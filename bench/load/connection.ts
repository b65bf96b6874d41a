/**
 * A keep-alive HTTP/1.1 connection that asks one thing after the other, and costs the load generator as little as may be: requests
 * are bytes made beforehand, and bodies are compared as they arrive. It knows what the servers here send, and no more of HTTP.
 */
import { connect } from 'node:net';
import type { BodyCheck } from './body-check.ts';

export interface Connection {
  /** Resolves when the whole answer has come; rejects unless it is a 200 with the body that is expected. */
  ask(request: Buffer, check: BodyCheck): Promise<void>;
  close(): void;
}

/** Of what is read at once; what has been read is looked at before the next. */
const readBytes = 64 * 1024;
const endOfHead = Buffer.from('\r\n\r\n');
const endOfLine = Buffer.from('\r\n');
const closed = 'the connection was closed';

export function openConnection(port: number): Promise<Connection> {
  // One piece of memory for all that this connection reads: a new one for each would make V8 mark its heap all the time.
  const onread = { buffer: Buffer.allocUnsafeSlow(readBytes), callback: readChunk };
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread });
  let asked: { check: BodyCheck; resolve: () => void; reject: (error: Error) => void } | null = null;
  /** What has come of something that is not complete: a head, the length of a chunk. */
  let pending: Buffer = Buffer.alloc(0);
  let reading: 'head' | 'body' | 'chunk' | 'chunk length' | 'trailer' = 'head';
  /** Bytes still to come of the body, or of the chunk and its end of line. */
  let left = 0;

  function end(fault: string | null): void {
    const { resolve, reject } = asked ?? {};
    asked = null;
    reading = 'head';
    if (fault === null) resolve?.();
    else reject?.(new Error(fault));
  }

  function read(bytes: Buffer): Buffer {
    switch (reading) {
      case 'head': {
        const at = bytes.indexOf(endOfHead);
        if (at < 0) return keep(bytes);
        readHead(bytes.toString('latin1', 0, at));
        return bytes.subarray(at + 4);
      }
      case 'chunk length': {
        const at = bytes.indexOf(endOfLine);
        if (at < 0) return keep(bytes);
        const length = Number.parseInt(bytes.toString('latin1', 0, at), 16);
        reading = length === 0 ? 'trailer' : 'chunk';
        left = length + 2;
        return bytes.subarray(at + 2);
      }
      default:
        return readBody(bytes);
    }
  }

  function readHead(head: string): void {
    if (!head.startsWith('HTTP/1.1 200')) throw new Error(`an answer is ${head.slice(0, 200)}`);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length === undefined && !/\r\ntransfer-encoding: *chunked/i.test(head)) throw new Error(`no length: ${head}`);
    reading = length === undefined ? 'chunk length' : 'body';
    left = Number(length ?? 0);
    if (reading === 'body' && left === 0) end(asked?.check.finish() ?? null);
  }

  function readBody(bytes: Buffer): Buffer {
    const size = Math.min(left, bytes.length);
    // A chunk's last two bytes end its line.
    const ofBody = reading === 'body' ? size : reading === 'chunk' ? Math.min(size, Math.max(0, left - 2)) : 0;
    if (ofBody > 0) asked?.check.take(bytes.subarray(0, ofBody));
    left -= size;
    if (left === 0 && reading === 'chunk') reading = 'chunk length';
    else if (left === 0) end(asked ? asked.check.finish() : 'an answer that nobody asked for');
    return bytes.subarray(size);
  }

  function keep(bytes: Buffer): Buffer {
    // What it is a view of is read into again.
    pending = Buffer.from(bytes);
    return Buffer.alloc(0);
  }

  function readChunk(length: number, buffer: Uint8Array): boolean {
    const chunk = Buffer.from(buffer.buffer, buffer.byteOffset, length);
    let bytes: Buffer = pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk;
    pending = Buffer.alloc(0);
    try {
      while (bytes.length > 0) bytes = read(bytes);
    } catch (error) {
      end((error as Error).message);
      socket.destroy();
    }
    return true;
  }

  socket.on('close', () => end(closed));
  return new Promise((opened, refused) => {
    socket.on('error', (error) => {
      refused(error);
      end(error.message);
    });
    socket.on('connect', () =>
      opened({
        ask: (request, check) =>
          new Promise((resolve, reject) => {
            if (socket.destroyed) return reject(new Error(closed));
            asked = { check, resolve, reject };
            socket.write(request);
          }),
        close: () => socket.destroy(),
      }),
    );
  });
}
