import { createPublicKey } from 'node:crypto';
import { CompactSign, exportJWK, exportSPKI, generateKeyPair, importJWK, type JWK, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTokenKeys } from '../../../src/server/auth/token-keys.ts';
import { createTokens, parseAuthorization, type Tokens } from '../../../src/server/auth/tokens.ts';
import { applicationKey } from '../../support/billing-records.ts';
import { type EmbeddedStores, openEmbeddedStores } from '../../support/embedded-stores.ts';
import { errorOf } from '../../support/violations-of.ts';

const key = applicationKey({ clientId: 'shop' });
const seconds = () => Math.floor(Date.now() / 1000);

let opened: EmbeddedStores;
let tokens: Tokens;
let privateJwk: JWK;

beforeAll(async () => {
  opened = await openEmbeddedStores();
  const { signingKeys, applicationKeys } = opened.stores;
  await applicationKeys.insert(key);
  tokens = createTokens({ keys: createTokenKeys(signingKeys, () => performance.now()), applicationKeys });
  await issue();
  privateJwk = JSON.parse((await signingKeys.list())[0]?.privateJwk ?? '');
});
afterAll(() => opened.drop());

describe('a token', () => {
  it.each(['client_credentials', 'implicit'] as const)('of the grant %s says who bears it', async (grant) => {
    expect(await tokens.verify(await issue(grant))).toEqual({ clientId: 'shop', grant, accountId: null });
  });

  it('lives for an hour', async () => {
    const now = new Date('2026-03-04T05:06:07.890Z');
    const issued = await tokens.issue('shop', 'implicit', now);
    expect(issued?.expiresAt.toISOString()).toBe('2026-03-04T06:06:07.000Z');
  });

  it('counts as a use of its application key', async () => {
    await tokens.issue('shop', 'implicit', new Date('2026-03-04T05:06:07.890Z'));
    const { lastUsedAt } = (await opened.stores.applicationKeys.getMany([key.id])).get(key.id) ?? {};
    expect(lastUsedAt).toBe('2026-03-04T05:06:07.890Z');
  });

  it('is not issued for a client that nobody knows', async () => {
    expect(await tokens.issue('nobody', 'implicit', new Date())).toBeNull();
  });

  it('may speak for an account', async () => {
    expect(await tokens.verify(await sign({ account_id: 'acme' }))).toMatchObject({ accountId: 'acme' });
  });

  it('survives clocks that differ by a few seconds', async () => {
    const expiry = { iat: seconds() - 3598, exp: seconds() - 2 };
    expect(await tokens.verify(await sign(expiry))).toMatchObject({ clientId: 'shop' });
  });
});

/** What is signed by our own key here must be refused for its content alone: the control above is accepted. */
const forged: Record<string, () => Promise<string> | string> = {
  'is empty': () => '',
  'is no JWT': () => 'token',
  'has the algorithm none': async () => new UnsecuredJWT(await claims()).encode(),
  'has the algorithm None': async () => unsigned({ alg: 'None', kid: 'first' }),
  'is signed with our public key as an HMAC secret (PEM)': async () => {
    const pem = createPublicKey({ key: privateJwk as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    return signWith(new TextEncoder().encode(String(pem)), { alg: 'HS256', kid: 'first' });
  },
  'is signed with our public key as an HMAC secret (JWK)': () => {
    const { d: _, ...publicJwk } = privateJwk;
    return signWith(new TextEncoder().encode(JSON.stringify(publicJwk)), { alg: 'HS256', kid: 'first' });
  },
  'is signed by another key of the same id': async () => {
    return signWith((await generateKeyPair('ES256')).privateKey, { alg: 'ES256', kid: 'first' });
  },
  'is signed by a key of another algorithm': async () => {
    return signWith((await generateKeyPair('ES384')).privateKey, { alg: 'ES384', kid: 'first' });
  },
  'brings its own key': async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    return signWith(privateKey, { alg: 'ES256', kid: 'first', jwk: await exportJWK(publicKey) });
  },
  'names an address for its key': async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const jku = `data:application/json,${encodeURIComponent(await exportSPKI(publicKey))}`;
    return signWith(privateKey, { alg: 'ES256', kid: 'first', jku });
  },
  'has no key id': () => sign({}, { kid: undefined }),
  'has an unknown key id': () => sign({}, { kid: 'second' }),
  'has a path for a key id': () => sign({}, { kid: '../../etc/passwd' }),
  'has SQL for a key id': () => sign({}, { kid: "first' or '1'='1" }),
  'has __proto__ for a key id': () => sign({}, { kid: '__proto__' }),
  'has an object for a key id': () => sign({}, { kid: { toString: 'first' } as never }),
  'needs an extension that we do not know': () => sign({}, { crit: ['exp2'], exp2: 1 }),
  'has expired': () => sign({ iat: seconds() - 3700, exp: seconds() - 100 }),
  'is too old, whatever it says of its end': () => sign({ iat: seconds() - 3700, exp: seconds() + 3600 }),
  'is of the future': () => sign({ iat: seconds() + 100 }),
  'is not valid yet': () => sign({ nbf: seconds() + 100 }),
  'never ends': () => sign({ exp: undefined }),
  'ends at a text': () => sign({ exp: String(seconds() + 3600) }),
  'does not say when it was issued': () => sign({ iat: undefined }),
  'is for another audience': () => sign({ aud: 'other' }),
  'is of another issuer': () => sign({ iss: 'other' }),
  'is of nobody': () => sign({ sub: undefined }),
  'has no grant': () => sign({ grant: undefined }),
  'has an unknown grant': () => sign({ grant: 'password' }),
  'is no object': () => signWith(null, { alg: 'ES256', kid: 'first' }, '"text"'),
  'was changed': async () => {
    const [header, , signature] = (await issue('implicit')).split('.');
    return [header, encode({ ...(await claims()), grant: 'client_credentials' }), signature].join('.');
  },
  'has lost its signature': async () => (await issue()).split('.').slice(0, 2).join('.'),
  'has an empty signature': async () => `${(await issue()).split('.').slice(0, 2).join('.')}.`,
  'has something behind it': async () => `${await issue()}AAAA`,
  'has a fourth part': async () => `${await issue()}.AAAA`,
  'is a megabyte long': () => `${'A'.repeat(1_000_000)}.A.A`,
};

