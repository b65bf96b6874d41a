/**
 * Nothing secret is ever printed or answered: canaries go in wherever a client, an operator or a file may put them, and
 * everything that comes out of every process is searched, in each encoding, its traces too. What may come out is listed: `may`.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { demoCredentials } from '../../src/demo/application-keys.ts';
import { type Gateway, startGateway, temporaryFolder } from '../support/gateway-process.ts';
import { openOtlpReceiver } from '../support/otlp-receiver.ts';
import { sendRaw } from '../support/raw-http.ts';
import { type Canaries, createCanaries, may } from '../support/secrets/canaries.ts';
import { runCommands, runWithFaultySettings } from '../support/secrets/commands-with-secrets.ts';
import { credentialRequests } from '../support/secrets/credential-secrets.ts';
import { graphqlRequests } from '../support/secrets/graphql-secrets.ts';
import { restRequests } from '../support/secrets/rest-secrets.ts';
import { createRequest, type SecretRequest } from '../support/secrets/secret-request.ts';
import { openDatabase, rowsInErrors } from '../support/secrets/tampered-databases.ts';

it.each(['sqlite', 'postgres'] as const)(
  'nothing secret comes out of a gateway on %s',
  async (engine) => {
    const canaries = createCanaries();
    const { make, add, saw } = canaries;
    const database = await openDatabase[engine](canaries);
    const collector = await openOtlpReceiver();
    onTestFinished(collector.close);
    const environment = {
      ...database.environment,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=${make('token of the collector')}`,
      OTEL_BSP_SCHEDULE_DELAY: '50',
      LOG_LEVEL: 'trace',
      RATE_LIMIT_FAILED_LOGINS: '60',
      MAX_BODY_BYTES: '20000',
    };
    const gateway = await startGateway({ ...environment, ...(await crashOnSignal(make('thrown secret'))) });
    const welcomeToken = add('token of the welcome', /Bearer (\S+)/.exec(gateway.welcome)?.[1] ?? '');
    saw('the welcome', gateway.welcome, may.welcome);
    for (const statement of rowsInErrors[engine]) await database.execute(statement);

    const statuses = new Map<string, Set<number>>();
    async function send({ name, path, ...request }: SecretRequest): Promise<void> {
      const response = await fetch(gateway.url + path, request);
      saw(name, [...response.headers].join('\n') + (await response.text()));
      const face = name.split(':', 1)[0] ?? '';
      statuses.set(face, (statuses.get(face) ?? new Set()).add(response.status));
    }
    const sendAll = async (requests: readonly SecretRequest[]) => {
      for (const request of requests) await send(request);
    };

    const proven = await issueToken(gateway, canaries, 'client_credentials');
    const implicit = await issueToken(gateway, canaries, 'implicit');
    for (const token of [proven, { Authorization: `Bearer ${welcomeToken}` }]) {
      await sendAll([...graphqlRequests(canaries, token), ...restRequests(canaries, token)]);
    }
    for (const face of ['GraphQL', 'REST'] as const) {
      await send(createRequest(face, 'a bug', canaries, proven, 'Bug'));
      const twice = createRequest(face, 'a violated index', canaries, proven, 'Twice');
      await sendAll([twice, twice]);
      const replayed = { ...createRequest(face, 'another input under the key', canaries, proven) };
      const headers = { ...replayed.headers, 'Idempotency-Key': make('idempotency key') };
      await sendAll([
        { ...replayed, headers },
        { ...replayed, headers },
        { ...createRequest(face, 'another input under the key', canaries, proven), headers },
      ]);
    }
    for (const [name, request] of rawRequests(canaries)) {
      const { status, headers, body } = await sendRaw(gateway.port, request);
      saw(`HTTP: ${name} (${status})`, `${[...headers].join('\n')}${body}`);
    }
    for (const row of await database.select('select private_jwk from signing_key')) {
      add('signing key', JSON.parse(row).d);
    }
    const hashes = 'select secret_hash from application_key where secret_hash is not null';
    for (const row of await database.select(hashes)) add('hashed secret', row);
    await runCommands(canaries, database.environment);

    await database.breakDown();
    for (const face of ['GraphQL', 'REST'] as const) {
      await send(createRequest(face, 'without its database', canaries, proven));
    }
    await sendAll(credentialRequests(canaries, implicit));
    for (let attempt = 0; attempt < 60; attempt += 1) {
      await send(createRequest('REST', 'too many tokens', canaries, { Authorization: `Bearer ${make('token')}` }));
    }
    // All but those of the last moment: it ends by a crash.
    await send({
      name: 'REST: the last one',
      path: '/v2/pcm/catalog/products',
      method: 'GET',
      headers: { 'x-request-id': 'last' },
    });
    await collector.untilReceived(({ attributes }) => attributes['gateway.request.id'] === 'last');
    for (const body of collector.bodies) saw('traces', body.toString('latin1'));
    gateway.kill('SIGUSR2');
    const { stdout, stderr } = await gateway.ended;
    saw('standard output', stdout.replace(gateway.welcome, ''));
    saw('standard error', stderr);

    expect(canaries.leaks()).toEqual([]);
    // What was meant to be asked was asked, and answered as meant.
    expect([...(statuses.get('REST') ?? [])].sort()).toEqual([
      200, 201, 400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503,
    ]);
    expect(stdout.match(/"msg":"unexpected error"/g)?.length).toBeGreaterThanOrEqual(6);
    expect(stdout).toContain('"msg":"crashed"');
    expect(new Set(collector.spans.map(({ kind }) => kind))).toEqual(new Set([1, 2, 3]));
    expect(collector.headers[0]?.authorization).toMatch(/^CANARY/);
  },
  120_000,
);

it('nothing secret comes out of a program whose settings are faulty', async () => {
  const canaries = createCanaries();
  await runWithFaultySettings(canaries);
  expect(canaries.leaks()).toEqual([]);
}, 120_000);

/** Throws what a driver might, outside of any request: an error that carries a secret in every member. */
async function crashOnSignal(secret: string): Promise<Record<string, string>> {
  const script = join(await temporaryFolder(), 'crash.mjs');
  const members = "{ detail: secret, query: secret, parameters: [secret], code: 'XX000' }";
  const thrown = `Object.assign(new Error(secret, { cause: new SyntaxError(secret) }), ${members})`;
  const source = `const secret = process.env.SECRET; process.on('SIGUSR2', () => { Promise.reject(${thrown}) });`;
  await writeFile(script, source);
  return { NODE_OPTIONS: `--import=${script}`, SECRET: secret };
}

