/**
 * IPv4 networks without public servers, as prefix and bits (IANA's special-purpose registries). Whole blocks are listed
 * even if a few addresses in them are reachable.
 */
export const specialIpv4 = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by carriers; metadata services of some clouds
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // Azure's host service: a public address that only its own machines reach
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

/** The only IPv6 block for public servers. All other addresses are special. */
export const publicIpv6 = ['2000::', 3] as const;

/** Special blocks inside `publicIpv6`. */
export const specialIpv6 = [
  ['2001::', 23], // protocol assignments: Teredo, benchmarks, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4 carries any IPv4 address
  ['3fff::', 20], // documentation
] as const;
