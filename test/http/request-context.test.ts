import { describe, expect, it } from 'vitest';
import { DomainError } from '../../src/domain/errors.ts';
import type { Actor } from '../../src/domain/request-context.ts';
import { defaultLimits } from '../../src/http/limits.ts';
import { createReadRequestContext, requestIdOf } from '../../src/http/request-context.ts';
import { errorOf, violationsOf } from '../support/violations-of.ts';

const now = new Date('2026-02-03T04:05:06.007Z');
const actor: Actor = { clientId: 'shop', grant: 'implicit', accountId: null, customerId: null, accountTagIds: [] };
const verify = async (token: string) => {
  if (token === 'good') return actor;
  throw new DomainError('UNAUTHENTICATED', 'no');
};
const readRequestContext = createReadRequestContext(verify, () => now, defaultLimits);

function headOf(headers: ConstructorParameters<typeof Headers>[0]) {
  return { headers: new Headers(headers), clientAddress: '192.0.2.1' };
}

/** As they come from the wire: one character a byte. */
function read(headers: Record<string, string>) {
  const bytes = Object.entries(headers).map(([name, value]): [string, string] => {
    return [name, Buffer.from(value, 'utf8').toString('latin1')];
  });
  return readRequestContext(headOf(bytes), 'the-id');
}

describe('the requestContext of a request', () => {
  it('is empty without headers', async () => {
    expect(await read({})).toEqual({
      requestId: 'the-id',
      actor: null,
      clientKey: 'address 192.0.2.1',
      channel: '',
      tag: '',
      language: '',
      idempotencyKey: null,
      now,
      pageLength: 25,
      budget: expect.objectContaining({ spent: 0, limit: defaultLimits.cost }),
    });
  });

  it('holds the context headers and the bearer', async () => {
    const headers = { 'EP-Channel': 'mobile', 'ep-context-tag': 'vip', 'Accept-Language': 'de-CH, de;q=0.9' };
    expect(await read({ ...headers, Authorization: 'bearer good' })).toMatchObject({
      actor,
      channel: 'mobile',
      tag: 'vip',
      language: 'de-CH, de;q=0.9',
    });
  });

  it.each(['été', 'É', '店舗', '😀', '\ufeffx', 'à', 'ЦЕНТР', 'x\u00a0'])(
    'a channel beyond ASCII is sent as UTF-8: %s',
    async (channel) => {
      expect((await read({ 'EP-Channel': channel })).channel).toBe(channel);
    },
  );

  it('`*` is no language', async () => {
    expect((await read({ 'Accept-Language': '*' })).language).toBe('');
  });

  it('256 characters are as long as a header may be', async () => {
    expect((await read({ 'EP-Channel': '😀'.repeat(256) })).channel).toBe('😀'.repeat(256));
    expect(await violationsOf(() => read({ 'EP-Channel': '😀'.repeat(257) }))).toEqual([
      "EP-Channel maxLength The header 'EP-Channel' has more than 256 characters, but at most 256 are expected.",
    ]);
  });

  it('control characters are refused, of both sets', async () => {
    for (const control of ['a\u0001b', 'a\u007fb', 'a\u0085b']) {
      expect(await violationsOf(() => read({ 'EP-Context-Tag': control }))).toEqual([
        "EP-Context-Tag pattern The header 'EP-Context-Tag' must not contain control characters.",
      ]);
    }
  });

  it.each(['\xff', '\xed\xa0\x80', '\xc3', '\xe9t\xe9', 'mobile\xa0', '\xa0mobile'])(
    'what is no UTF-8 is refused',
    async (bytes) => {
      const head = headOf([['EP-Channel', bytes]]);
      expect(await violationsOf(() => readRequestContext(head, 'the-id'))).toEqual([
        "EP-Channel characters The header 'EP-Channel' must be ASCII or UTF-8.",
      ]);
    },
  );

  it('all faulty headers are named at once', async () => {
    const long = 'a'.repeat(257);
    const headers = { 'Accept-Language': long, 'EP-Context-Tag': 'a\u0001', 'EP-Channel': long };
    const { violations } = await errorOf(() => read(headers));
    expect(violations.map(({ path, subject }) => [path, subject])).toEqual([
      [['EP-Channel'], 'header'],
      [['EP-Context-Tag'], 'header'],
      [['Accept-Language'], 'header'],
    ]);
  });

  it.each(['Bearer bad', 'Basic Z29vZA==', 'Bearer good, Bearer good'])(
    'a token that is not valid is no requestContext at all: %j',
    async (header) => {
      expect((await errorOf(() => read({ Authorization: header }))).code).toBe('UNAUTHENTICATED');
    },
  );

  it('a token in the address is not looked at', async () => {
    const request = new Request('http://gateway.test/graphql?access_token=bad&token=bad');
    const head = Object.assign(request, { clientAddress: '192.0.2.1' });
    expect((await readRequestContext(head, 'the-id')).actor).toBeNull();
  });

  it.each([
    ['client_credentials', 'client shop'],
    ['implicit', 'address 192.0.2.1'],
  ] as const)(
    'shares its turns with whoever has proved the same secret, or has the same address: %s',
    async (grant, key) => {
      const readAs = createReadRequestContext(
        async () => ({ ...actor, grant }),
        () => now,
        defaultLimits,
      );
      expect((await readAs(headOf({ Authorization: 'Bearer good' }), 'the-id')).clientKey).toBe(key);
    },
  );
});

describe('before a platform', () => {
  const readBefore = (headers: Record<string, string>) =>
    createReadRequestContext(
      async () => ({ ...actor, grant: 'client_credentials', isUnverified: true }),
      () => now,
      defaultLimits,
      true,
    )(headOf(headers), 'the-id');

  it('a request carries the credentials that it came with, and is counted by its address: nobody has checked them', async () => {
    const sent = { authorization: 'Bearer abc', 'x-moltin-customer-token': 'of a customer' };
    const { upstream, clientKey } = await readBefore({ ...sent, Cookie: 'of nobody' });
    expect(upstream?.credentials.headers()).toEqual(sent);
    expect(clientKey).toBe('address 192.0.2.1');
    expect((await readBefore({})).upstream?.credentials).toMatchObject({ isAny: false, hasToken: false });
  });

  it('credentials that no header may hold are refused', async () => {
    const headers = { 'X-Moltin-Customer-Token': 'caf\xe9', 'EP-Account-Management-Authentication-Token': 'a\tb' };
    expect(await violationsOf(() => readBefore(headers))).toEqual([
      "ep-account-management-authentication-token characters The header 'ep-account-management-authentication-token' must be printable ASCII characters.",
      "x-moltin-customer-token characters The header 'x-moltin-customer-token' must be printable ASCII characters.",
    ]);
  });
});

describe("the request's id", () => {
  it.each(['abc', 'A.b_c-1', 'a'.repeat(128)])("is the caller's: %s", (id) => {
    expect(requestIdOf(new Headers({ 'X-Request-Id': id }))).toBe(id);
  });

  it.each(['', 'a'.repeat(129), 'a b', 'a/b', 'a, a', '{"a":1}', '\u001b[31m', 'é'])(
    'is a new one instead of %j',
    (id) => {
      expect(requestIdOf(new Headers({ 'X-Request-Id': id }))).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    },
  );
});
