import { generateKeyPairSync } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOutsideTokens } from '../../src/auth/outside-issuer.ts';
import type { Tokens } from '../../src/auth/tokens.ts';
import { errorOf } from '../support/violations-of.ts';
import { type Issuer, type Signer, startIssuer } from './issuer.ts';

let issuer: Issuer;
let sign: Signer;
let tokens: Tokens;
let clock: number;
beforeEach(async () => {
  issuer = await startIssuer();
  sign = await issuer.addKey('one');
  clock = 1_000_000;
  tokens = createOutsideTokens({ ...issuer.config, monotonicNow: () => clock });
});
afterEach(() => issuer.close());

const seconds = () => Math.floor(Date.now() / 1000);
const codeOf = async (token: string) => {
  const { code, message } = await errorOf(() => tokens.verify(token));
  expect(message).toBe(
    code === 'UNAVAILABLE'
      ? 'Bearer tokens can not be checked for the moment. Try again.'
      : 'The bearer token is not valid, or no longer. Ask for a new one.',
  );
  return code;
};

describe('who bears a token', () => {
  it.each([
    [{}, { clientId: 'shop', grant: 'implicit', accountId: null, customerId: null, accountTagIds: [] }],
    [
      { sub: 'user|7', account_id: 'acme' },
      { clientId: 'user|7', grant: 'implicit', accountId: 'acme' },
    ],
    [{ account_id: 7 }, { accountId: null }],
    [
      { customer_id: 'c-1', account_tag_ids: ['gold', 'trade'] },
      { customerId: 'c-1', accountTagIds: ['gold', 'trade'] },
    ],
    [
      { customer_id: ['c-1'], account_tag_ids: 'gold' },
      { customerId: null, accountTagIds: [] },
    ],
    [{ account_tag_ids: ['gold', 7] }, { accountTagIds: ['gold'] }],
    [{ grant: 'client_credentials' }, { grant: 'client_credentials' }],
    [{ gty: 'client-credentials' }, { grant: 'client_credentials' }],
    [{ gty: ['client-credentials'] }, { grant: 'client_credentials' }],
    [{ scope: 'openid client_credentials' }, { grant: 'client_credentials' }],
    [{ scope: ['client_credentials'] }, { grant: 'client_credentials' }],
    [{ grant: 'implicit', gty: 'client-credentials', scope: 'client_credentials' }, { grant: 'implicit' }],
    [{ gty: 'password', scope: 'client_credentials' }, { grant: 'implicit' }],
    [{ scope: 'my_client_credentials client_credentials2' }, { grant: 'implicit' }],
    [{ grant: { client_credentials: true } }, { grant: 'implicit' }],
    [{ grant: 'CLIENT_CREDENTIALS' }, { grant: 'implicit' }],
    [{ grant: [['client_credentials']] }, { grant: 'implicit' }],
    [{ grant: { toString: null, valueOf: null } }, { grant: 'implicit' }],
  ])('is told by its claims: %j', async (claims, expected) => {
    expect(await tokens.verify(await sign(claims))).toMatchObject(expected);
  });

  it('is told whoever else the token is for, and however long it lives', async () => {
    const claims = { aud: ['other', 'the-shop'], iat: seconds() - 90_000, exp: seconds() + 90_000 };
    expect(await tokens.verify(await sign(claims))).toMatchObject({ clientId: 'shop' });
    expect(await tokens.verify(await sign({ iat: undefined }))).toMatchObject({ clientId: 'shop' });
  });

  it('is told where the clock of the issuer is ahead by some seconds, and where it writes many groups', async () => {
    const claims = { nbf: seconds() + 3, groups: 'g'.repeat(11_000) };
    expect(await tokens.verify(await sign(claims))).toMatchObject({ clientId: 'shop' });
  });
});

it.each(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'])(
  'the algorithm %s is taken',
  async (algorithm) => {
    const signOther = await issuer.addKey('other', algorithm);
    expect(await tokens.verify(await signOther())).toMatchObject({ clientId: 'shop' });
  },
);

