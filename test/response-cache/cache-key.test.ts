import { describe, expect, it } from 'vitest';
import type { Catalog, CatalogDirectory, CatalogRule } from '../../src/domain/catalog/catalog.ts';
import type { Actor, RequestContext } from '../../src/domain/request-context.ts';
import type { HttpRequest } from '../../src/http/http-exchange.ts';
import { keyOf } from '../../src/response-cache/cache-key.ts';
import { shopperClass } from '../../src/response-cache/shopper-class.ts';

const actor: Actor = { clientId: 'c', grant: 'implicit', accountId: null, customerId: null, accountTagIds: [] };
const rule = (criteria: Partial<CatalogRule>): CatalogRule => ({
  ...{ id: 'r', catalogId: 'a', name: 'Rule', channels: [], tags: [], accountIds: [], accountTagIds: [] },
  ...{ customerIds: [], unknownCriteria: [], schedules: [], createdAt: '2027-01-01T00:00:00.000Z', ...criteria },
});
const catalog = (id: string, languages: readonly string[]): Catalog => {
  const release = { id: `${id}-1`, catalogId: id, publishedAt: '2027-01-01T00:00:00.000Z', productCount: 1, languages };
  return { id, name: id, createdAt: release.publishedAt, currentRelease: release, filesPublishedAt: null };
};
const directory: CatalogDirectory = {
  catalogs: [catalog('a', ['en', 'de']), catalog('b', ['fr', 'de-CH']), { ...catalog('c', []), currentRelease: null }],
  rules: [
    rule({ channels: ['web'] }),
    rule({ accountIds: ['one', 'two'] }),
    rule({ accountTagIds: ['gold'] }),
    rule({ customerIds: ['ann'], accountIds: ['one'] }),
  ],
};

type Sent = Partial<Pick<RequestContext, 'actor' | 'channel' | 'tag' | 'language'>> & {
  readonly accept?: string | null;
  readonly body?: Buffer | null;
};

function keyFor({ accept = null, body = null, ...context }: Sent, published = directory): string {
  const requestContext = { actor: null, channel: '', tag: '', language: '', ...context } as RequestContext;
  const request = { headers: new Headers(accept === null ? {} : { accept }) } as unknown as HttpRequest;
  const responseCache = { classOf: shopperClass };
  return keyOf({ request, body, requestContext }, { responseCache, directory: published, text: '{a}' });
}

const distinct = (requests: readonly Sent[]) => new Set(requests.map((request) => keyFor(request))).size;
const of = (actors: readonly (Actor | null)[]) => actors.map((one) => ({ actor: one }));
const account = (accountId: string, more: Partial<Actor> = {}): Actor => ({ ...actor, accountId, ...more });

describe('share a response', () => {
  it.each<[string, readonly Sent[]]>([
    ['clients', of([actor, { ...actor, clientId: 'd' }])],
    ['accounts that no rule names', of([actor, account('x'), account('y', { customerId: 'z', accountTagIds: ['t'] })])],
    ['accounts of one rule', of([account('one'), account('two')])],
    [
      'tags beside the one of a rule',
      of([account('x', { accountTagIds: ['gold'] }), account('y', { accountTagIds: ['t', 'gold'] })]),
    ],
    [
      'wishes that come to one language',
      [{ language: 'de' }, { language: 'de, en;q=0.5' }, { language: 'de;q=0.9, fr;q=0.1' }],
    ],
    ['wishes for what there is not', [{ language: 'xx' }, { language: 'yy-ZZ, *;q=0.1' }]],
    [
      'formats',
      [null, '*/*', 'application/json', 'application/json;charset=utf-8', 'text/html, application/json;q=0.1'].map(
        (accept) => ({ accept }),
      ),
    ],
  ])('%s', (_, requests) => {
    expect(distinct(requests)).toBe(1);
  });
});

describe('have responses of their own', () => {
  it.each<[string, readonly Sent[]]>([
    ['a target and a body, even if they are the same text', [{}, { body: Buffer.from('{a}') }]],
    ['what a token may do', of([null, actor, { ...actor, grant: 'client_credentials' }])],
    [
      'accounts, tags and customers of other rules',
      of([actor, account('one'), account('x', { accountTagIds: ['gold'] })]),
    ],
    ['a customer of a rule for accounts', of([account('one'), account('one', { customerId: 'ann' })])],
    ['channels and tags, which an answer shows', [{}, { channel: 'x' }, { tag: 'x' }, { channel: 'x', tag: 'x' }]],
    ['languages', [{}, { language: 'de' }, { language: 'fr' }, { language: 'de-CH' }]],
    ['places whose amounts are written otherwise', [{ language: 'de-DE' }, { language: 'de-AT' }]],
    [
      'formats',
      [{}, { accept: 'application/graphql-response+json' }, { accept: 'text/event-stream' }, { accept: 'text/html' }],
    ],
    ['formats by their weights', [{}, { accept: 'application/json;q=0.1, application/graphql-response+json' }]],
    ['an encoding that is not ours', [{}, { accept: 'application/json; charset=latin1' }]],
  ])('%s', (_, requests) => {
    expect(distinct(requests)).toBe(requests.length);
  });
});

it('rules are counted as they are published by then', () => {
  const request = { actor: account('two') };
  const [before, after] = [directory, { ...directory, rules: directory.rules.slice(0, 1) }];
  expect(keyFor(request, after)).toBe(keyFor({ actor }, after));
  expect(keyFor(request, before)).not.toBe(keyFor({ actor }, before));
});
