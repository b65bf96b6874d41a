/**
 * GraphiQL's files. They are named after their content, so a browser keeps them for ever and requests them again only after an upgrade.
 * They are read when the first page is requested, not when the program starts; a file is compressed at its first request, then kept.
 */
import { compressInTurn } from '../http/compress.ts';
import { EncodedBody } from '../http/encoded-body.ts';
import { respondEncoded } from '../http/encoded-response.ts';
import { toFetchResponse } from '../http/fetch-exchange.ts';
import { loadGraphiQLBundle } from './graphiql-bundle.ts';
import { clientScript } from './graphiql-client.ts';

const parts = ['app', 'styles', 'client', 'favicon', 'editorWorker', 'jsonWorker', 'graphqlWorker'] as const;
type Part = (typeof parts)[number];

interface Asset {
  readonly name: string;
  readonly contentType: string;
  readonly body: EncodedBody;
}

export interface GraphiQLAssets {
  /** The file name of each part. */
  readonly names: Readonly<Record<Part, string>>;
  /** Answers a request for the file of that name; null when there is none. */
  respond(name: string, request: Request): Promise<Response | null>;
}

export async function loadGraphiQLAssets(): Promise<GraphiQLAssets> {
  const bundle = await loadGraphiQLBundle();
  const fonts = new Map([...bundle.fonts].map(([name, bytes]) => [name, createAsset(name, typeOf(name), bytes)]));
  const styles = bundle.styles.replace(/url\((font-[\w.]+)\)/g, (_, name: string) => `url(${fonts.get(name)?.name})`);
  const assets: Record<Part, Asset> = {
    app: createTextAsset('graphiql.js', bundle.script),
    styles: createTextAsset('graphiql.css', styles),
    client: createTextAsset('client.js', clientScript()),
    favicon: createAsset('favicon.ico', 'image/x-icon', bundle.favicon),
    editorWorker: createTextAsset('editor-worker.js', bundle.editorWorker),
    jsonWorker: createTextAsset('json-worker.js', bundle.jsonWorker),
    graphqlWorker: createTextAsset('graphql-worker.js', bundle.graphqlWorker),
  };
  const byName = new Map([...Object.values(assets), ...fonts.values()].map((asset) => [asset.name, asset]));
  return {
    names: Object.fromEntries(parts.map((part) => [part, assets[part].name])) as Record<Part, string>,
    async respond(name, request) {
      const asset = byName.get(name);
      return asset ? await toResponse(asset, request) : null;
    },
  };
}

const typeOf = (fontName: string) => `font/${fontName.split('.').at(-1)}`;

function createTextAsset(fileName: string, content: string): Asset {
  const contentType = fileName.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8';
  return createAsset(fileName, contentType, Buffer.from(content));
}

function createAsset(fileName: string, contentType: string, bytes: Buffer): Asset {
  const body = new EncodedBody(bytes, { compress: compressInTurn });
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
