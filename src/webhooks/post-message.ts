/**
 * Sends one message to an address that somebody has set: no redirect is followed, no more of the answer is read than its status, and
 * the address that a name leads to is the one that was checked.
 */
import { lookup as resolveName } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPublicAddress, namesPrivateAddress } from './public-address.ts';

export interface PostOptions {
  /** For all of it. */
  readonly timeoutMs: number;
  /** Machines of our own network too. */
  readonly allowsPrivate: boolean;
  /** Without encryption too. */
  readonly allowsHttp: boolean;
}

/** Why a message was not taken, in a few words that hold nothing of the address or of the answer. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken';
}

export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Resolves when it was taken: with 2xx. @throws NotTaken */
export async function postMessage({ url, headers, body }: Message, options: PostOptions): Promise<void> {
  const target = new URL(url);
  const isPlain = target.protocol === 'http:';
  if (isPlain ? !options.allowsHttp : target.protocol !== 'https:') throw new NotTaken('the address is not https');
  if (!options.allowsPrivate && namesPrivateAddress(target)) throw notPublic();
  const status = await new Promise<number>((resolve, reject) => {
    const send = isPlain ? requestHttp : requestHttps;
    const outgoing = send(target, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' },
      agent: false,
      lookup: checkedLookup(options),
      signal: AbortSignal.timeout(options.timeoutMs),
    });
    outgoing.on('response', (incoming) => {
      resolve(incoming.statusCode ?? 0);
      // Whatever else it says is nothing to us, however much it is.
      incoming.on('error', () => {}).destroy();
    });
    // NOTE: where nobody listens, Node.js closes the connection of one that would speak otherwise from here on, and tells nothing.
    outgoing.on('upgrade', (incoming, socket) => {
      resolve(incoming.statusCode ?? 0);
      socket.destroy();
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => reject(toNotTaken(error)));
    outgoing.end(body);
  });
  if (status < 200 || status > 299) throw new NotTaken(`it answered ${status}`);
}

/** Node.js connects to what this finds, and looks nothing up itself. */
function checkedLookup({ allowsPrivate }: PostOptions): LookupFunction {
  return (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      // One that leads to both is no mistake of anybody.
      const isAllowed = allowsPrivate || addresses.every(({ address }) => isPublicAddress(address));
      const [first] = addresses;
      if (!isAllowed || !first) return callback(notPublic(), '', 0);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function notPublic(): NotTaken {
  return new NotTaken('the address is private');
}

function toNotTaken(error: NodeJS.ErrnoException): NotTaken {
  if (error instanceof NotTaken) return error;
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return new NotTaken('it took too long');
  return new NotTaken(/^[A-Z0-9_]{1,60}$/.test(error.code ?? '') ? String(error.code) : 'the connection failed');
}
