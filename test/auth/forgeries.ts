/** Tokens that must all be refused; the shell's test sends the same ones over HTTP. */
import { createPublicKey } from 'node:crypto';
import { CompactSign, exportJWK, exportSPKI, generateKeyPair, importJWK, type JWK, UnsecuredJWT } from 'jose';
import type { Tokens } from '../../src/auth/tokens.ts';
import type { Actor } from '../../src/domain/request-context.ts';
import type { SigningKeyStore } from '../../src/domain/signing-key/ports.ts';

export interface Forger {
  /** A good one. */
  issue(grant?: Actor['grant']): Promise<string>;
  /** A token by our own key, with other claims. */
  sign(changes: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
  claims(): Promise<Record<string, unknown>>;
  signWith(signer: Signer, header: Record<string, unknown>, payload?: string): Promise<string>;
  unsigned(header: object): Promise<string>;
  readonly privateJwk: JWK;
}

type Signer = Awaited<ReturnType<typeof importJWK>> | null;

/** Knows the private key: what it signs is refused for its content alone. */
export async function createForger(tokens: Tokens, signingKeys: SigningKeyStore, clientId: string): Promise<Forger> {
  const issue: Forger['issue'] = async (grant = 'client_credentials') => {
    return (await tokens.issue(clientId, grant, new Date()))?.accessToken ?? '';
  };
  await issue();
  const privateJwk: JWK = JSON.parse((await signingKeys.list())[0]?.privateJwk ?? '');
  const claims: Forger['claims'] = async () => {
    return JSON.parse(Buffer.from((await issue()).split('.')[1] ?? '', 'base64url').toString());
  };
  const signWith: Forger['signWith'] = async (signer, header, payload) => {
    const bytes = new TextEncoder().encode(payload ?? JSON.stringify(await claims()));
    return new CompactSign(bytes)
      .setProtectedHeader(header as { alg: string })
      .sign(signer ?? (await importJWK(privateJwk, 'ES256')), { crit: { exp2: true } });
  };
  return {
    issue,
    claims,
    signWith,
    privateJwk,
    async sign(changes, header = {}) {
      const payload = JSON.stringify({ ...(await claims()), ...changes });
      return signWith(null, { alg: 'ES256', kid: 'first', ...header }, payload);
    },
    unsigned: async (header) => `${encode(header)}.${encode(await claims())}.`,
  };
}

const seconds = () => Math.floor(Date.now() / 1000);

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

export const forgeries: Readonly<Record<string, (forger: Forger) => Promise<string> | string>> = {
  'is empty': () => '',
  'is no JWT': () => 'token',
  'has the algorithm none': async ({ claims }) => new UnsecuredJWT(await claims()).encode(),
  'has the algorithm None': async ({ unsigned }) => unsigned({ alg: 'None', kid: 'first' }),
  'is signed with our public key as an HMAC secret (PEM)': async ({ signWith, privateJwk }) => {
    const pem = createPublicKey({ key: privateJwk as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    return signWith(new TextEncoder().encode(String(pem)), { alg: 'HS256', kid: 'first' });
  },
  'is signed with our public key as an HMAC secret (JWK)': ({ signWith, privateJwk }) => {
    const { d: _, ...publicJwk } = privateJwk;
    return signWith(new TextEncoder().encode(JSON.stringify(publicJwk)), { alg: 'HS256', kid: 'first' });
  },
  'is signed by another key of the same id': async ({ signWith }) => {
    return signWith((await generateKeyPair('ES256')).privateKey, { alg: 'ES256', kid: 'first' });
  },
  'is signed by a key of another algorithm': async ({ signWith }) => {
    return signWith((await generateKeyPair('ES384')).privateKey, { alg: 'ES384', kid: 'first' });
  },
  'brings its own key': async ({ signWith }) => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    return signWith(privateKey, { alg: 'ES256', kid: 'first', jwk: await exportJWK(publicKey) });
  },
  'names an address for its key': async ({ signWith }) => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const jku = `data:application/json,${encodeURIComponent(await exportSPKI(publicKey))}`;
    return signWith(privateKey, { alg: 'ES256', kid: 'first', jku });
  },
  'has no key id': ({ sign }) => sign({}, { kid: undefined }),
  'has an unknown key id': ({ sign }) => sign({}, { kid: 'second' }),
  'has a path for a key id': ({ sign }) => sign({}, { kid: '../../etc/passwd' }),
  'has SQL for a key id': ({ sign }) => sign({}, { kid: "first' or '1'='1" }),
  'has __proto__ for a key id': ({ sign }) => sign({}, { kid: '__proto__' }),
  'has an object for a key id': ({ sign }) => sign({}, { kid: { toString: 'first' } as never }),
  'needs an extension that we do not know': ({ sign }) => sign({}, { crit: ['exp2'], exp2: 1 }),
  'has expired by more than clocks differ': ({ sign }) => sign({ iat: seconds() - 60, exp: seconds() - 7 }),
  'is too old, whatever it says of its end': ({ sign }) => sign({ iat: seconds() - 3607, exp: seconds() + 3600 }),
  'is of the future': ({ sign }) => sign({ iat: seconds() + 75 }),
  'is not valid yet': ({ sign }) => sign({ nbf: seconds() + 100 }),
  'never ends': ({ sign }) => sign({ exp: undefined }),
  'ends at a text': ({ sign }) => sign({ exp: String(seconds() + 3600) }),
  'does not say when it was issued': ({ sign }) => sign({ iat: undefined }),
  'is for another audience': ({ sign }) => sign({ aud: 'other' }),
  'is of another issuer': ({ sign }) => sign({ iss: 'other' }),
  'is of nobody': ({ sign }) => sign({ sub: undefined }),
  'has no grant': ({ sign }) => sign({ grant: undefined }),
  'has an unknown grant': ({ sign }) => sign({ grant: 'password' }),
  'is no object': ({ signWith }) => signWith(null, { alg: 'ES256', kid: 'first' }, '"text"'),
  'was changed': async ({ issue, claims }) => {
    const [header, , signature] = (await issue('implicit')).split('.');
    return [header, encode({ ...(await claims()), grant: 'client_credentials' }), signature].join('.');
  },
  'has lost its signature': async ({ issue }) => (await issue()).split('.').slice(0, 2).join('.'),
  'has an empty signature': async ({ issue }) => `${(await issue()).split('.').slice(0, 2).join('.')}.`,
  'has something after it': async ({ issue }) => `${await issue()}AAAA`,
  'has a fourth part': async ({ issue }) => `${await issue()}.AAAA`,
  'is a megabyte long': () => `${'A'.repeat(1_000_000)}.A.A`,
};
