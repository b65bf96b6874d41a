/** Who asks, seen from outside: forged tokens and odd Authorization headers over a real socket, and actors side by side. */
import { beforeAll, describe, expect, it } from 'vitest';
import { demoCredentials } from '../../src/demo/application-keys.ts';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { createForger, type Forger, forgeries } from '../auth/forgeries.ts';
import { sendRaw } from '../support/raw-http.ts';
import { startApp } from '../support/running-app.ts';
import { useOpened } from '../support/use-opened.ts';

const query = `{ applicationKey(id: "${demoIds.applicationKeys.storefront}") { resourceId } }`;
const constant = 'The bearer token is not valid, or no longer. Ask for a new one.';

const app = useOpened(startApp);
let forger: Forger;
beforeAll(async () => {
  forger = await createForger(app.tokens, app.stores.stores.signingKeys, demoCredentials.clientId);
});

async function ask(authorization: string | null, path = '/graphql') {
  const response = await fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(authorization !== null && { Authorization: authorization }) },
    body: JSON.stringify({ query }),
  });
  const text = await response.text();
  return { response, text, ...(JSON.parse(text) as { data?: unknown; errors?: { extensions: { code: string } }[] }) };
}

const granted = { applicationKey: { resourceId: demoIds.applicationKeys.storefront } };
const codeOf = async (authorization: string | null) => (await ask(authorization)).errors?.[0]?.extensions.code;

/** The same answer for all, so that it tells a forger nothing. */
function expectRefusal(status: number, wwwAuthenticate: string | null | undefined, text: string): void {
  expect(status).toBe(401);
  expect(wwwAuthenticate).toBe('Bearer error="invalid_token"');
  const extensions = { code: 'UNAUTHENTICATED', status: 401, title: expect.any(String), requestId: expect.any(String) };
  expect(JSON.parse(text)).toEqual({ errors: [{ message: constant, extensions }] });
}

it('a refusal is said in the media type that the client accepts', async () => {
  for (const type of ['application/json', 'application/graphql-response+json']) {
    const headers = { 'Content-Type': 'application/json', Accept: type, Authorization: 'Bearer x' };
    const response = await fetch(`${app.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
    expect([response.status, response.headers.get('content-type')]).toEqual([401, `${type}; charset=utf-8`]);
  }
});

describe('a token is refused by 401 that', () => {
  // Longer than what HTTP takes of headers: 431, long before there is a token.
  const sent = Object.entries(forgeries).filter(([name]) => name !== 'is a megabyte long');

  it.each(sent)('%s', async (_, forge) => {
    const { response, text } = await ask(`Bearer ${await forge(forger)}`);
    expectRefusal(response.status, response.headers.get('www-authenticate'), text);
  });
});

describe('the Authorization header', () => {
  it.each(['Bearer', 'bearer', 'BEARER'])('names its scheme in any case: %s', async (scheme) => {
    expect((await ask(`${scheme} ${await forger.issue()}`)).data).toEqual(granted);
  });

  it.each(['Basic dXNlcjpwYXNz', 'Bearer', 'token', 'Digest username="a"'])('is refused as %j', async (header) => {
    const { response, text } = await ask(header);
    expectRefusal(response.status, response.headers.get('www-authenticate'), text);
  });

  it('is none where it is empty', async () => {
    const [empty, none] = [await ask(''), await ask(null)];
    expect([empty.response.status, empty.data]).toEqual([none.response.status, none.data]);
    expect(await codeOf('')).toBe('UNAUTHENTICATED');
    expect(empty.response.headers.get('www-authenticate')).toBe(none.response.headers.get('www-authenticate'));
  });

  it('is refused when it comes twice, in either order', async () => {
    const good = `Authorization: Bearer ${await forger.issue()}`;
    const body = JSON.stringify({ query });
    for (const headers of [
      [good, 'Authorization: Bearer other'],
      ['Authorization: Bearer other', good],
      [good, good],
    ]) {
      const lines = ['POST /graphql HTTP/1.1', 'Host: a', ...headers, 'Content-Type: application/json'];
      const head = [...lines, `Content-Length: ${body.length}`, 'Connection: close'].join('\r\n');
      const answer = await sendRaw(app.port, `${head}\r\n\r\n${body}`);
      expectRefusal(answer.status, answer.headers.get('www-authenticate'), answer.body);
    }
  });

  it('is the only place for a token', async () => {
    const token = await forger.issue();
    const { response, errors } = await ask(null, `/graphql?access_token=${token}&token=${token}`);
    expect(response.status).toBe(200);
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['UNAUTHENTICATED']);
  });
});

it('actors side by side each get what is theirs', async () => {
  const [admin, shopper] = [await forger.issue('client_credentials'), await forger.issue('implicit')];
  const round = [`Bearer ${admin}`, `Bearer ${shopper}`, null, 'Bearer forged'];
  const codes = await Promise.all(Array.from({ length: 200 }, (_, index) => codeOf(round[index % 4] ?? null)));
  const expected = [undefined, 'FORBIDDEN', 'UNAUTHENTICATED', 'UNAUTHENTICATED'];
  expect(codes).toEqual(Array.from({ length: 200 }, (_, index) => expected[index % 4]));
});
