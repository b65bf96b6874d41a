/** `POST /oauth/access_token`: for an application key's client id, with its secret or without, a bearer token. */
import { z } from 'zod';
import type { ApplicationKeyStore } from '../domain/application-key/ports.ts';
import { hasCode } from '../domain/errors.ts';
import { parseInput } from '../domain/input/parse-input.ts';
import { text } from '../domain/input/text.ts';
import { formatViolation } from '../domain/input/violations.ts';
import type { Actor } from '../domain/request-context.ts';
import type { HttpRequest } from '../http/http-exchange.ts';
import { HttpProblem } from '../http/http-problem.ts';
import { toOutageProblem } from '../http/outage.ts';
import { createSecretCheck, type SecretCheck } from './secret-check.ts';
import { tokenLifetimeSeconds } from './token-keys.ts';
import { readTokenRequest } from './token-request.ts';
import type { IssuedToken, Tokens } from './tokens.ts';

/** Clients with one base address for all look for it below each of those that the catalog is answered at. */
export const tokenPaths: readonly string[] = ['', '/v2', '/pcm', '/v2/pcm'].map((base) => `${base}/oauth/access_token`);

/** With a 401. */
export const invalidClient = { 'WWW-Authenticate': 'Bearer error="invalid_client"' } as const;

export type TokenEndpoint = (request: HttpRequest) => Promise<Response>;

export interface TokenEndpointOptions {
  readonly tokens: Pick<Tokens, 'issue'>;
  readonly applicationKeys: Pick<ApplicationKeyStore, 'findCredentials'>;
  readonly now: () => Date;
  /** Told why the store could not be reached. */
  readonly reportOutage: (cause: unknown, requestId: string) => void;
  readonly checkSecret?: SecretCheck;
}

/** The answer's status and headers are HttpProblem's where it is not a token. */
export function createTokenEndpoint(options: TokenEndpointOptions): TokenEndpoint {
  const { tokens, applicationKeys, now, reportOutage, checkSecret = createSecretCheck() } = options;

  /** Null if the caller is not who it claims to be. Which part is wrong is not told, and can't be measured. */
  async function issue({ grant_type, client_id, client_secret }: TokenRequest, address: string) {
    if (grant_type === 'client_credentials') {
      const credentials = await applicationKeys.findCredentials(client_id);
      if (!(await checkSecret(address, client_secret, credentials?.secretHash ?? null))) return null;
    }
    return tokens.issue(client_id, grant_type, now());
  }

  return async (request) => {
    try {
      const tokenRequest = parseTokenRequest(await readTokenRequest(request));
      const token = await issue(tokenRequest, request.clientAddress);
      if (token) return answer(token, tokenRequest.grant_type);
    } catch (error) {
      throw toProblem(error, (cause) => reportOutage(cause, request.id));
    }
    throw new HttpProblem(401, 'The client is not known, or its secret is wrong.', invalidClient);
  };
}

const grantType = z.enum(['client_credentials', 'implicit'] satisfies Actor['grant'][]);
const openRequest = z.object({ grant_type: grantType, client_id: text({ min: 1, max: 255 }) });
const provenRequest = openRequest.extend({ client_secret: text({ min: 1, max: 1024 }) });

type TokenRequest = z.infer<typeof provenRequest>;

/** @throws DomainError VALIDATION_FAILED; what it says never holds the secret */
function parseTokenRequest(fields: Readonly<Record<string, unknown>>): TokenRequest {
  if (fields.grant_type === 'client_credentials') return parseInput(provenRequest, fields);
  return { ...parseInput(openRequest, fields), client_secret: '' };
}

function answer({ accessToken, expiresAt }: IssuedToken, grant: Actor['grant']): Response {
  return Response.json({
    access_token: accessToken,
    token_type: 'Bearer',
    identifier: grant,
    expires_in: tokenLifetimeSeconds,
    expires: expiresAt.getTime() / 1000,
  });
}

function toProblem(error: unknown, reportOutage: (cause: unknown) => void): unknown {
  if (!hasCode(error, 'VALIDATION_FAILED')) return toOutageProblem(error, reportOutage);
  const details = error.violations.map((violation) => formatViolation(violation));
  return new HttpProblem(400, details);
}