async function issueToken({ url }: Gateway, { add, saw }: Canaries, grant: string): Promise<Record<string, string>> {
  const { clientId, clientSecret } = demoCredentials;
  const body = new URLSearchParams({ grant_type: grant, client_id: clientId, client_secret: clientSecret });
  const response = await fetch(`${url}/oauth/access_token`, { method: 'POST', body });
  const text = await response.text();
  const token = add('issued token', JSON.parse(text).access_token);
  add('client secret', clientSecret);
  saw('token endpoint', [...response.headers].join('\n') + text, may.answerOfTokenEndpoint);
  return { Authorization: `Bearer ${token}` };
}

/** What no HTTP client would send. */
function rawRequests({ make }: Canaries): [string, string][] {
  const end = '\r\nHost: a\r\nConnection: close\r\n\r\n';
  return [
    ['a user in the target', `GET http://user:${make('password')}@a/graphql HTTP/1.1${end}`],
    ['a user and dot segments in the target', `GET http://user:${make('password')}@a/v2/../graphql HTTP/1.1${end}`],
    ['a fragment in the target', `GET /graphql#access_token=${make('fragment')} HTTP/1.1${end}`],
    ['a Host that is none', `GET / HTTP/1.1\r\nHost: user:${make('password')}@a b\r\nConnection: close\r\n\r\n`],
    ['no HTTP', `${make('line')}\r\n\r\n`],
    ['a faulty header', `GET / HTTP/1.1\r\nHost: a\r\nAuthori zation: Bearer ${make('token')}\r\n\r\n`],
    ['large headers', `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${make('cookie')}${'x'.repeat(70_000)}\r\n\r\n`],
    [
      'two authorizations',
      `GET /v2/application-keys HTTP/1.1\r\nAuthorization: Bearer ${make('token')}\r\nAuthorization: Bearer ${make('token')}${end}`,
    ],
  ];
}
