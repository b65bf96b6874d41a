/** A response that was made, on its way into the cache. */
import type { CatalogDirectory } from '../domain/catalog/catalog.ts';
import { nextScheduleChange } from '../domain/catalog/select-catalog.ts';
import { bodyMemory, type TakeMemory } from '../http/body-memory.ts';
import { BodyPieces } from '../http/body-pieces.ts';
import { compress } from '../http/compress.ts';
import { EncodedBody, ownBytes } from '../http/encoded-body.ts';
import type { CachedResponse } from './cached-response.ts';

export interface NewResponse extends Pick<CachedResponse, 'contentType' | 'vary' | 'operation'> {
  readonly key: string;
  /** Of a response that is made ahead: the key of the one that is sent until then. */
  readonly earlierKey?: string | undefined;
  readonly body: Uint8Array | BodyPieces;
  /** For the body, where it is still in pieces. */
  readonly takeMemory: TakeMemory;
  /** What was published when the request began; null: not known. */
  readonly directory: CatalogDirectory | null;
  /** When the request began. */
  readonly now: Date;
  /** The end of its lifetime. */
  readonly until: number;
}

export function toCached(
  { body, contentType, vary, operation, directory, now, until }: NewResponse,
  memory: Buffer | null,
  onKept: (encodedBytes: number) => void,
): CachedResponse {
  const changes = directory ? nextScheduleChange(directory, now) : 0;
  const plain = memory ?? (body instanceof BodyPieces ? body : toBuffer(body));
  return {
    body: new EncodedBody(plain, { compress, hash: hashOf(body), onKept }),
    ...{ contentType, vary, operation, from: now.getTime(), until: Math.min(until, changes) },
  };
}

/** Whether the bytes of both are the same, and all that goes with them. */
export function isSame({ body: { plain }, ...one }: CachedResponse, other: CachedResponse, memory: Buffer): boolean {
  const isAlike = one.contentType === other.contentType && one.vary === other.vary && one.operation === other.operation;
  return isAlike && plain instanceof Buffer && plain.equals(memory);
}

/** Its bytes in memory that nobody else writes into while they are kept. */
export function toKept(body: NewResponse['body'], takeMemory: TakeMemory): Buffer {
  const bytes = body instanceof BodyPieces ? body.join(takeMemory) : body;
  return bodyMemory.isLent(bytes) ? toBuffer(bytes) : ownBytes(bytes);
}

/** Of the pieces that its bytes are joined from: the same whether they are cached or not. */
function hashOf(body: NewResponse['body']): string | undefined {
  return body instanceof BodyPieces ? body.hash : undefined;
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
