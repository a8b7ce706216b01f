import { isIPv4, isIPv6 } from 'node:net';

/**
 * Returns the part of an IP address that identifies one visitor: the IPv4 address, or the /64 of IPv6 (specification:
 * rate-budgets). Removes the port and brackets that some proxies add.
 */
export function visitorAddress(address: string): string {
  const groups = groupsOf(address);
  return groups === null ? plainOf(address) : `${groups.slice(0, 4).join(':')}::/64`;
}

/** Returns the /48 of an IPv6 address, which providers usually assign to one customer; null for IPv4. */
export function visitorNetwork(address: string): string | null {
  const groups = groupsOf(address);
  return groups === null ? null : `${groups.slice(0, 3).join(':')}::/48`;
}

/** Returns the network by which rejections are counted: the /24 of IPv4, the /48 of IPv6; null for an invalid address. */
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
