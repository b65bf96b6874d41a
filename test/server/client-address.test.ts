import { expect, it } from 'vitest';
import { clientAddress } from '../../src/server/client-address.ts';
import { heapBytes } from '../support/collect-garbage.ts';

it.each([
  ['192.0.2.1', null, 0, '192.0.2.1'],
  ['192.0.2.1', '203.0.113.9', 0, '192.0.2.1'],
  ['192.0.2.1', '203.0.113.9', 1, '203.0.113.9'],
  ['192.0.2.1', 'invented, 203.0.113.9', 1, '203.0.113.9'],
  ['192.0.2.1', 'invented, 203.0.113.9, 198.51.100.2', 2, '203.0.113.9'],
  ['192.0.2.1', '203.0.113.9', 2, '192.0.2.1'],
  ['192.0.2.1', '203.0.113.9, "; drop table"', 1, '192.0.2.1'],
  ['192.0.2.1', '203.0.113.9:4711', 1, '203.0.113.9'],
  ['192.0.2.1', '203.0.113.9:54711', 1, '203.0.113.9'],
  ['192.0.2.1', '203.0.113.9:port', 1, '192.0.2.1'],
  ['192.0.2.1', '[2001:db8:1:2:3:4:5:6]:4711', 1, '2001:db8:1:2::/64'],
  ['192.0.2.1', '[2001:db8:1:2:3:4:5:6]', 1, '2001:db8:1:2::/64'],
  ['192.0.2.1', '2001:db8:1:2:3:4:5:6', 1, '2001:db8:1:2::/64'],
  ['192.0.2.1', '', 1, '192.0.2.1'],
  ['192.0.2.1', null, 1, '192.0.2.1'],
  ['::ffff:192.0.2.1', null, 0, '192.0.2.1'],
  ['192.0.2.1', '::FFFF:203.0.113.9', 1, '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', null, 0, '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:ffff::1', null, 0, '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', null, 0, '2001:db8:1:2::/64'],
  ['2001:db8::1', null, 0, '2001:db8:0:0::/64'],
  ['2001:db8::3:4:5:6:7', null, 0, '2001:db8:0:3::/64'],
  ['fe80::1%eth0', null, 0, 'fe80:0:0:0::/64'],
  ['::1', null, 0, '0:0:0:0::/64'],
  ['', null, 0, ''],
])(
  'from %j, forwarded for %j, behind %i proxies, comes a request of %s',
  (socketAddress, forwardedFor, proxies, expected) => {
    expect(clientAddress({ socketAddress, forwardedFor }, proxies)).toBe(expected);
  },
);

it('an address that is kept keeps nothing else of its header', () => {
  const before = heapBytes();
  const kept = Array.from({ length: 200 }, (_, client) => {
    const forwardedFor = Buffer.from(`${'invented'.repeat(7500)}, 203.0.113.${100 + (client % 100)}`).toString();
    return clientAddress({ socketAddress: '192.0.2.1', forwardedFor }, 1);
  });
  expect(heapBytes() - before).toBeLessThan(4_000_000);
  expect(kept.at(-1)).toBe('203.0.113.199');
});
