import type { LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Names } from './names.ts';
import { publicIpv6, specialIpv4, specialIpv6 } from './special-ranges.ts';

/** Resolves host names. Tests pass a resolver of their own. */
export type NameResolver = Pick<Names, 'addressesOf' | 'close'>;

/** A request was not sent because its IP address is forbidden. */
export class ForbiddenAddress extends Error {
  constructor(address: string) {
    super(`${address} is no public address`);
    this.name = 'ForbiddenAddress';
  }
}

/**
 * Keeps requests to URLs from users away from private, loopback, link-local and other special networks (specification:
 * receivers). It checks the address of the connection itself: `lookup` is the only resolution of a connection, and
 * `checkLiteral` checks IP addresses in URLs, which Node never looks up.
 */
export class AddressGuard {
  readonly #special = new BlockList();
  readonly #public = new BlockList();
  readonly #allowed: BlockList;
  readonly #names: NameResolver;

  /** @param allowed - special networks that requests may reach (`WEBHOOK_ALLOWED_SUBNETS`). */
  constructor(allowed: BlockList, names: NameResolver = new Names()) {
    for (const [network, bits] of specialIpv4) this.#special.addSubnet(network, bits, 'ipv4');
    for (const [network, bits] of specialIpv6) this.#special.addSubnet(network, bits, 'ipv6');
    this.#public.addSubnet(...publicIpv6, 'ipv6');
    this.#allowed = allowed;
    this.#names = names;
  }

  /** Whether connections to an IP address are forbidden. Text that is no IP address is forbidden too. */
  isForbidden(address: string): boolean {
    const plain = address.replace(/%.*$/, ''); // without the zone of an IPv6 address
    const family = isIP(plain) === 4 ? 'ipv4' : 'ipv6';
    if (isIP(plain) === 0) return true;
    if (this.#allowed.check(plain, family)) return false;
    if (this.#special.check(plain, family)) return true;
    return family === 'ipv6' && !this.#public.check(plain, family);
  }

  /**
   * Rejects a forbidden IP address as the host of a URL. Names pass, because `lookup` checks their addresses.
   * @param hostname - as in `URL`: IPv4 in its normal form, IPv6 in brackets.
   * @throws ForbiddenAddress
   */
  checkLiteral(hostname: string): void {
    const literal = hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) !== 0 && this.isForbidden(literal)) throw new ForbiddenAddress(literal);
  }

  /** Resolves the name of a connection. A name with one forbidden address is rejected. */
  readonly lookup: LookupFunction = (hostname, options, callback) => {
    this.#resolve(hostname).then(
      ([first, ...others]) => {
        if (options.all === true) callback(null, [first, ...others]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };

  /** Cancels pending lookups. */
  close(): void {
    this.#names.close();
  }

  async #resolve(hostname: string): Promise<[LookupAddress, ...LookupAddress[]]> {
    const [first, ...others] = await this.#names.addressesOf(hostname);
    if (first === undefined) throw new Error(`${hostname} has no address`);
    const forbidden = [first, ...others].find(({ address }) => this.isForbidden(address));
    if (forbidden !== undefined) throw new ForbiddenAddress(forbidden.address);
    return [first, ...others];
  }
}

/** Parses `127.0.0.0/8, ::1/128`. @throws Error that names the first part that is not a network */
export function parseSubnets(text: string): BlockList {
  const list = new BlockList();
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '') continue;
    const [network = '', bits = ''] = part.split('/');
    const version = isIP(network);
    const maxBits = version === 4 ? 32 : 128;
    if (version === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > maxBits) {
      throw new Error(`"${part}" is no network; write 10.0.0.0/8 or fd00::/8, separated by commas`);
    }
    list.addSubnet(network, Number(bits), version === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