describe('a token is refused that', () => {
  it.each(Object.entries(forged))('%s', async (_, forge) => {
    const token = await forge();
    const error = await errorOf(() => tokens.verify(token));
    expect(error.code).toBe('UNAUTHENTICATED');
    expect(error.message).toBe('The bearer token is not valid, or no longer. Ask for a new one.');
  });

  it('is a megabyte long, at no cost', async () => {
    const token = `${'A'.repeat(1_000_000)}.A.A`;
    const start = performance.now();
    for (let i = 0; i < 100; i++) await errorOf(() => tokens.verify(token));
    expect(performance.now() - start).toBeLessThan(200);
  });
});

describe('the Authorization header', () => {
  it('may be absent', () => {
    expect(parseAuthorization(null)).toBeNull();
  });

  it.each([
    ['Bearer a.b.c', 'a.b.c'],
    ['bearer a.b.c', 'a.b.c'],
    ['BEARER   a-_~+/.b==', 'a-_~+/.b=='],
  ])('carries a token: %s', (header, token) => {
    expect(parseAuthorization(header)).toBe(token);
  });

  it.each([
    '',
    'Bearer',
    'Bearer ',
    'Bearera.b.c',
    'a.b.c',
    'Basic dXNlcjpwYXNz',
    'Bearer a b',
    'Bearer a.b.c, Bearer a.b.c',
    'Bearer a=b',
    'Bearer é',
    `Bearer ${'a'.repeat(1_000_000)}!`,
  ])('is refused otherwise: %.40s', async (header) => {
    expect((await errorOf(() => parseAuthorization(header))).code).toBe('UNAUTHENTICATED');
  });
});

async function issue(grant: 'client_credentials' | 'implicit' = 'client_credentials'): Promise<string> {
  return (await tokens.issue('shop', grant, new Date()))?.accessToken ?? '';
}

/** Those of a token that was issued. */
async function claims(): Promise<Record<string, unknown>> {
  return JSON.parse(Buffer.from((await issue()).split('.')[1] ?? '', 'base64url').toString());
}

/** A token by our own key, with other claims. */
async function sign(changes: Record<string, unknown>, header: Record<string, unknown> = {}): Promise<string> {
  const payload = JSON.stringify({ ...(await claims()), ...changes });
  return signWith(null, { alg: 'ES256', kid: 'first', ...header }, payload);
}

async function signWith(
  signer: Awaited<ReturnType<typeof importJWK>> | null,
  header: Record<string, unknown>,
  payload?: string,
): Promise<string> {
  const bytes = new TextEncoder().encode(payload ?? JSON.stringify(await claims()));
  const options = { crit: { exp2: true } };
  return new CompactSign(bytes)
    .setProtectedHeader(header as { alg: string })
    .sign(signer ?? (await importJWK(privateJwk, 'ES256')), options);
}

async function unsigned(header: object): Promise<string> {
  return `${encode(header)}.${encode(await claims())}.`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
