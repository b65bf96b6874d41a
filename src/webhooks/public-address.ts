/** Which addresses a webhook may lead to: those of the internet. The others are machines of ours, and a cloud's own services. */
import { BlockList, isIP, isIPv4 } from 'node:net';

/** IANA's special-purpose registries (RFC 6890 and later): what is not globally reachable, and what stands for another address. */
const ipv4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Azure's own services for its machines: no registry has it.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

/** Of IPv6 only 2000::/3 is given out; within it these are not for everybody, or hold an address of IPv4. */
const ipv6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const special = new BlockList();
for (const [network, prefix] of ipv4) special.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of ipv6) special.addSubnet(network, prefix, 'ipv6');
const givenOut = new BlockList();
givenOut.addSubnet('2000::', 3, 'ipv6');

/** `address` as `net.isIP` knows it. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  return givenOut.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/** Whether it names an address by itself, and one that is not the internet's. Where a name leads is known when it is resolved. */
export function namesPrivateAddress({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && !isPublicAddress(host);
}
