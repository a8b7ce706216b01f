import { isIPv4, isIPv6 } from 'node:net';

/**
 * The part of an address that stands for one visitor: IPv4 whole, IPv6 by its /64 (specification: rate-budgets). Proxies write
 * it with a port too, and IPv6 in brackets: these are no part of it.
 */
export function visitorAddress(address: string): string {
  const groups = groupsOf(address);
  return groups === null ? plainOf(address) : `${groups.slice(0, 4).join(':')}::/64`;
}

/** What one customer of a provider is usually given whole, the /48 of an IPv6 address; null for IPv4. */
export function visitorNetwork(address: string): string | null {
  const groups = groupsOf(address);
  return groups === null ? null : `${groups.slice(0, 3).join(':')}::/48`;
}

/** The network of an address, by which refusals are counted: the /24 of IPv4, the /48 of IPv6; null for what is no address. */
export function networkOf(address: string): string | null {
  const plain = plainOf(address);
  return isIPv4(plain) ? plain.replace(/\d+$/, '0/24') : visitorNetwork(address);
}

function plainOf(address: string): string {
  return withoutPort(address.trim())
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/%.*$/, '');
}

/** The eight groups of an IPv6 address, each in its shortest form; null for IPv4. */
function groupsOf(address: string): string[] | null {
  const plain = plainOf(address);
  if (!isIPv6(plain)) return null;
  const [head = '', tail = ''] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const zeros = plain.includes('::')
    ? Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
    : [];
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16).toString(16));
}

/** `[2001:db8::1]:443`, `[2001:db8::1]`, `203.0.113.1:1234` -> the address alone. */
function withoutPort(text: string): string {
  return (
    /^\[(?<inside>[^\]]*)\](?::\d+)?$/.exec(text)?.groups?.['inside'] ??
    text.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  );
}
