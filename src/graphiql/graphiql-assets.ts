import { compressInTurn } from '../http/compress.ts';
import { createEncodedBody, type EncodedBody } from '../http/encoded-body.ts';
import { respondEncoded } from '../http/encoded-response.ts';
import { toFetchResponse } from '../http/fetch-exchange.ts';
import { clientScript } from './graphiql-client.ts';

/**
 * GraphiQL's files, taken from the one module of 9 MB in which Yoga packs them. They are named after their content, so a
 * browser keeps them for ever and requests them again only after an upgrade. The module is read at the first page, not at
 * the program's start, and a file is compressed at its first request, then kept.
 */

const parts = ['app', 'styles', 'client', 'favicon', 'editorWorker', 'jsonWorker', 'graphqlWorker'] as const;
type Part = (typeof parts)[number];

interface Asset {
  readonly name: string;
  readonly contentType: string;
  readonly body: EncodedBody;
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
    favicon: createAsset('favicon.ico', 'image/x-icon', favicon),
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
  return createAsset(fileName, contentType, Buffer.from(content));
}

function createAsset(fileName: string, contentType: string, bytes: Buffer): Asset {
  const body = createEncodedBody(bytes, { compress: compressInTurn });
  return { name: fileName.replace('.', `.${body.hash.slice(0, 16)}.`), contentType, body };
}

const headers = {
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  // A worker lives under its own file's policy, not under its page's: it needs nothing from the network.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

async function toResponse({ body, contentType }: Asset, request: Request): Promise<Response> {
  return toFetchResponse(await respondEncoded({ body, contentType, hasValidator: true, headers }, request.headers));
}
