import { expect, it } from 'vitest';
import { readTarget } from '../../src/server/target.ts';

const sent = { method: 'GET', sentHost: null, httpVersion: '1.1' };
const read = (target: string, sentHost: string | null = null) => readTarget({ ...sent, target, sentHost });

it.each([
  ['a', 'a'],
  ['A.example:80', 'A.example:80'],
  ['under_score', 'under_score'],
  ['127.0.0.1:4000', '127.0.0.1:4000'],
  ['[::1]:4000', '[::1]:4000'],
  ['[::ffff:127.0.0.1]', '[::ffff:127.0.0.1]'],
  ['a:00080', 'a:00080'],
  ['a:65535', 'a:65535'],
])('a Host names who is asked: %s', (host, named) => {
  expect(read('/x', host)).toEqual({ host: named, path: '/x', search: '', fault: null });
});

it.each([
  ...['1.2.3.999', '0x100000000', '999999999999', '1.2.3.4.5', '256.0.0.1', '0xffffffffff', '09', '1..2'],
  ...['a:99999', 'a:65536', 'a:123456', 'a:-1', 'a:b', 'a:', ':80', ''],
  ...['[::1', '::1', '[::g]', '[::1%25eth0]', '[1.2.3.4]', 'a b', 'a/b', 'a?b', 'a#b', 'user@a', '<b>', 'a,b', 'é'],
])('a Host that is none is a fault: %j', (host) => {
  expect(read('/x', host).fault).toBe('The Host of the request is not valid.');
});

it('a Host is sent once', () => {
  expect(read('/x').fault).toBe('The Host of the request is not valid.');
  expect(read('/x', 'a, a').fault).toBe('The Host of the request is not valid.');
  for (const httpVersion of ['0.9', '2.0']) {
    expect(readTarget({ ...sent, target: '/x', httpVersion }).fault).toBe('The Host of the request is not valid.');
  }
});

it('HTTP/1.0 has no Host, and health checks need none', () => {
  expect(readTarget({ ...sent, target: '/x', httpVersion: '1.0' })).toMatchObject({ host: null, fault: null });
  expect(read('/health/live')).toMatchObject({ host: null, path: '/health/live', fault: null });
  expect(read('/health/live', '1.2.3.999').fault).not.toBeNull();
  for (const other of ['/healthy', '/health/', '/health/x', '/health/live/', '//health/live']) {
    expect(read(other).fault).not.toBeNull();
  }
  expect(readTarget({ ...sent, method: 'POST', target: '/health/live' }).fault).not.toBeNull();
});

it.each([
  ['/', '/', ''],
  ['/a?b=c&d', '/a', '?b=c&d'],
  ['/a?b#c?d', '/a', '?b'],
  ['/a#?b', '/a', ''],
  ['//a/b', '//a/b', ''],
  ['/a/../b%2F?', '/a/../b%2F', '?'],
  ['http://b', '/', ''],
  ['HTTPS://b:8443/c?d', '/c', '?d'],
  ['http://b?c', '/', '?c'],
])('a target has a path and a query: %s', (target, path, search) => {
  expect(read(target, 'b')).toMatchObject({ path, search, fault: null });
});

it('a whole URL names the host, whatever the header says', () => {
  expect(read('http://b/c', 'a')).toMatchObject({ host: 'b', fault: null });
  expect(read('http://1.2.3.999/c', 'a').fault).not.toBeNull();
  expect(read('http:///c', 'a').fault).not.toBeNull();
  expect(read('http://b/c', 'a b').fault).not.toBeNull();
});

it.each(['*', '', 'a', '?a', 'a:443', 'ftp://a/b', 'http:/a', 'http://user@a/b', 'http://user:password@a/b'])(
  'a target that is none is a fault, and nothing of it is kept: %j',
  (target) => {
    expect(read(target, 'a')).toEqual({
      host: null,
      path: '',
      search: '',
      fault: 'The target of the request is not valid.',
    });
  },
);
