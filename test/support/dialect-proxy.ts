/** A gateway's REST face as a platform on a socket: in the contract's dialect, or in that of the vendor's newest JSON. */
import { createServer } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import type { Dialect } from '../../src/upstream/client/upstream-config.ts';
import { closeNow, listenOnLoopback } from './on-loopback.ts';

export interface PlatformRequest {
  readonly method: string;
  /** With its query, as it was sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

// biome-ignore lint/suspicious/noExplicitAny: records of any kind
type Json = any;

/** That no client may see. */
const canarySecret = 'CANARY-client-secret';

export interface PlatformAnswer {
  readonly status: number;
  readonly text: string;
}

/** What becomes of an answer on its way. */
export type Distort = (answer: PlatformAnswer, request: PlatformRequest) => PlatformAnswer;

/** `send`: the gateway that answers. */
export async function openDialectProxy(
  send: (path: string, init: RequestInit) => Promise<Response>,
  dialect: Dialect,
  distort: Distort = (answer) => answer,
) {
  const requests: PlatformRequest[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming;
    const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
    const body = await readText(incoming);
    const answer = (status: number, of: string, more: object = {}) =>
      outgoing.writeHead(status, { 'content-type': 'application/json', ...more }).end(of);
    if (url.endsWith('/oauth/access_token')) {
      answer(200, JSON.stringify({ access_token: 'shopper', token_type: 'Bearer', expires_in: 3600 }));
      return;
    }
    requests.push({ method, path: url, headers, body });
    const { host: _, connection: __, ...sent } = headers;
    const init = { method, headers: sent, ...(body !== '' && { body: toContractBody(body) }) };
    const response = await send(url, init);
    const received = await response.text();
    const retry = response.headers.get('retry-after');
    const text = dialect === 'contract' || received === '' ? received : toVendorText(received, url);
    const shown = distort({ status: response.status, text }, { method, path: url, headers, body });
    answer(shown.status, shown.text, retry === null ? {} : { 'retry-after': retry });
  });
  const port = await listenOnLoopback(server);
  return { url: `http://127.0.0.1:${port}`, requests, close: () => closeNow(server) };
}

export function toContractBody(body: string): string {
  return body.replaceAll('elastic_path_payments_stripe', 'vendor_payments_processor');
}

/** Numbers beyond what JavaScript holds stay as they are written. */
function toVendorText(received: string, url: string): string {
  const rawJson = (JSON as unknown as { rawJSON(source: string): unknown }).rawJSON;
  const body = JSON.parse(received, (_key, value, context?: { source?: string }) =>
    typeof value === 'number' && context?.source !== undefined ? rawJson(context.source) : value,
  );
  return JSON.stringify(toVendorBody(body, url));
}

function toVendorBody(body: Json, url: string): Json {
  if (body.errors) {
    return { errors: body.errors.map((error: Json) => ({ ...error, status: Number(error.status) })) };
  }
  const isHierarchies = /\/hierarchies(\?|$)/.test(url);
  const toVendor = (record: Json) => toVendorRecord(record, isHierarchies);
  const data = Array.isArray(body.data) ? body.data.map(toVendor) : toVendor(body.data);
  const results = body.meta?.results && { results: { ...body.meta.results, total_method: 'exact' } };
  return { ...body, data, ...(body.meta && { meta: { ...body.meta, ...results } }) };
}

function toVendorRecord(record: Json, isHierarchy: boolean): Json {
  switch (record.type) {
    case 'node':
      return isHierarchy ? { ...record, type: 'hierarchy' } : record;
    case 'subscription':
      return withMetaBeside({
        ...record,
        attributes: { ...record.attributes, offering: withMetaBeside(record.attributes.offering) },
      });
    case 'subscription_offering':
      return withMetaBeside(record);
    case 'subscription_plan': {
      const { offering_id: _, ...attributes } = record.attributes;
      return { ...record, type: 'subscription_offering_plan', attributes };
    }
    case 'application_key':
      return { ...record, client_secret: canarySecret };
    case 'custom_field':
      return { ...record, links: { self: null } };
    default:
      return record;
  }
}

function withMetaBeside(record: Json): Json {
  const { meta, ...attributes } = record.attributes;
  return { ...record, attributes: { external_ref: null, ...attributes }, meta };
}