describe('a token is refused that', () => {
  const refused: Record<string, () => Promise<string> | string> = {
    'is empty': () => '',
    'is no JWT': () => 'token',
    'is unsigned': () => new UnsecuredJWT({ sub: 'shop' }).setIssuer(issuer.config.issuer).encode(),
    'never ends': () => sign({ exp: undefined }),
    'ends at a text': () => sign({ exp: String(seconds() + 600) }),
    'has expired by more than clocks differ': () => sign({ exp: seconds() - 7 }),
    'is not valid yet': () => sign({ nbf: seconds() + 60 }),
    'is for another audience': () => sign({ aud: 'other' }),
    'is for nobody': () => sign({ aud: undefined }),
    'is of another issuer': () => sign({ iss: 'https://issuer.example' }),
    'is of no issuer': () => sign({ iss: undefined }),
    'has no subject': () => sign({ sub: undefined }),
    'has an empty subject': () => sign({ sub: '' }),
    'has a number for a subject': () => sign({ sub: 7 }),
    'has half a character for a subject': () => sign({ sub: 'a\ud800' }),
    'has a subject with NUL': () => sign({ sub: 'a\0b' }),
    'has a subject of more than 255 characters': () => sign({ sub: 'a'.repeat(256) }),
    'has no key id': () => sign({}, { kid: undefined }),
    'has an empty key id': () => sign({}, { kid: '' }),
    'has an unknown key id': () => sign({}, { kid: '../../etc/passwd' }),
    'has __proto__ for a key id': () => sign({}, { kid: '__proto__' }),
    'is signed by another key of the same id': async () => {
      const { privateKey } = await generateKeyPair('RS256');
      const claims = { iss: issuer.config.issuer, aud: 'the-shop', sub: 'shop', exp: seconds() + 60 };
      return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey);
    },
    'is signed with a secret that was published by mistake': async () => {
      const jwk = { kty: 'oct', k: Buffer.alloc(32, 'k').toString('base64url'), alg: 'HS256', kid: 'secret' };
      issuer.publish(jwk);
      const claims = { iss: issuer.config.issuer, aud: 'the-shop', sub: 'shop', exp: seconds() + 60 };
      const key = (await importJWK(jwk)) as Uint8Array;
      return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'secret' }).sign(key);
    },
    'brings its own key': async () => {
      const { privateKey, publicKey } = await generateKeyPair('ES256');
      const claims = { iss: issuer.config.issuer, aud: 'the-shop', sub: 'shop', exp: seconds() + 60 };
      const header = { alg: 'ES256', kid: 'mine', jwk: await exportJWK(publicKey) };
      return new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
    },
    'was changed': async () => (await sign()).replace(/\.[^.]*\./, `.${encode({ sub: 'admin' })}.`),
    'is too long': async () => sign({ groups: 'g'.repeat(12_500) }),
  };

  it.each(Object.keys(refused))('%s', async (name) => {
    expect(await codeOf((await refused[name]?.()) ?? '')).toBe('UNAUTHENTICATED');
  });
});

describe('keys are rotated without a restart', () => {
  it('a key that comes is found when a token names it', async () => {
    await tokens.verify(await sign());
    for (const kid of ['two', 'three', 'four']) {
      const signNext = await issuer.addKey(kid);
      expect(await tokens.verify(await signNext())).toMatchObject({ clientId: 'shop' });
    }
  });

  it('a key that goes is accepted for a minute at most', async () => {
    const token = await sign();
    await tokens.verify(token);
    issuer.withdraw('one');
    await issuer.addKey('two');
    clock += 59_000;
    expect(await tokens.verify(token)).toMatchObject({ clientId: 'shop' });
    clock += 1000;
    expect(await codeOf(token)).toBe('UNAUTHENTICATED');
  });

  it('a key that replaces another one of its id is found when a token is signed by it', async () => {
    const token = await sign();
    await tokens.verify(token);
    issuer.withdraw('one');
    const signNext = await issuer.addKey('one');
    const next = await signNext();
    const verified = await Promise.all(Array.from({ length: 20 }, () => tokens.verify(next)));
    expect(new Set(verified.map(({ clientId }) => clientId))).toEqual(new Set(['shop']));
    expect(await codeOf(token)).toBe('UNAUTHENTICATED');
  });

  it('a token that was changed is wrong also while nobody knows whether its key was replaced', async () => {
    const token = await sign();
    await tokens.verify(token);
    issuer.failWith({ status: 500, body: '{}' });
    expect(await codeOf(token.replace(/\.[^.]*\./, `.${encode({ sub: 'admin' })}.`))).toBe('UNAUTHENTICATED');
    expect(await tokens.verify(token)).toMatchObject({ clientId: 'shop' });
  });

  it('a thousand tokens ask the issuer once', async () => {
    const token = await sign();
    await Promise.all(Array.from({ length: 1000 }, () => tokens.verify(token)));
    expect(issuer.requests()).toBe(1);
  });

  it.each<[string, (i: number) => Promise<string>]>([
    ['unknown key ids', (i) => sign({}, { kid: `forged-${i}` })],
    ['wrong signatures', async (i) => (await sign()).replace(/\.[^.]*\./, `.${encode({ sub: `admin-${i}` })}.`)],
  ])('a flood of %s asks it a few times, and then every five seconds', async (_, forge) => {
    for (let i = 0; i < 50; i++) expect(await codeOf(await forge(i))).toBe('UNAUTHENTICATED');
    const burst = issuer.requests();
    expect(burst).toBeLessThan(10);
    clock += 5000;
    for (let i = 0; i < 50; i++) await codeOf(await forge(i));
    expect(issuer.requests()).toBe(burst + 1);
  });
});

