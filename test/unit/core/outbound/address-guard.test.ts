import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AddressGuard, parseSubnets } from '../../../../src/core/outbound/address-guard.ts';

const guard = new AddressGuard(parseSubnets(''));

describe('the address guard', () => {
  it.each([
    ['0.0.0.0', 'this network'],
    ['0.255.255.255', 'this network, its end'],
    ['10.0.0.1', 'private'],
    ['10.255.255.255', 'private, its end'],
    ['100.64.0.1', 'carriers'],
    ['100.100.100.200', 'metadata of a cloud'],
    ['100.127.255.255', 'carriers, its end'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback, its end'],
    ['168.63.129.16', 'host service of a cloud'],
    ['169.254.169.254', 'metadata'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private, its end'],
    ['192.0.0.192', 'protocol assignments'],
    ['192.0.2.1', 'documentation'],
    ['192.88.99.1', '6to4 relay'],
    ['192.168.1.1', 'private'],
    ['198.18.0.1', 'benchmarks'],
    ['198.19.255.255', 'benchmarks, its end'],
    ['198.51.100.7', 'documentation'],
    ['203.0.113.9', 'documentation'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.255', 'multicast, its end'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['0:0:0:0:0:0:0:1', 'loopback in full'],
    ['::127.0.0.1', 'IPv4 in the last bits'],
    ['::ffff:127.0.0.1', 'IPv4-mapped'],
    ['::ffff:7f00:1', 'IPv4-mapped in hexadecimal'],
    ['::ffff:10.0.0.1', 'IPv4-mapped private'],
    ['::ffff:0:127.0.0.1', 'IPv4-translated'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['64:ff9b:1::a00:1', 'NAT64 of one network'],
    ['100::1', 'discarded'],
    ['2001::1', 'Teredo'],
    ['2001:0:7f00:1::', 'Teredo with loopback inside'],
    ['2001:2::1', 'benchmarks'],
    ['2001:10::1', 'ORCHID'],
    ['2001:db8::1', 'documentation'],
    ['2002:7f00:1::', '6to4 with loopback inside'],
    ['2002:a00:1::1', '6to4 with a private network inside'],
    ['3fff::1', 'documentation'],
    ['5f00::1', 'segment routing'],
    ['fc00::1', 'unique local'],
    ['fd00:ec2::254', 'metadata over IPv6'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local with a zone'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['localhost', 'a name'],
    ['', 'nothing'],
  ])('forbids %s (%s)', (address) => {
    expect(guard.isForbidden(address)).toBe(true);
  });

  it.each(['1.1.1.1', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '172.32.0.0'])(
    'allows %s',
    (address) => {
      expect(guard.isForbidden(address)).toBe(false);
    },
  );

  it.each(['2606:4700:4700::1111', '2a00:1450:4001:831::200e', '2001:4860:4860::8888'])(
    'allows %s',
    (address) => {
      expect(guard.isForbidden(address)).toBe(false);
    },
  );

  it('forbids every IPv4 address in its mapped form, which no public server is known by', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.tuple(byte, byte, byte, byte), (bytes) => {
        const mapped = `::ffff:${bytes.join('.')}`;
        expect(guard.isForbidden(mapped)).toBe(true);
      }),
    );
  });

  it('lets the operator allow a network, and only that', () => {
    const lenient = new AddressGuard(parseSubnets('127.0.0.0/8, fd00::/8'));

    expect(lenient.isForbidden('127.0.0.1')).toBe(false);
    expect(lenient.isForbidden('fd12::1')).toBe(false);
    expect(lenient.isForbidden('10.0.0.1')).toBe(true);
    expect(lenient.isForbidden('::1')).toBe(true);
  });

  it.each(['127.0.0.1', '10.0.0.0/33', 'fd00::/129', 'localhost/8', '10.0.0.0/8;127.0.0.0/8'])(
    'refuses %s as a network by name',
    (text) => {
      expect(() => parseSubnets(text)).toThrow(`"${text}" is no network`);
    },
  );
});
