/**
 * Client secrets are kept as salted scrypt hashes. The text says its own parameters, so that
 * they can be raised without losing what is stored: `scrypt:N:r:p:salt:hash`, salt and hash in base64url.
 */
import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

const scryptAsync = promisify<string, Buffer, number, { N: number; r: number; p: number }, Buffer>(scrypt);

/** OWASP's password storage advice of 2025 with less memory than Node's limit of 32 MiB: N=2^14, r=8, p=1 is 16 MiB. */
const cost = { N: 16_384, r: 8, p: 1 } as const;
const hashBytes = 32;

export async function hashSecret(secret: string, salt: Buffer = randomBytes(16)): Promise<string> {
  const hash = await scryptAsync(secret, salt, hashBytes, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join(':');
}
