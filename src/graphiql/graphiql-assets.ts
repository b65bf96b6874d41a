import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { clientScript } from './graphiql-client.ts';

/**
 * GraphiQL's files, taken from the one module of 9 MB in which Yoga packs them. They are named after their content, so a
 * browser keeps them for ever and requests them again only after an upgrade. The module is read at the first page, not at
 * the program's start, and a file is compressed at its first request, then kept.
 */

const parts = ['app', 'styles', 'client', 'favicon', 'editorWorker', 'jsonWorker', 'graphqlWorker'] as const;
type Part = (typeof parts)[number];
type Encoding = 'br' | 'gzip' | 'identity';

interface Asset {
  readonly name: string;
  readonly hash: string;
  readonly contentType: string;
  readonly bodies: Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>;
}

/**
 * GraphiQL's tabs can be dragged. What it measures for that at the start is wrong, so a tab jumps from under the pointer
 * when it is pressed, and the first click on each is lost. With this they stay; they can still be dragged to another place.
 */
const corrections = '.graphiql-tab { transform: none !important }';

export interface GraphiQLAssets {
  /** The file name of each part. */
  readonly names: Readonly<Record<Part, string>>;
  /** Answers a request for the file of that name; null when there is none. */
  respond(name: string, request: Request): Promise<Response | null>;
}

export async function loadGraphiQLAssets(): Promise<GraphiQLAssets> {
  const bundle = await import('@graphql-yoga/render-graphiql/graphiql');
  const favicon = Buffer.from(bundle.favicon.replace(/^data:[^,]*,/, ''), 'base64');
  const assets: Record<Part, Asset> = {
    app: createTextAsset('graphiql.js', bundle.js),
    styles: createTextAsset('graphiql.css', bundle.css + corrections),
    client: createTextAsset('client.js', clientScript()),
    favicon: createAsset('favicon.ico', 'image/x-icon', new Uint8Array(favicon)),
    editorWorker: createTextAsset('editor-worker.js', bundle.editorWorkerService),
    jsonWorker: createTextAsset('json-worker.js', bundle.jsonWorker),
    graphqlWorker: createTextAsset('graphql-worker.js', bundle.graphqlWorker),
  };
  const byName = new Map(Object.values(assets).map((asset) => [asset.name, asset]));
  return {
    names: Object.fromEntries(parts.map((part) => [part, assets[part].name])) as Record<Part, string>,
    async respond(name, request) {
      const asset = byName.get(name);
      return asset ? await toResponse(asset, request) : null;
    },
  };
}

function createTextAsset(fileName: string, content: string): Asset {
  const contentType = fileName.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8';
  return createAsset(fileName, contentType, new TextEncoder().encode(content));
}

function createAsset(fileName: string, contentType: string, body: Uint8Array<ArrayBuffer>): Asset {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 16);
  const name = fileName.replace('.', `.${hash}.`);
  return { name, hash, contentType, bodies: new Map([['identity', Promise.resolve(body)]]) };
}

async function toResponse(asset: Asset, request: Request): Promise<Response> {
  const encoding = selectEncoding(request.headers.get('accept-encoding') ?? '');
  const etag = `"${asset.hash}-${encoding}"`;
  const headers = new Headers({
    'Content-Type': asset.contentType,
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: etag,
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    // A worker lives under its own file's policy, not under its page's: it needs nothing from the network.
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  });
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(etag)) return new Response(null, { status: 304, headers });
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
  const body = await getBody(asset, encoding);
  headers.set('Content-Length', String(body.byteLength));
  return new Response(body, { headers });
}

async function getBody(asset: Asset, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const known = asset.bodies.get(encoding);
  if (known) return known;
  const plain = await getBody(asset, 'identity');
  const body = encoding === 'br' ? compressBrotli(plain) : promisify(gzip)(plain);
  asset.bodies.set(encoding, body);
  return body;
}

/** NOTE: quality 5 takes 0.2 s for the largest file; 11, the default, takes 11 s to save an eighth. */
function compressBrotli(plain: Uint8Array) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength };
  return promisify(brotliCompress)(plain, { params });
}

/** The smallest encoding that the client takes (RFC 9110, section 12.5.3). */
export function selectEncoding(acceptEncoding: string): Encoding {
  const weights = new Map(
    acceptEncoding
      .toLowerCase()
      .split(',')
      .map((item) => {
        const [coding = '', ...parameters] = item.split(';').map((part) => part.trim());
        const weight = parameters.find((parameter) => parameter.startsWith('q='));
        return [coding, weight ? Number(weight.slice(2)) : 1];
      }),
  );
  const isAccepted = (coding: Encoding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0;
  if (isAccepted('br')) return 'br';
  return isAccepted('gzip') ? 'gzip' : 'identity';
}
