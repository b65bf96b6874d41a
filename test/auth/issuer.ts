/** An identity provider: it signs tokens, and serves its keys over HTTP until it is told to fail. */
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { closeNow, listenOnLoopback } from '../support/on-loopback.ts';

export interface Issuer {
  readonly config: { readonly jwksUrl: string; readonly issuer: string; readonly audience: string };
  /** As the gateway is told of it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Publishes a key, also an odd one that a test made. */
  publish(jwk: JWK): void;
  addKey(kid: string | undefined, algorithm?: string): Promise<Signer>;
  withdraw(kid: string): void;
  /** What it answers instead of its keys; null: its keys. `hang` never answers. */
  failWith(failure: 'hang' | { readonly status: number; readonly body: string } | null): void;
  /** How often it was asked. */
  requests(): number;
  close(): Promise<void>;
}

/** A token by that key; a claim or a member of the header that is undefined is left out. */
export type Signer = (claims?: Record<string, unknown>, header?: Record<string, unknown>) => Promise<string>;

export async function startIssuer(): Promise<Issuer> {
  let keys: JWK[] = [];
  let requests = 0;
  let failure: Parameters<Issuer['failWith']>[0] = null;
  const server = createServer((_request, response) => {
    requests += 1;
    if (failure === 'hang') return;
    response.writeHead(failure?.status ?? 200, { 'Content-Type': 'application/json' });
    response.end(failure?.body ?? JSON.stringify({ keys }));
  });
  const port = await listenOnLoopback(server);
  const jwksUrl = `http://127.0.0.1:${port}/jwks`;
  const config = { jwksUrl, issuer: 'https://issuer.example/', audience: 'the-shop' };
  return {
    config,
    environment: { AUTH_JWKS_URL: jwksUrl, AUTH_ISSUER: config.issuer, AUTH_AUDIENCE: config.audience },
    publish: (jwk) => void keys.push(jwk),
    async addKey(kid, algorithm = 'RS256') {
      const { privateKey, publicKey } = await generateKeyPair(algorithm);
      keys.push({ ...(await exportJWK(publicKey)), ...(kid !== undefined && { kid }), use: 'sig' });
      return (claims = {}, header = {}) => {
        const now = Math.floor(Date.now() / 1000);
        const all = { iss: config.issuer, aud: config.audience, sub: 'shop', iat: now, exp: now + 600, ...claims };
        return new SignJWT(all).setProtectedHeader({ alg: algorithm, kid, ...header } as never).sign(privateKey);
      };
    },
    withdraw(kid) {
      keys = keys.filter((key) => key.kid !== kid);
    },
    failWith(next) {
      failure = next;
    },
    requests: () => requests,
    async close() {
      await closeNow(server);
    },
  };
}
