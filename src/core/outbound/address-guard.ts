import type { LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Names } from './names.ts';
import { publicIpv6, specialIpv4, specialIpv6 } from './special-ranges.ts';

/** Finds all addresses of names; tests bring answers of their own. */
export type NameResolver = Pick<Names, 'addressesOf' | 'close'>;

/** Says that a request was not sent because of where it would have gone. */
export class ForbiddenAddress extends Error {
  constructor(address: string) {
    super(`${address} is no public address`);
    this.name = 'ForbiddenAddress';
  }
}

/**
 * Keeps requests to addresses given by users away from private, loopback, link-local and other special networks
 * (specification: receivers). What is judged is the very address that is connected to: `lookup` is the only resolution
 * that a connection makes, and literal addresses, which never pass a lookup, are judged by `isForbidden`.
 */
export class AddressGuard {
  readonly #special = new BlockList();
  readonly #public = new BlockList();
  readonly #allowed: BlockList;
  readonly #names: NameResolver;

  /** @param allowed - networks that may be reached though they are special (`WEBHOOK_ALLOWED_SUBNETS`). */
  constructor(allowed: BlockList, names: NameResolver = new Names()) {
    for (const [network, bits] of specialIpv4) this.#special.addSubnet(network, bits, 'ipv4');
    for (const [network, bits] of specialIpv6) this.#special.addSubnet(network, bits, 'ipv6');
    this.#public.addSubnet(...publicIpv6, 'ipv6');
    this.#allowed = allowed;
    this.#names = names;
  }

  /** Whether an address may not be connected to. What is no address at all is forbidden too. */
  isForbidden(address: string): boolean {
    const plain = address.replace(/%.*$/, ''); // a zone is no part of the number
    const family = isIP(plain) === 4 ? 'ipv4' : 'ipv6';
    if (isIP(plain) === 0) return true;
    if (this.#allowed.check(plain, family)) return false;
    if (this.#special.check(plain, family)) return true;
    return family === 'ipv6' && !this.#public.check(plain, family);
  }

  /**
   * Refuses the host of an address when it is a forbidden literal; names pass here and are judged when they resolve.
   * @param hostname - as `URL` gives it: IPv4 in its one normal form, IPv6 in brackets.
   */
  judgeLiteral(hostname: string): void {
    const literal = hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) !== 0 && this.isForbidden(literal)) throw new ForbiddenAddress(literal);
  }

  /** Resolves for a connection. One forbidden address among the answers refuses the name. */
  readonly lookup: LookupFunction = (hostname, options, answer) => {
    this.#judged(hostname).then(
      ([first, ...others]) => {
        if (options.all === true) answer(null, [first, ...others]);
        else answer(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => answer(error, ''),
    );
  };

  /** Gives up the names that are being resolved. */
  close(): void {
    this.#names.close();
  }

  async #judged(hostname: string): Promise<[LookupAddress, ...LookupAddress[]]> {
    const [first, ...others] = await this.#names.addressesOf(hostname);
    if (first === undefined) throw new Error(`${hostname} has no address`);
    const forbidden = [first, ...others].find(({ address }) => this.isForbidden(address));
    if (forbidden !== undefined) throw new ForbiddenAddress(forbidden.address);
    return [first, ...others];
  }
}

/** Reads `127.0.0.0/8, ::1/128`. @throws Error naming the first part that is no network. */
export function parseSubnets(text: string): BlockList {
  const list = new BlockList();
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '') continue;
    const [network = '', bits = ''] = part.split('/');
    const version = isIP(network);
    const most = version === 4 ? 32 : 128;
    if (version === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > most) {
      throw new Error(`"${part}" is no network; write 10.0.0.0/8 or fd00::/8, separated by commas`);
    }
    list.addSubnet(network, Number(bits), version === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
