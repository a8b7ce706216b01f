/**
 * Addresses that are never a person's public server, as prefix and bits (the IANA registries of special-purpose
 * addresses). Whole blocks are listed even where a few addresses inside are reachable.
 */
export const specialIpv4 = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by carriers; metadata services of some clouds
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // Azure's host service: a public number that only its own machines reach
  ['169.254.0.0', 16], // link-local; metadata services
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
] as const;

/** The one block of IPv6 that is handed out for public servers; all else is special. */
export const publicIpv6 = ['2000::', 3] as const;

/** The special blocks inside of it. */
export const specialIpv6 = [
  ['2001::', 23], // protocol assignments: Teredo, benchmarks, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4 carries any IPv4 address
  ['3fff::', 20], // documentation
] as const;
