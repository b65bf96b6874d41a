/**
 * F1 and F2: a bare node:http server that knows the answers. `node bare.ts buffer|stringify <file>`; the file has, for each path, the
 * answers by the body that asks for them, after the language where one is sent. F1 sends the gateway's own bytes, F2 turns the same objects into JSON each time.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';

const [kind = '', file = ''] = process.argv.slice(2);
const answers = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, Readonly<Record<string, string>>>>;
const toSend = kind === 'buffer' ? fromBuffer : fromObject;
const known = new Map(
  Object.entries(answers).map(([path, byBody]) => {
    return [path, new Map(Object.entries(byBody).map(([body, text]) => [body, toSend(text)]))] as const;
  }),
);

const server = createServer(async (request, response) => {
  const byBody = known.get(request.url ?? '');
  const body = await textOf(request);
  const { 'accept-language': language } = request.headers;
  // Node's fetch sends `*` where its caller says nothing.
  const key = language && language !== '*' ? `${language}\n${body}` : body;
  const send = byBody?.size === 1 ? byBody.values().next().value : byBody?.get(key);
  if (!send) return void response.writeHead(404).end();
  const bytes = send();
  response
    .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(bytes) })
    .end(bytes);
});
server.listen(Number(process.env.PORT), process.env.HOST);

function fromBuffer(text: string): () => Buffer | string {
  const bytes = Buffer.from(text);
  return () => bytes;
}

function fromObject(text: string): () => Buffer | string {
  const value = JSON.parse(text);
  return () => JSON.stringify(value);
}

function textOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => resolve(text));
  });
}
