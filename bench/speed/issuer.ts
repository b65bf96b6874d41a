/** An identity provider of the benchmark's own: shoppers get their tokens from one, not from the gateway. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { listenOnLoopback } from '../../test/support/on-loopback.ts';

export interface Issuer {
  /** That the gateway knows it by. */
  readonly settings: { readonly AUTH_JWKS_URL: string; readonly AUTH_ISSUER: string; readonly AUTH_AUDIENCE: string };
  /** One for each shopper, good for a day. */
  readonly tokens: readonly string[];
  readonly tokensWithAccounts: readonly string[];
  stop(): Promise<void>;
}

const keyId = 'bench';
const audience = 'gateway';

export async function startIssuer(shoppers: number): Promise<Issuer> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const keys = JSON.stringify({
    keys: [{ ...publicKey.export({ format: 'jwk' }), kid: keyId, alg: 'EdDSA', use: 'sig' }],
  });
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(keys);
  });
  const issuer = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  const exp = Math.floor(Date.now() / 1000) + 86_400;
  const tokenOf = (shopper: number, claims: object) => {
    const parts = [
      { alg: 'EdDSA', typ: 'JWT', kid: keyId },
      { iss: issuer, aud: audience, sub: 'storefront', jti: `${shopper}`, exp, ...claims },
    ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
    return `${parts.join('.')}.${sign(null, Buffer.from(parts.join('.')), privateKey).toString('base64url')}`;
  };
  const all = Array.from({ length: shoppers }, (_, shopper) => shopper);
  return {
    settings: { AUTH_JWKS_URL: `${issuer}/keys`, AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience },
    tokens: all.map((shopper) => tokenOf(shopper, {})),
    tokensWithAccounts: all.map((shopper) => tokenOf(shopper, { account_id: `account-${shopper}` })),
    async stop() {
      server.close();
      await once(server, 'close');
    },
  };
}
