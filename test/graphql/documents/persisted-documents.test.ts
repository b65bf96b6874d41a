/** Requests that name their document, over real sockets. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoCredentials } from '../../../src/demo/application-keys.ts';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { sha256 } from '../../../src/graphql/documents/trusted-documents.ts';
import { type RunningApp, startApp } from '../../support/running-app.ts';

const trusted = 'query Trusted($id: ID!) { product(id: $id) { resourceId } }';
const rename = `mutation Rename { updateApplicationKey(input: { id: "${demoIds.applicationKeys.storefront}", name: "Trusted" }) { applicationKey { name } } }`;
const variables = { id: demoIds.products.showcaseParent };
const found = { product: { resourceId: demoIds.products.showcaseParent } };
const texts = { [sha256(trusted)]: trusted, 'relay-1': trusted, rename };

let folder: string;
let open: RunningApp;
let closed: RunningApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trusted-'));
  const TRUSTED_DOCUMENTS = join(folder, 'documents.json');
  await writeFile(TRUSTED_DOCUMENTS, JSON.stringify(texts));
  open = await startApp({ TRUSTED_DOCUMENTS });
  closed = await startApp({ TRUSTED_DOCUMENTS, TRUSTED_DOCUMENTS_ONLY: 'on' });
});
afterAll(async () => {
  await Promise.all([open.close(), closed.close()]);
  await rm(folder, { recursive: true });
});

type Params = Readonly<Record<string, unknown>>;
type Method = 'GET' | 'POST';

async function send(app: RunningApp, method: Method, params: Params, headers: Record<string, string> = {}) {
  const search = new URLSearchParams(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
  const accept = { Accept: 'application/graphql-response+json', ...headers };
  const response =
    method === 'GET'
      ? await fetch(`${app.url}/graphql?${search}`, { headers: accept })
      : await fetch(`${app.url}/graphql`, {
          method,
          headers: { 'Content-Type': 'application/json', ...accept },
          body: JSON.stringify(params),
        });
  const { data, errors } = (await response.json()) as {
    data?: unknown;
    errors?: { message: string; extensions: { code: string } }[];
  };
  return {
    status: response.status,
    headers: response.headers,
    data,
    messages: errors?.map(({ message }) => message),
    codes: errors?.map(({ extensions }) => extensions.code),
  };
}

const apq = (text: string, more: Params = {}) => ({
  ...more,
  extensions: { persistedQuery: { version: 1, sha256Hash: sha256(text) } },
});

describe.each<Method>(['POST', 'GET'])('by %s', (method) => {
  it.each<[string, Params]>([
    ['documentId', { documentId: `sha256:${sha256(trusted)}` }],
    ['documentId without its prefix', { documentId: sha256(trusted) }],
    ["Apollo's extension", apq(trusted)],
    ["Relay's doc_id", { doc_id: 'relay-1' }],
    ['its id beside an empty text', { query: '', doc_id: 'relay-1' }],
    ['its text', { query: trusted }],
    ['its id and its text', apq(trusted, { query: trusted })],
  ])('a trusted document is executed that is named by %s, with others or alone', async (_, params) => {
    for (const app of [open, closed]) {
      expect(await send(app, method, { ...params, variables })).toMatchObject({ status: 200, data: found });
    }
  });

  it('the answer to a trusted document is cached, here and by others', async () => {
    const params = { documentId: `sha256:${sha256(trusted)}`, variables, operationName: 'Trusted' };
    await send(open, method, params);
    const before = open.countCached();
    const { headers } = await send(open, method, params);
    expect(open.countCached()).toBe(before + 1);
    if (method === 'GET') expect(headers.get('cache-control')).toBe('public, no-cache');
  });

  it('a document that is not known is asked for, registered, and found then', async () => {
    const text = `query ByMethod${method} { __typename }`;
    const missed = await send(open, method, apq(text));
    expect(missed).toMatchObject({
      status: 400,
      messages: ['PersistedQueryNotFound'],
      codes: ['PERSISTED_QUERY_NOT_FOUND'],
    });
    if (method === 'GET') expect(missed.headers.get('cache-control')).toBe('no-store');
    expect(await send(open, method, apq(text, { query: text }))).toMatchObject({ status: 200 });
    expect(await send(open, method, apq(text))).toMatchObject({ status: 200, data: { __typename: 'Query' } });
    expect(await send(open, method, { documentId: `sha256:${sha256(text)}` })).toMatchObject({ status: 200 });
  });

  it('a text under the hash of another is refused, and not kept', async () => {
    const [text, other] = [`query Right${method} { __typename }`, '{ limits { cost } }'];
    const mixed = { ...apq(text), query: other };
    expect(await send(open, method, mixed)).toMatchObject({ status: 400, codes: ['PERSISTED_QUERY_MISMATCH'] });
    expect(await send(open, method, apq(text))).toMatchObject({ codes: ['PERSISTED_QUERY_NOT_FOUND'] });
  });

  it('where only trusted documents are executed, nothing else is', async () => {
    const text = '{ __typename }';
    const untrusted = { status: 400, codes: ['DOCUMENT_NOT_TRUSTED'] };
    expect(await send(closed, method, { query: text })).toMatchObject(untrusted);
    expect(await send(closed, method, { query: `${trusted} ` })).toMatchObject(untrusted);
    expect(await send(closed, method, apq(text, { query: text }))).toMatchObject(untrusted);
    const unsupported = {
      status: 400,
      messages: ['PersistedQueryNotSupported'],
      codes: ['PERSISTED_QUERY_NOT_SUPPORTED'],
    };
    expect(await send(closed, method, apq(text))).toMatchObject(unsupported);
    expect(await send(closed, method, { doc_id: 'absent' })).toMatchObject(unsupported);
  });

  it.each<[string, Params]>([
    ['an empty id', { documentId: '' }],
    ['an id that is too long', { documentId: 'x'.repeat(257) }],
    ['two ids', { documentId: 'relay-1', doc_id: 'other' }],
    ['a hash that is no text', { extensions: { persistedQuery: { version: 1, sha256Hash: 7 } } }],
  ])('%s is refused', async (_, params) => {
    const messages = ['A document is named once, by a text of 1 to 256 characters.'];
    const refused = { status: 400, codes: ['BAD_REQUEST'], messages };
    expect(await send(open, method, { ...params, variables })).toMatchObject(refused);
  });
});

it('a mutation that is named is executed each time by POST, and never by GET', async () => {
  const issued = await open.tokens.issue(demoCredentials.clientId, 'client_credentials', new Date());
  const headers = { Authorization: `Bearer ${issued?.accessToken}` };
  const params = { documentId: 'rename' };
  const renamed = { status: 200, data: { updateApplicationKey: { applicationKey: { name: 'Trusted' } } } };
  const before = open.countCached();
  const answers = await Promise.all([1, 2, 3].map(() => send(open, 'POST', params, headers)));
  for (const answer of answers) expect(answer).toMatchObject(renamed);
  expect(open.countCached()).toBe(before);
  expect(await send(open, 'GET', params, headers)).toMatchObject({ status: 405, codes: ['METHOD_NOT_ALLOWED'] });
});

it.each([
  'null',
  '[]',
  '[null]',
  '"x"',
  '7',
  '{}',
  '{"documentId":{}}',
  '{"extensions":7}',
  '{"extensions":{"persistedQuery":null}}',
])('a body of %s is a faulty request', async (body) => {
  for (const app of [open, closed]) {
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    expect(response.status).toBe(400);
  }
});