describe('while the issuer is down', () => {
  const failures = {
    'answers 500': { status: 500, body: '{}' },
    'answers no JSON': { status: 200, body: 'CANARY' },
    'answers no keys': { status: 200, body: '{"keys":7}' },
    'redirects elsewhere': { status: 302, body: '' },
    'answers more than an issuer has keys': { status: 200, body: `{"keys":[${' '.repeat(1_000_000)}]}` },
    'never answers': 'hang',
  } as const;

  it.each(Object.entries(failures))(
    'a token can not be checked: it %s',
    async (_, failure) => {
      const token = await sign();
      issuer.failWith(failure);
      expect(await codeOf(token)).toBe('UNAVAILABLE');
      issuer.failWith(null);
      clock += 5000;
      expect(await tokens.verify(token)).toMatchObject({ clientId: 'shop' });
    },
    15_000,
  );

  it('a token of another key can not be checked where known keys are not answered again', async () => {
    const token = await sign();
    await tokens.verify(token);
    const signNext = await issuer.addKey('two');
    issuer.failWith(failures['answers 500']);
    expect(await codeOf(await signNext())).toBe('UNAVAILABLE');
    expect(await tokens.verify(token)).toMatchObject({ clientId: 'shop' });
    issuer.failWith(null);
    clock += 5000;
    expect(await tokens.verify(await signNext())).toMatchObject({ clientId: 'shop' });
  });

  it('the keys that are known go on working, and a token of another key can not be checked', async () => {
    const token = await sign();
    await tokens.verify(token);
    const signNext = await issuer.addKey('two');
    await issuer.close();
    clock += 24 * 3_600_000;
    expect(await tokens.verify(token)).toMatchObject({ clientId: 'shop' });
    for (let i = 0; i < 20; i++) expect(await codeOf(await signNext())).toBe('UNAVAILABLE');
    issuer = await startIssuer();
  });
});

it('a published key that can not be used makes its tokens uncheckable, and no others', async () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  issuer.publish({ ...publicKey.export({ format: 'jwk' }), kid: 'short' } as never);
  issuer.publish({ kty: 'EC', crv: 'P-256', x: 'AAAA', y: 'AAAA', kid: 'damaged' });
  const encoded = [
    { alg: 'RS256', kid: 'short' },
    { alg: 'ES256', kid: 'damaged' },
  ].map((header) => {
    return `${encode(header)}.${encode({ sub: 'shop' })}.${'A'.repeat(86)}`;
  });
  for (const token of encoded) expect(await codeOf(token)).toBeOneOf(['UNAVAILABLE', 'UNAUTHENTICATED']);
  expect(await tokens.verify(await sign())).toMatchObject({ clientId: 'shop' });
});

it('a key that is listed twice is one key, also where tokens are remembered', async () => {
  const signTwice = await issuer.addKey('twice');
  const { keys } = (await (await fetch(issuer.config.jwksUrl)).json()) as { keys: JWK[] };
  for (const key of keys.filter(({ kid }) => kid === 'twice')) issuer.publish(key);
  const token = await signTwice();
  for (let time = 0; time < 2; time += 1) expect(await tokens.verify(token)).toMatchObject({ clientId: 'shop' });
  const { privateKey } = await generateKeyPair('RS256');
  const claims = { iss: issuer.config.issuer, aud: 'the-shop', sub: 'shop', exp: seconds() + 60 };
  const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'twice' }).sign(privateKey);
  expect(await codeOf(forged)).toBe('UNAUTHENTICATED');
});

it('it makes no tokens itself', async () => {
  expect(await tokens.issue('shop', 'implicit', new Date())).toBeNull();
});

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
