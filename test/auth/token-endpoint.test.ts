/** `POST /oauth/access_token` as clients see it, on both engines; and everything that is logged meanwhile. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type App, createApp } from '../../src/app.ts';
import { createTokenEndpoint } from '../../src/auth/token-endpoint.ts';
import { readConfig } from '../../src/config.ts';
import { hashSecret } from '../../src/domain/application-key/secret-hash.ts';
import { DomainError } from '../../src/domain/errors.ts';
import { createHttpApp } from '../../src/server/http-app.ts';
import { createLogger } from '../../src/server/logger.ts';
import { applicationKey } from '../support/billing-records.ts';
import { fetchFrom, toHttpRequest } from '../support/fetch-from.ts';
import { createTestDatabase } from '../support/test-databases.ts';

const path = '/oauth/access_token';
const origin = 'https://shop.example';
const secret = 'CANARY-secret +&=%é';
const withSecret = applicationKey({ clientId: 'shop & söns', lastUsedAt: null });
const withoutSecret = applicationKey({ clientId: 'storefront', lastUsedAt: null });

const proven = { grant_type: 'client_credentials', client_id: withSecret.clientId, client_secret: secret };
const open = { grant_type: 'implicit', client_id: withoutSecret.clientId };
type Fields = Record<string, unknown>;

describe.each(['sqlite', 'postgres'])('the token endpoint on %s', (engine) => {
  let app: App;
  let log = '';
  let drop: () => Promise<unknown>;
  beforeAll(async () => {
    const directory = await mkdtemp(join(tmpdir(), 'gateway-test-'));
    const database = engine === 'postgres' ? await createTestDatabase(inject('postgresUrl')) : null;
    const config = readConfig({
      DATA_DIR: directory,
      CORS_ORIGINS: origin,
      LOG_LEVEL: 'trace',
      // On a busy machine sixty wait longer for their turn, and for a connection, than anybody else should.
      ...{ QUEUE_TIMEOUT_MS: '0', STATEMENT_TIMEOUT_MS: '300000' },
      DATABASE_URL: database?.url,
    });
    app = await createApp(config, createLogger(config.logLevel, { write: (line) => (log += line) }));
    const { applicationKeys } = app.stores.stores;
    await applicationKeys.insert({ ...withSecret, secretHash: await hashSecret(secret) });
    await applicationKeys.insert(withoutSecret);
    drop = async () => {
      await app.stores.close();
      await database?.drop();
      await rm(directory, { recursive: true });
    };
  });
  afterAll(() => drop());

  const send = (body: BodyInit, type: string | null, init: RequestInit = {}) => {
    const headers = new Headers({ ...(type !== null && { 'Content-Type': type }), ...init.headers });
    return fetchFrom(app.http)(`http://gateway.test${path}`, { method: 'POST', body, ...init, headers });
  };
  const sendForm = (body: string, init: RequestInit = {}) => send(body, 'application/x-www-form-urlencoded', init);
  const sendFields = (fields: Fields) => sendForm(new URLSearchParams(fields as Record<string, string>).toString());
  const sendJson = (value: unknown) => send(JSON.stringify(value), 'application/json');
  const usedAt = async ({ id }: { id: string }) => {
    return (await app.stores.stores.applicationKeys.getMany([id])).get(id)?.lastUsedAt ?? null;
  };

  describe.each([
    ['a form', sendFields],
    ['JSON', sendJson],
  ])('requested by %s', (_, ask) => {
    it.each([
      [proven, withSecret],
      [open, withoutSecret],
      [{ ...open, client_id: withSecret.clientId }, withSecret],
      [{ ...open, client_secret: 'ignored', requestContext: 'ignored', __proto__x: '' }, withoutSecret],
    ])('issues a token of an hour: %#', async (fields, key) => {
      const before = Math.floor(Date.now() / 1000);
      const response = await ask(fields);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect(response.headers.get('cache-control')).toBe('no-store');
      const answer = await response.json();
      expect(answer).toStrictEqual({
        access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        token_type: 'Bearer',
        identifier: fields.grant_type,
        expires_in: 3600,
        expires: expect.any(Number),
      });
      expect(answer.expires).toBeGreaterThanOrEqual(before + 3600);
      expect(answer.expires).toBeLessThanOrEqual(Math.floor(Date.now() / 1000) + 3600);
      const actor = {
        clientId: key.clientId,
        grant: fields.grant_type,
        accountId: null,
        customerId: null,
        accountTagIds: [],
      };
      expect(await app.tokens.verify(answer.access_token)).toEqual(actor);
      const aMinuteBefore = (before - 60) * 1000;
      expect(Date.parse((await usedAt(key)) ?? '')).toBeGreaterThanOrEqual(aMinuteBefore);
    });

    it('answers an unknown client, a wrong secret and a key without one alike', async () => {
      const used = [await usedAt(withSecret), await usedAt(withoutSecret)];
      const answers = [
        { ...proven, client_id: 'nobody' },
        { ...proven, client_secret: 'CANARY-wrong' },
        { ...proven, client_secret: `${secret} ` },
        { ...proven, client_id: withoutSecret.clientId },
        { ...open, client_id: 'nobody' },
        { ...open, client_id: `${withoutSecret.clientId}' or '1'='1` },
        { ...open, client_id: '__proto__' },
      ].map(async (fields) => {
        const response = await ask(fields);
        expect(response.status).toBe(401);
        expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_client"');
        expect(response.headers.get('cache-control')).toBe('no-store');
        return response.text();
      });
      const detail = 'The client is not known, or its secret is wrong.';
      const body = JSON.stringify({ errors: [{ title: 'Unauthorized', status: '401', detail }] });
      expect(new Set(await Promise.all(answers))).toEqual(new Set([body]));
      expect([await usedAt(withSecret), await usedAt(withoutSecret)]).toEqual(used);
    });

    it.each<[Fields, RegExp[]]>([
      [{}, [/'grant_type' is required/, /'client_id' is required/]],
      [{ ...proven, grant_type: 'password' }, [/'grant_type' must be 'client_credentials' or 'implicit'/]],
      [{ ...proven, grant_type: 'Implicit' }, [/'grant_type' must be/]],
      [{ grant_type: 'client_credentials' }, [/'client_id' is required/, /'client_secret' is required/]],
      [{ ...proven, client_secret: '' }, [/'client_secret' must not be empty/]],
      [{ ...proven, client_id: 'a\0b' }, [/'client_id' must not contain the NUL character/]],
      [{ ...proven, client_secret: 'CANARY\0b' }, [/'client_secret' must not contain the NUL character/]],
      [{ ...open, client_id: 'a'.repeat(256) }, [/'client_id' has more than 255 characters/]],
      [{ ...proven, client_secret: 'CANARY'.repeat(1000) }, [/'client_secret' has more than 1024 characters/]],
    ])('says what is wrong, every fault: %#', async (fields, details) => {
      const response = await ask(fields);
      expect(response.status).toBe(400);
      const text = await response.text();
      expect(text).not.toContain('CANARY');
      const { errors } = JSON.parse(text);
      expect(errors).toHaveLength(details.length);
      errors.forEach((error: unknown, index: number) => {
        expect(error).toEqual({
          title: 'Bad Request',
          status: '400',
          detail: expect.stringMatching(details[index] as RegExp),
        });
      });
    });
  });

  const good = 'grant_type=implicit&client_id=storefront';
  it.each([
    ['a field twice', `${good}&client_id=other`],
    ['a field twice, once encoded', `${good}&client%5Fid=storefront`],
    ['a field twice that is none of ours', `${good}&x=1&x=1`],
    ['a broken percent', `${good}&x=%`],
    ['no hexadecimal digits', `${good}&x=%ZZ`],
    ['bytes that are no UTF-8', `${good}&x=%FF`],
    ['an encoded surrogate', `${good}&x=%ED%A0%80`],
    ['a broken name', `${good}&%F=1`],
    ['NUL', `${good}%00`],
  ])('a form with %s is refused', async (_, body) => {
    const response = await sendForm(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ title: 'Bad Request', status: '400' }] });
  });

  it.each([
    `&&${good}&`,
    `${good}&x`,
    `${good}&x=a=b`,
    `${good}&__proto__=1`,
    'grant_type=implicit&client_id=%73torefront',
  ])('a form may be written in odd ways: %s', async (body) => {
    expect((await sendForm(body)).status).toBe(200);
  });

  it.each([
    '',
    '{',
    'null',
    '3',
    '"x"',
    '[]',
    '{"grant_type":["implicit"],"client_id":"storefront"}',
    '{"grant_type":"implicit","client_id":7}',
    '{"grant_type":"implicit","client_id":"\\ud800"}',
    '{"client_secret":"CANARY',
    '{"grant_type":"implicit","client_id":"other","client_id":"storefront"}',
    '{"grant_type":"implicit","client_id":"storefront","x":{"client_id":1,"client\\u005fid":2}}',
  ])('JSON that is no request is refused: %s', async (body) => {
    const response = await send(body, 'application/json');
    expect(response.status).toBe(400);
    const text = await response.text();
    expect(text).not.toContain('CANARY');
    expect(JSON.parse(text)).toMatchObject({ errors: [{ status: '400' }] });
  });

  it.each(['text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded; charset=latin1', null])(
    'a body of another type is refused: %s',
    async (type) => {
      const response = await send(new TextEncoder().encode(good), type);
      expect(response.status).toBe(415);
      expect(await response.json()).toMatchObject({ errors: [{ title: 'Unsupported Media Type', status: '415' }] });
    },
  );

  it('a charset may say what a form is anyway', async () => {
    expect((await send(good, 'application/x-www-form-urlencoded; charset=UTF-8')).status).toBe(200);
  });

  it('a large or compressed body is refused', async () => {
    expect((await sendForm(`${good}&x=${'a'.repeat(20_000)}`)).status).toBe(413);
    expect((await sendForm(good, { headers: { 'Content-Encoding': 'gzip' } })).status).toBe(415);
  });

  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'])('%s is not the way to ask', async (method) => {
    const response = await fetchFrom(app.http)(`http://gateway.test${path}?${good}`, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  it.each(['', '/v2', '/pcm', '/v2/pcm'].map((base) => `${base}/oauth/access_token`))(
    'it answers at %s',
    async (at) => {
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const response = await fetchFrom(app.http)(`http://gateway.test${at}`, { method: 'POST', headers, body: good });
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect((await fetchFrom(app.http)(`http://gateway.test${at}`)).headers.get('allow')).toBe('POST');
    },
  );

  it.each(['/v1/oauth/access_token', '/oauth/access_token/', '/oauth', '/oauth//access_token', '/OAuth/access_token'])(
    'it answers at no other path: %s',
    async (other) => {
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const response = await fetchFrom(app.http)(`http://gateway.test${other}`, {
        method: 'POST',
        headers,
        body: good,
      });
      expect(response.status).toBe(404);
    },
  );

  it('web pages of listed origins may ask, and others may not', async () => {
    const allowed = await sendForm(good, { headers: { Origin: origin } });
    expect(allowed.headers.get('access-control-allow-origin')).toBe(origin);
    const other = await sendForm(good, { headers: { Origin: 'https://evil.example' } });
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await fetchFrom(app.http)(`http://gateway.test${path}`, {
      method: 'OPTIONS',
      headers: { Origin: origin },
    });
    expect([preflight.status, preflight.headers.get('allow')]).toEqual([204, 'POST, OPTIONS']);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
  });

  it('a token writes when the secret was proved, and reads otherwise', async () => {
    const codeFor = async (fields: Fields) => {
      const { access_token } = await (await sendFields(fields)).json();
      const response = await fetchFrom(app.http)('http://gateway.test/graphql', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${access_token}` },
        body: JSON.stringify({ query: `{ applicationKey(id: "${withSecret.id}") { name } }` }),
      });
      const { errors } = await response.json();
      return errors?.[0].extensions.code ?? null;
    };
    expect(await codeFor(proven)).toBeNull();
    expect(await codeFor(open)).toBe('FORBIDDEN');
  });

  it('many at once are all answered, each with a token of its own client', async () => {
    const asked = Array.from({ length: 60 }, (_, index) => (index % 2 ? proven : open));
    const tokens = await Promise.all(
      asked.map(async (fields) => (await (await sendFields(fields)).json()).access_token),
    );
    const actors = await Promise.all(tokens.map((token) => app.tokens.verify(token)));
    expect(actors.map((actor) => [actor?.clientId, actor?.grant])).toEqual(
      asked.map(({ client_id, grant_type }) => [client_id, grant_type]),
    );
  });

  // The last one: it ends the store.
  it('no secret and no token is ever logged, also when the store is broken', async () => {
    const { access_token } = await (await sendFields(proven)).json();
    await fetchFrom(app.http)('http://gateway.test/graphql', { headers: { Authorization: `Bearer ${access_token}x` } });
    await app.stores.close();
    for (const fields of [proven, open, { ...proven, client_secret: 'CANARY-wrong' }]) {
      const response = await sendFields(fields);
      expect(response.status).toBeOneOf([500, 503]);
      expect(await response.text()).not.toContain('CANARY');
    }
    expect(log.split('\n').length).toBeGreaterThan(50);
    expect(log).not.toContain('CANARY');
    expect(log).not.toContain(access_token.split('.')[2]);
    expect(log).not.toContain('scrypt:');
    expect(log).not.toContain('"d":');
  });
});

it('a secret is checked also where there is none to compare it with, so that the time tells nothing', async () => {
  const checked: (string | null)[] = [];
  const hashes: Record<string, string | null> = { shop: 'hash', storefront: null };
  const endpoint = createTokenEndpoint({
    tokens: { issue: async () => null },
    applicationKeys: {
      findCredentials: async (clientId) =>
        clientId in hashes ? applicationKey({ clientId, secretHash: hashes[clientId] ?? null }) : null,
    },
    now: () => new Date(),
    reportOutage: () => {},
    checkSecret: async (_address, _secret, secretHash) => {
      checked.push(secretHash);
      return false;
    },
  });
  for (const client_id of ['shop', 'storefront', 'nobody']) {
    const body = new URLSearchParams({ ...proven, client_id });
    const request = toHttpRequest(new Request('http://gateway.test', { method: 'POST', body }));
    await expect(endpoint(request)).rejects.toMatchObject({ status: 401 });
  }
  expect(checked).toEqual(['hash', null, null]);
});

describe('when the store can not be reached', () => {
  const outages: unknown[] = [];
  const bugs: unknown[] = [];
  const askWith = (error: Error) => {
    const tokenEndpoint = createTokenEndpoint({
      tokens: { issue: () => Promise.reject(error) },
      applicationKeys: { findCredentials: () => Promise.reject(error) },
      now: () => new Date(),
      reportOutage: (cause) => outages.push(cause),
    });
    const http = createHttpApp({
      graphql: async () => ({ status: 200, headers: {}, body: null }),
      graphiql: null,
      tokenEndpoint,
      isReady: async () => true,
      limits: { bodyBytes: 1000, bodyLevels: 100 },
      corsOrigins: [],
      reportBug: (bug) => bugs.push(bug),
      onAnswered: () => {},
    });
    const body = new URLSearchParams({ ...proven, client_secret: 'CANARY' });
    return fetchFrom(http)(`http://gateway.test${path}`, { method: 'POST', body });
  };

  it('the answer is 503, and says when to try again', async () => {
    const cause = new Error('down');
    const response = await askWith(new DomainError('UNAVAILABLE', 'Try again.', [], { cause }));
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await response.json()).toEqual({
      errors: [{ title: 'Service Unavailable', status: '503', detail: 'Try again.' }],
    });
    expect(outages).toEqual([cause]);
  });

  it('a bug is masked', async () => {
    const bug = new Error('CANARY');
    const response = await askWith(bug);
    expect(response.status).toBe(500);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).not.toContain('CANARY');
    expect(bugs).toEqual([bug]);
  });
});
