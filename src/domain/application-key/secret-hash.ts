/**
 * Client secrets are kept as salted scrypt hashes. The text says its own parameters, so that
 * they can be raised without losing what is stored: `scrypt:N:r:p:salt:hash`, salt and hash in base64url.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

const scryptAsync = promisify<string, Buffer, number, Cost & { maxmem: number }, Buffer>(scrypt);

/**
 * 16 MiB and some 30 ms. OWASP advises five times the time (p=5) for passwords; secrets are random (`npm run create-key`
 * makes 256 bits), which nobody guesses at any cost, and anybody may make us check one.
 */
const cost: Cost = { N: 16_384, r: 8, p: 1 };
const hashBytes = 32;

export async function hashSecret(secret: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(secret, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join(':');
}

/**
 * Whether the secret is the one that was hashed, in constant time. Null, which no secret fits, costs what a wrong secret
 * costs, so that the time does not tell whether there is a hash.
 */
export async function verifySecret(secret: string, secretHash: string | null): Promise<boolean> {
  const stored = secretHash === null ? nobodys : parseSecretHash(secretHash);
  const hash = await derive(secret, stored.salt, stored.cost);
  return timingSafeEqual(hash, stored.hash) && secretHash !== null;
}

const nobodys: ParsedHash = { cost, salt: randomBytes(16), hash: randomBytes(hashBytes) };

interface ParsedHash {
  readonly cost: Cost;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

function parseSecretHash(text: string): ParsedHash {
  const [, N, r, p, salt = '', hash = ''] = /^scrypt:(\d+):(\d+):(\d+):([\w-]+):([\w-]+)$/.exec(text) ?? [];
  if (Buffer.byteLength(hash, 'base64url') !== hashBytes)
    throw new Error('The stored hash of a secret is not one of ours.');
  return {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
}

function derive(secret: string, salt: Buffer, { N, r, p }: Cost): Promise<Buffer> {
  return scryptAsync(secret, salt, hashBytes, { N, r, p, maxmem: 256 * N * r });
}
