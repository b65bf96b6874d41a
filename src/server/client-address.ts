import { isIP } from 'node:net';
import { detached } from '../lib/detached.ts';

export interface Sender {
  /** The other end of the connection. */
  readonly socketAddress: string;
  /** `X-Forwarded-For`: each proxy adds the address that connected to it. */
  readonly forwardedFor: string | null;
}

/**
 * Whom a request comes from. The header is believed as far as our own proxies wrote it: with one, its last entry; what stands
 * before is the client's own invention, and is not kept with the address. An IPv6 client has a whole /64, which counts as one address.
 */
export function clientAddress({ socketAddress, forwardedFor }: Sender, trustedProxies: number): string {
  const forwarded = trustedProxies > 0 ? withoutPort(forwardedFor?.split(',').at(-trustedProxies)?.trim() ?? '') : '';
  const address = forwarded !== '' && isIP(forwarded) ? detached(forwarded) : socketAddress;
  if (!address.includes(':')) return address;
  const ipv4 = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  return ipv4 ?? (isIP(address) === 6 ? networkOf(address) : address);
}

/** Some proxies write the port of the connection, too: `203.0.113.9:4711`, `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  const [, ipv6, ipv4] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(entry) ?? [];
  return ipv6 ?? ipv4 ?? entry;
}

/** The first half of an IPv6 address. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('%', 1).join('').split('::');
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = tail === undefined ? 0 : 8 - (before?.length ?? 0) - (after?.length ?? 0);
  const groups = [...(before ?? []), ...Array.from({ length: zeros }, () => '0'), ...(after ?? [])];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
