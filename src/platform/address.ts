import { isIPv6 } from 'node:net';

/**
 * The part of an address that stands for one visitor: IPv4 whole, IPv6 by its /64 (contract, section 12). Proxies write
 * it with a port too, and IPv6 in brackets: these are no part of it.
 */
export function visitorAddress(address: string): string {
  const plain = withoutPort(address.trim())
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const zeros = plain.includes('::')
    ? Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
    : [];
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** `[2001:db8::1]:443`, `[2001:db8::1]`, `203.0.113.1:1234` -> the address alone. */
function withoutPort(text: string): string {
  return (
    /^\[(?<inside>[^\]]*)\](?::\d+)?$/.exec(text)?.groups?.['inside'] ??
    text.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  );
}
