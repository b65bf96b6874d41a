/** Ways to ask that no client library would use, on the whole application over a real socket. */
import { describe, expect, it } from 'vitest';
import { demoCredentials } from '../../src/demo/application-keys.ts';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { sendPipeline, sendRaw } from '../support/raw-http.ts';
import { startApp } from '../support/running-app.ts';
import { useOpened } from '../support/use-opened.ts';

const app = useOpened(() => startApp({ CORS_ORIGINS: 'https://shop.example', MAX_BODY_BYTES: '2000' }));

const query = '/graphql?query=%7B__typename%7D';
const send = (line: string, ...headers: string[]) => {
  return sendRaw(app.port, `${[`${line} HTTP/1.1`, 'Host: a', ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`);
};
const post = (body: string, ...headers: string[]) => {
  const lines = ['POST /graphql HTTP/1.1', 'Host: a', 'Connection: close', ...headers];
  return sendRaw(app.port, `${lines.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
};
const json = 'Content-Type: application/json';

describe('a method', () => {
  it.each(['TRACE', 'PUT', 'DELETE', 'PATCH', 'PROPFIND'])('that GraphQL has no use for is 405: %s', async (method) => {
    const answer = await send(`${method} /graphql`);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, POST');
    expect(answer.body).toContain('METHOD_NOT_ALLOWED');
  });

  it.each(['BREW', 'get'])('that HTTP does not know is 400: %s', async (method) => {
    expect((await send(`${method} /graphql`)).status).toBe(400);
  });

  it('CONNECT makes no tunnel: it is 405, and the connection is closed', async () => {
    expect(await send('CONNECT evil.example:443')).toMatchObject({ isClosed: true, status: 405 });
  });

  it('HEAD answers as GET does, without a body', async () => {
    for (const path of ['/health/live', '/health/ready']) {
      const [head, get] = [await send(`HEAD ${path}`), await send(`GET ${path}`)];
      expect(get.status).toBe(200);
      expect(head).toMatchObject({ status: 200, body: '' });
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    }
  });

  it('HEAD asks GraphQL nothing: it is 405, without a body', async () => {
    const answer = await send(`HEAD ${query}`);
    expect(answer).toMatchObject({ status: 405, body: '' });
    expect(answer.headers.get('allow')).toBe('GET, POST');
  });

  it('OPTIONS says what may be requested', async () => {
    const answer = await send('OPTIONS /graphql');
    expect(answer.status).toBe(204);
    expect(answer.headers.get('allow')).toBe('GET, POST, OPTIONS');
  });

  it('GET runs no mutation', async () => {
    const rename = `mutation{updateApplicationKey(input:{id:"${demoIds.applicationKeys.storefront}",name:"x"}){applicationKey{name}}}`;
    const answer = await send(`GET /graphql?query=${encodeURIComponent(rename)}`);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
  });

  it('an upgrade is not taken up', async () => {
    const lines = [`GET ${query} HTTP/1.1`, 'Host: a', 'Upgrade: websocket', 'Connection: Upgrade'];
    expect((await sendRaw(app.port, `${lines.join('\r\n')}\r\n\r\n`, { timeoutMs: 300 })).status).toBe(200);
  });
});

describe('an Accept', () => {
  const text = encodeURIComponent('{ products(first: 1) { totalCount } }');
  const get = (accept: string) => `GET /graphql?query=${text} HTTP/1.1\r\nHost: a\r\nAccept: ${accept}\r\n\r\n`;

  it.each([
    ['application/json', 200],
    ['application/graphql-response+json', 200],
    ['multipart/mixed', 200],
    ['multipart/mixed; deferSpec=20220824, application/json', 200],
    ['text/event-stream', 200],
    ['image/png', 406],
  ])('is met or refused, and the connection is of use afterwards: %s', async (accept, status) => {
    const answers = await sendPipeline(app.port, get(accept).repeat(3) + get('application/json'), { timeoutMs: 2000 });
    expect(answers.map((answer) => answer.status)).toEqual([status, status, status, 200]);
    for (const answer of answers.slice(0, 3)) {
      if (status === 200) expect(answer.body).toContain('"totalCount":902');
      expect(answer.headers.get('connection')).toBe('keep-alive');
    }
    expect(JSON.parse(answers[3]?.body ?? '')).toMatchObject({ data: { products: { totalCount: 902 } } });
  });
});

it('a mutation that can be answered in nothing that is accepted is not done', async () => {
  const id = demoIds.applicationKeys.storefront;
  const rename = `mutation { updateApplicationKey(input: { id: "${id}", name: "Renamed" }) { applicationKey { name } } }`;
  const { accessToken } = (await app.tokens.issue(demoCredentials.clientId, 'client_credentials', new Date())) ?? {};
  const asAdmin = [json, `Authorization: Bearer ${accessToken}`];
  const refused = await post(JSON.stringify({ query: rename }), ...asAdmin, 'Accept: application/xml');
  expect([refused.status, refused.headers.get('content-type')]).toEqual([406, 'application/json; charset=utf-8']);
  const read = await post(JSON.stringify({ query: `{ applicationKey(id: "${id}") { name } }` }), ...asAdmin);
  expect(JSON.parse(read.body)).toMatchObject({
    data: { applicationKey: { name: expect.not.stringMatching('Renamed') } },
  });
});

describe('an error', () => {
  const rename = encodeURIComponent(`mutation{updateApplicationKey(input:{id:"x",name:"x"}){isReplayed}}`);
  const rest = '/v2/pcm/catalog/products';
  const refused: [title: string, status: number, send: (...headers: string[]) => ReturnType<typeof sendRaw>][] = [
    ['Host that is none', 400, (...headers) => sendRaw(app.port, withHost('a b', ...headers))],
    ['text that is no JSON', 400, (...headers) => post('{', json, ...headers)],
    ['document that is none', 400, (...headers) => post('{"query":"{"}', json, ...headers)],
    ['context that is none', 400, (...headers) => send(`GET ${query}`, `EP-Channel: ${'x'.repeat(300)}`, ...headers)],
    ['token that is none', 401, (...headers) => send(`GET ${query}`, 'Authorization: Bearer x', ...headers)],
    ['method that is not allowed', 405, (...headers) => send('DELETE /graphql', ...headers)],
    ['list of variables that is no JSON', 400, (...headers) => send('GET /graphql?query={a}&variables={', ...headers)],
    ['mutation by GET', 405, (...headers) => send(`GET /graphql?query=${rename}`, ...headers)],
    ['body of too many levels', 400, (...headers) => post(`{"variables":${'['.repeat(500)}`, json, ...headers)],
    ['body that is too large', 413, (...headers) => post(' '.repeat(2001), json, ...headers)],
    ['body that is no JSON', 415, (...headers) => post('{}', 'Content-Type: text/plain', ...headers)],
  ];
  const refusedByRest: typeof refused = [
    [
      'Host that is none',
      400,
      (...headers) => sendRaw(app.port, withHost('a b', ...headers).replace('/graphql', rest)),
    ],
    ['filter that is none', 400, (...headers) => send(`GET ${rest}?filter=x`, ...headers)],
    ['token that is none', 401, (...headers) => send(`GET ${rest}`, 'Authorization: Bearer x', ...headers)],
    ['product that is unknown', 404, (...headers) => send(`GET ${rest}/x`, ...headers)],
    ['path that is unknown', 404, (...headers) => send('GET /v2/nothing', ...headers)],
    ['method that is not allowed', 405, (...headers) => send(`DELETE ${rest}`, ...headers)],
  ];
  const withHost = (host: string, ...headers: string[]) =>
    `${['GET /graphql HTTP/1.1', `Host: ${host}`, ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`;

  it.each(refused)('of GraphQL is of the type that is accepted: %s → %i', async (_, status, ask) => {
    for (const [accept, type] of [
      ['application/json', 'application/json'],
      ['application/graphql-response+json', 'application/graphql-response+json'],
      ['application/graphql-response+json, application/json;q=0.9', 'application/graphql-response+json'],
      ['*/*', 'application/json'],
    ]) {
      const answer = await ask(`Accept: ${accept}`);
      // A client that accepts JSON only learns of a document's faults by a success (GraphQL over HTTP).
      const expected = type === 'application/json' ? [status, 200] : [status];
      expect(expected, answer.body).toContain(answer.status);
      expect(answer.headers.get('content-type'), answer.body).toBe(`${type}; charset=utf-8`);
      const { extensions } = JSON.parse(answer.body).errors[0];
      expect([extensions.status, typeof extensions.code], answer.body).toEqual([status, 'string']);
    }
  });

  it.each<[target: string, status: number, ...headers: string[]]>([
    [query, 400, `EP-Channel: ${'x'.repeat(300)}`],
    [query, 401, 'Authorization: Bearer x'],
    [query, 406, 'Accept: image/png'],
    [`${query}&variables={`, 400],
    ['/graphql?query={', 400, 'Accept: application/graphql-response+json'],
    [`${rest}?filter=x`, 400],
    [`${rest}/x`, 404],
    ['/v2/nothing', 404],
  ])('is for no cache: GET %s → %i', async (target, status, ...headers) => {
    const answer = await send(`GET ${target}`, ...headers);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
  });

  it.each(refusedByRest)('of REST is JSON, whatever is accepted: %s → %i', async (_, status, ask) => {
    for (const accept of ['application/json', 'application/graphql-response+json', 'text/html', '*/*']) {
      const answer = await ask(`Accept: ${accept}`);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(JSON.parse(answer.body).errors[0]).toMatchObject({ status: String(status), detail: expect.any(String) });
    }
  });
});

describe('a target', () => {
  it.each([
    ['//evil/graphql?query={__typename}', 404],
    ['//graphql', 404],
    ['/graphql/', 404],
    ['/v2//graphql', 404],
    ['/health/live/', 404],
    ['/%2e%2e%2fgraphql', 404],
    ['/a/../graphql?query={__typename}', 404],
    ['/a/%2E%2e/v2/pcm/catalog/products', 404],
    ['/v2/./pcm/catalog/products', 404],
    ['/v2//pcm/catalog/products', 404],
    ['/v2/pcm/catalog/products/', 404],
  ])('that only resembles one of ours is not found: %s', async (target, status) => {
    expect((await send(`GET ${target}`)).status).toBe(status);
  });

  it('in absolute form is answered by its path, whatever host it names', async () => {
    const answer = await send(`GET http://evil.example${query}`);
    expect(answer.status).toBe(200);
    expect(answer.body).not.toContain('evil');
    expect((await send('GET http://evil.example/nothing')).status).toBe(404);
  });

  it.each(['/<script>alert(1)</script>', '/%0d%0aSet-Cookie:%20a=b', '/%1b[2J', '/"quoted"'])(
    'that would be code elsewhere is quoted as data: %s',
    async (target) => {
      const answer = await send(`GET ${target}`, `X-Request-Id: ${target}`);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.headers.has('set-cookie')).toBe(false);
      for (const control of ['\r', '\n', '\u001b']) expect(answer.body).not.toContain(control);
      expect(JSON.parse(answer.body).errors).toHaveLength(1);
    },
  );

  it('leads nowhere that its text does not say', async () => {
    const { headers, status } = await send('GET /');
    expect(status).toBe(302);
    expect(headers.get('location')).toBe('graphql');
  });
});

describe('a body', () => {
  it.each([
    '{"query":"CANARY',
    'CANARY',
    '{"query":"{a}" CANARY}',
    '["CANARY"',
    '{"query":"{a}","variables":"CANARY"}',
  ])('that is no request is 400, and is not echoed: %s', async (body) => {
    const answer = await post(body, json);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body).errors).toHaveLength(1);
    expect(answer.body).not.toContain('CANARY');
  });

  it.each(['null', '3', '"x"', '[]', '[{"query":"{__typename}"}]', ''])('of another shape is 400: %s', async (body) => {
    const answer = await post(body, json);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toMatch(/^application\/(graphql-response\+)?json/);
  });

  it.each([
    ['a form', 'query=%7B__typename%7D', 'Content-Type: application/x-www-form-urlencoded'],
    ['a text', '{"query":"{__typename}"}', 'Content-Type: text/plain'],
    ['of no type', '{"query":"{__typename}"}', 'X: y'],
    ['compressed', '{"query":"{__typename}"}', `${json}\r\nContent-Encoding: gzip`],
  ])('that is %s is 415', async (_, body, header) => {
    expect((await post(body, header)).status).toBe(415);
  });

  it('that hides a second request in its chunks is one request', async () => {
    const hidden = 'GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n';
    const chunk = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`;
    const head = `POST /graphql HTTP/1.1\r\nHost: a\r\n${json}\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const answer = await sendRaw(app.port, head + chunk, { timeoutMs: 300 });
    expect(answer.status).toBe(400);
    expect(answer.body).not.toContain('"live"');
  });
});

describe('a page of another site', () => {
  it('is shown nothing, and one of the list is', async () => {
    const evil = await send(`GET ${query}`, 'Origin: https://evil.example');
    expect([...evil.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    const shop = await send(`GET ${query}`, 'Origin: https://shop.example');
    expect(shop.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    expect(shop.headers.has('access-control-allow-credentials')).toBe(false);
  });

  it('learns nothing from the refusals that come before the application either', async () => {
    const evil = await send('GET /graphql', 'Origin: https://evil.example', `X: ${'a'.repeat(70_000)}`);
    expect(evil.status).toBe(431);
    expect(evil.headers.has('access-control-allow-origin')).toBe(false);
  });
});
