import { expect, it } from 'vitest';
import { describeUrl, splitHosts } from '../../src/storage/database-url.ts';

it.each([
  ['postgres://one/shop', ['postgres://one/shop']],
  ['postgres://me:p%40ss@one:5433,two/shop', ['postgres://me:p%40ss@one:5433/shop', 'postgres://me:p%40ss@two/shop']],
  [
    'postgresql://[::1]:5432,[fe80::1]:5433/shop?sslmode=require',
    [
      'postgresql://[::1]:5432/shop?sslmode=require&uselibpqcompat=true',
      'postgresql://[fe80::1]:5433/shop?sslmode=require&uselibpqcompat=true',
    ],
  ],
  ['postgres://one,two/shop?target_session_attrs=read-write', ['postgres://one/shop', 'postgres://two/shop']],
  [
    'postgres://one,two/shop?target_session_attrs=primary&sslmode=require',
    [
      'postgres://one/shop?sslmode=require&uselibpqcompat=true',
      'postgres://two/shop?sslmode=require&uselibpqcompat=true',
    ],
  ],
  [
    'postgres://one/shop?sslmode=require&target_session_attrs=any',
    ['postgres://one/shop?sslmode=require&uselibpqcompat=true'],
  ],
])('%s is %j', (url, hosts) => {
  expect(splitHosts(url)).toEqual(hosts);
});

it.each([
  'mysql://one/shop',
  'postgres:one',
  'postgres://one,/shop',
  'postgres://,two/shop',
  'postgres://one:x,two/shop',
  '',
])('%j is no URL of a database', (url) => {
  expect(splitHosts(url)).toBeNull();
});

it('for people, hosts and the database are named, and no password', () => {
  expect(describeUrl('postgres://me:secret@one:5433,two/shop?sslmode=require')).toBe('one:5433,two:5432/shop');
  expect(describeUrl('postgres:///shop?host=/run/postgresql&port=5433')).toBe('/run/postgresql:5433/shop');
});
