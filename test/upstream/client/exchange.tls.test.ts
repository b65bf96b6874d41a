/** TLS to the platform: its certificate is checked, and whoever it is not vouched for is sent nothing. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { DomainError } from '../../../src/domain/errors.ts';
import { openUpstream, type Upstream } from '../../../src/upstream/client/open-upstream.ts';
import { createAuthority, type Identity } from '../../support/certificates.ts';
import { closeNow, listenOnLoopback } from '../../support/on-loopback.ts';
import { callerWith } from '../../support/upstream-context.ts';

const [ours, another] = [createAuthority('Our own authority'), createAuthority('Another authority')];
const longAgo = { from: new Date('2020-01-01T00:00:00Z'), until: new Date('2021-01-01T00:00:00Z') };
const token = 'token-of-the-client';
const path = '/pcm/catalog/products';
const write = { method: 'POST', path: '/subscriptions/subscriptions', body: { data: {} } } as const;

let folder: string;
const files = { ours: '', another: '' };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-test-tls-'));
  files.ours = join(folder, 'ours.pem');
  files.another = join(folder, 'another.pem');
  await writeFile(files.ours, ours.certificate);
  await writeFile(files.another, another.certificate);
});
afterAll(() => rm(folder, { recursive: true }));

async function openPlatform({ certificate: cert, key }: Identity) {
  const requests: string[] = [];
  const server: Server = createServer({ cert, key }, ({ method, url }, response) => {
    requests.push(`${method} ${url}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}');
  });
  const port = await listenOnLoopback(server);
  onTestFinished(async () => {
    await closeNow(server);
  });
  return { url: `https://127.0.0.1:${port}`, requests };
}

function open(url: string, caFile: string | null): Upstream {
  const upstream = openUpstream({
    config: {
      ...{ url, caFile, clientId: null, clientSecret: null, dialect: 'contract', catalog: 'live' },
      ...{ requestsPerSecond: 10_000, concurrency: 10, timeoutMs: 2000, cacheSeconds: 0 },
      ...{ hasPricingOptions: false, manualPayments: null },
    },
    monotonicNow: () => performance.now(),
  });
  onTestFinished(upstream.close);
  return upstream;
}

it('a platform that an authority of UPSTREAM_CA_FILE vouches for is read and written to', async () => {
  const { url, requests } = await openPlatform(ours.issue('127.0.0.1'));
  const { client } = open(url, files.ours);
  expect(await client.get(callerWith({ token }), path)).toMatchObject({ status: 200, body: { data: [] } });
  await client.send(callerWith({ token }), write);
  expect(requests).toEqual([`GET ${path}`, `POST ${write.path}`]);
});

it.each<[string, Identity, keyof typeof files | null, RegExp]>([
  ['nobody knows', ours.issue('127.0.0.1'), null, /UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT_LOCALLY/],
  ['another authority signed', ours.issue('127.0.0.1'), 'another', /UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/],
  ['is of another host', ours.issue('platform.example'), 'ours', /ERR_TLS_CERT_ALTNAME_INVALID/],
  ['has expired', ours.issue('127.0.0.1', longAgo), 'ours', /CERT_HAS_EXPIRED/],
])('a certificate that %s: UNAVAILABLE, with the reason in its cause, and nothing is sent', async (...given) => {
  const [, identity, authority, reason] = given;
  const { url, requests } = await openPlatform(identity);
  const { client } = open(url, authority && files[authority]);
  for (const call of [
    () => client.get(callerWith({ token }), path),
    // Nothing was sent: it may be sent again.
    () => client.send(callerWith({ token }), write),
  ]) {
    const error: DomainError = await call().then(
      () => expect.fail('it did not fail'),
      (error) => error,
    );
    expect(error).toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/^The platform can not be reached/),
    });
    expect(String(error.cause)).toMatch(reason);
    expect(`${error}${error.cause}`).not.toMatch(/token-of|127\.0\.0\.1|platform\.example/);
  }
  expect(requests).toEqual([]);
});

it.each<[string, string | null, string]>([
  ['is not there', null, 'UPSTREAM_CA_FILE must name a file that can be read (ENOENT).'],
  ['is empty', '', 'UPSTREAM_CA_FILE must name a file with certificates in the form of PEM.'],
  ['holds something else', 'canary', 'UPSTREAM_CA_FILE must name a file with certificates in the form of PEM.'],
  [
    'is damaged',
    '-----BEGIN CERTIFICATE-----\ncanary\n-----END CERTIFICATE-----\n',
    'UPSTREAM_CA_FILE must name a file with certificates in the form of PEM.',
  ],
])('a file of certificates that %s is told at the start', async (_, text, sentence) => {
  const file = join(folder, 'faulty.pem');
  await (text === null ? rm(file, { force: true }) : writeFile(file, text));
  expect(() => open('https://127.0.0.1:1', file)).toThrow(new Error(sentence));
});
