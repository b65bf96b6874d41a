/** A collector of traces: takes OTLP over HTTP, and knows of protobuf what spans are written in. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { closeNow, listenOnLoopback } from './on-loopback.ts';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** '' for one that has no parent. */
  readonly parentId: string;
  readonly name: string;
  /** As OTLP counts: 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** 0 unset, 2 error. */
  readonly status: number;
  readonly resource: Readonly<Record<string, unknown>>;
}

export interface OtlpReceiver {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** All that came, as it was. */
  readonly bodies: readonly Buffer[];
  readonly headers: readonly IncomingMessage['headers'][];
  /** Resolves when such a span has come. */
  untilReceived(isIt: (span: ReceivedSpan) => boolean): Promise<void>;
  close(): Promise<void>;
}

type Answer = (response: ServerResponse) => void;

/** `answer`: what it does with what has come; absent: takes it. */
export async function openOtlpReceiver(answer: Answer = (response) => void response.end()): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const bodies: Buffer[] = [];
  const headers: IncomingMessage['headers'][] = [];
  let wake = () => {};
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    if (request.url !== '/v1/traces') return void response.writeHead(404).end();
    bodies.push(body);
    headers.push(request.headers);
    spans.push(...readSpans(body));
    answer(response);
    wake();
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    ...{ spans, bodies, headers },
    async untilReceived(isIt) {
      while (!spans.some(isIt)) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async close() {
      await closeNow(server);
    },
  };
}

/** Fields by their number: bytes, or the number of a varint or of eight bytes. */
type Fields = ReadonlyMap<number, readonly (Buffer | bigint)[]>;

function readSpans(request: Buffer): ReceivedSpan[] {
  return messages(readFields(request), 1).flatMap((ofResource) => {
    const resource = messages(ofResource, 1).map((fields) => readAttributes(fields, 1))[0] ?? {};
    const scopes = messages(ofResource, 2);
    return scopes.flatMap((scope) => messages(scope, 2).map((span) => ({ ...readSpan(span), resource })));
  });
}

function readSpan(fields: Fields): Omit<ReceivedSpan, 'resource'> {
  return {
    traceId: bytes(fields, 1).toString('hex'),
    spanId: bytes(fields, 2).toString('hex'),
    parentId: bytes(fields, 4).toString('hex'),
    name: bytes(fields, 5).toString(),
    kind: Number(number(fields, 6)),
    startNs: number(fields, 7),
    endNs: number(fields, 8),
    attributes: readAttributes(fields, 9),
    status: Number(messages(fields, 15).map((status) => number(status, 3))[0] ?? 0),
  };
}

function readAttributes(fields: Fields, field: number): Record<string, unknown> {
  return Object.fromEntries(
    messages(fields, field).map((pair) => [bytes(pair, 1).toString(), readValue(messages(pair, 2)[0] ?? new Map())]),
  );
}

function readValue(fields: Fields): unknown {
  if (fields.has(1)) return bytes(fields, 1).toString();
  if (fields.has(2)) return number(fields, 2) === 1n;
  if (fields.has(3)) return Number(BigInt.asIntN(64, number(fields, 3)));
  return 'another kind';
}

function readFields(message: Buffer): Fields {
  const fields = new Map<number, (Buffer | bigint)[]>();
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = BigInt(message.readUInt8(at));
      at += 1;
      value |= (byte & 127n) << shift;
      if (byte < 128n) return value;
    }
  };
  const take = (length: number) => {
    at += length;
    return message.subarray(at - length, at);
  };
  const read: Record<number, () => Buffer | bigint> = {
    0: varint,
    1: () => take(8).readBigUInt64LE(),
    2: () => take(Number(varint())),
    5: () => BigInt(take(4).readUInt32LE()),
  };
  while (at < message.length) {
    const key = Number(varint());
    const value = read[key & 7]?.();
    if (value === undefined) throw new Error(`A field of kind ${key & 7} is none of OTLP's.`);
    fields.set(key >> 3, [...(fields.get(key >> 3) ?? []), value]);
  }
  return fields;
}

function messages(fields: Fields, field: number): Fields[] {
  return (fields.get(field) ?? []).flatMap((value) => (Buffer.isBuffer(value) ? readFields(value) : []));
}

function bytes(fields: Fields, field: number): Buffer {
  const value = fields.get(field)?.[0];
  return Buffer.isBuffer(value) ? value : Buffer.alloc(0);
}

function number(fields: Fields, field: number): bigint {
  const value = fields.get(field)?.[0];
  return typeof value === 'bigint' ? value : 0n;
}
