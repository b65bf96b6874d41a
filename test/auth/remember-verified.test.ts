import { type CryptoKey, errors, generateKeyPair, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose';
import { beforeEach, expect, it } from 'vitest';
import { rememberVerified } from '../../src/auth/remember-verified.ts';
import { toShopper } from '../../src/auth/shopper-claims.ts';
import { parseAuthorization } from '../../src/http/authorization.ts';
import { heapBytes } from '../support/collect-garbage.ts';

const issuedAt = 1_800_000_000;
const algorithm = 'ES256';

let pair: { readonly privateKey: CryptoKey; readonly publicKey: CryptoKey };
let seconds: number;
/** What the token's key id leads to. */
let published: CryptoKey | null;

beforeEach(async () => {
  pair = await generateKeyPair(algorithm);
  published = pair.publicKey;
  seconds = issuedAt;
});

function create({ maxBytes }: { maxBytes?: number } = {}) {
  return rememberVerified({
    async findKey() {
      if (!published) throw new Error('no such key');
      return published;
    },
    claims: { algorithms: [algorithm], clockTolerance: 5 },
    toRead: ({ iat, ...claims }) => ({ iat, ...toShopper(claims) }),
    now: () => new Date(seconds * 1000),
    ...(maxBytes !== undefined && { maxBytes }),
  });
}

const signed = (claims: JWTPayload, header: JWTHeaderParameters = { alg: algorithm, kid: 'one' }) =>
  new SignJWT({ iat: issuedAt, ...claims }).setProtectedHeader(header).sign(pair.privateKey);
const sign = (claims: JWTPayload = {}) => signed({ exp: issuedAt + 3600, ...claims });

it('a token is read once for as long as its key is the same', async () => {
  const read = create();
  const token = await sign();
  const claims = await read(token);
  seconds += 3000;
  expect(await read(token)).toBe(claims);
});

it('a token whose key is gone is refused at once', async () => {
  const read = create();
  const token = await sign();
  await read(token);
  published = null;
  await expect(read(token)).rejects.toThrow('no such key');
});

it('a token whose key is another one by now is refused at once', async () => {
  const read = create();
  const token = await sign();
  await read(token);
  published = (await generateKeyPair(algorithm)).publicKey;
  await expect(read(token)).rejects.toBeInstanceOf(errors.JWSSignatureVerificationFailed);
});

it('a token that has expired is refused, with the tolerance that it always has', async () => {
  const read = create();
  const token = await sign();
  const claims = await read(token);
  seconds = issuedAt + 3604;
  expect(await read(token)).toBe(claims);
  seconds = issuedAt + 3605;
  await expect(read(token)).rejects.toBeInstanceOf(errors.JWTExpired);
});

it('a token that says no end is verified each time', async () => {
  const read = create();
  const token = await signed({});
  const claims = await read(token);
  expect(await read(token)).not.toBe(claims);
});

it('a refusal is not remembered', async () => {
  const read = create();
  const token = await sign();
  published = null;
  await expect(read(token)).rejects.toThrow('no such key');
  published = pair.publicKey;
  expect(await read(token)).toMatchObject({ iat: issuedAt });
});

it('tokens are remembered by their weight, the last used ones', async () => {
  const [one, other] = [await sign({ sub: 'one' }), await sign({ sub: 'other' })];
  const read = create({ maxBytes: 3 * one.length + 1000 });
  const claims = await read(one);
  expect(await read(one)).toBe(claims);
  await read(other);
  expect(await read(one)).not.toBe(claims);
});

it('a token that is remembered keeps nothing else of its header', async () => {
  const read = create();
  const readPadded = async (jti: string) => {
    const header = Buffer.from(`Bearer ${' '.repeat(60_000)}${await sign({ jti })}`).toString();
    await read(parseAuthorization(header));
  };
  await readPadded('first');
  const before = heapBytes();
  for (let number = 0; number < 200; number += 1) await readPadded(String(number));
  expect(heapBytes() - before).toBeLessThan(4_000_000);
});

it.each<[string, (number: number) => JWTPayload, JWTHeaderParameters?]>([
  ['claims that nobody reads', () => ({ groups: Array.from({ length: 4000 }, () => ({})) })],
  [
    'a header of members that nobody reads',
    () => ({}),
    { alg: algorithm, kid: 'one', x5c: Array.from({ length: 4000 }, () => ({})) as unknown as string[] },
  ],
  [
    'many short tags',
    (number) => ({
      account_tag_ids: Array.from({ length: 1500 }, (__, index) => `${(1500 * number + index).toString(36)}`),
    }),
  ],
])('tokens with %s take no more memory than they count as', async (_, claimsOf, header) => {
  const maxBytes = 2_000_000;
  const read = create({ maxBytes });
  const readNext = async (number: number) =>
    read(await signed({ exp: issuedAt + 3600, jti: `${number}`, ...claimsOf(number) }, header));
  await readNext(0);
  const before = heapBytes();
  // More than there is room for.
  for (let number = 1; number <= 100; number += 1) await readNext(number);
  expect(heapBytes() - before).toBeLessThan(2 * maxBytes);
  expect(await readNext(0)).toMatchObject({ iat: issuedAt });
});
