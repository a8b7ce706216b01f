import { promises as dns } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';

/** Timeout of one DNS query in milliseconds, and how often it is tried. */
const queryTimeoutMs = 2_000;
const tries = 2;
const hostsPath = '/etc/hosts';

/**
 * Resolves host names from users with its own DNS queries (c-ares). The system's resolver would occupy one of the
 * process's few threads while a name server doesn't respond, and sign-in and compression need them. `localhost` (RFC
 * 6761) and /etc/hosts work as usual. Search domains are not tried.
 */
export class Names {
  readonly #servers: readonly string[];
  readonly #hosts = new HostsFile(hostsPath);
  readonly #resolvers = new Set<dns.Resolver>();

  /** @param servers - `192.0.2.53` or `192.0.2.53:5353`; empty for those of the system. */
  constructor(servers: readonly string[] = []) {
    this.#servers = servers;
  }

  /** All addresses of a name. @throws Error with code ENOTFOUND if there is none, whatever the reason */
  async addressesOf(name: string): Promise<LookupAddress[]> {
    const plain = name.toLowerCase().replace(/\.$/, '');
    const family = isIP(plain);
    if (family !== 0) return [{ address: plain, family }];
    const fromFile = this.#hosts.addressesOf(plain);
    if (fromFile.length > 0) return fromFile;
    if (plain === 'localhost' || plain.endsWith('.localhost')) return thisMachine;
    return this.#query(plain);
  }

  /** Cancels pending queries. */
  close(): void {
    for (const resolver of this.#resolvers) resolver.cancel();
  }

  async #query(name: string): Promise<LookupAddress[]> {
    const resolver = new dns.Resolver({ timeout: queryTimeoutMs, tries });
    if (this.#servers.length > 0) resolver.setServers(this.#servers);
    this.#resolvers.add(resolver);
    try {
      const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const addresses = [
        ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
        ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
      ];
      if (addresses.length === 0)
        throw Object.assign(new Error(`${name} does not resolve`), { code: 'ENOTFOUND' });
      return addresses;
    } finally {
      this.#resolvers.delete(resolver);
    }
  }
}

const thisMachine: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** The names in the system's hosts file, read again when the file changes. */
class HostsFile {
  readonly #path: string;
  #readAt = -1;
  #names = new Map<string, LookupAddress[]>();

  constructor(path: string) {
    this.#path = path;
  }

  addressesOf(name: string): LookupAddress[] {
    try {
      const { mtimeMs } = statSync(this.#path);
      if (mtimeMs !== this.#readAt) this.#names = parseHosts(readFileSync(this.#path, 'utf8'));
      this.#readAt = mtimeMs;
    } catch {
      this.#names = new Map(); // not every system has the file
    }
    return this.#names.get(name) ?? [];
  }
}

/** Parses lines with an address and its names; `#` starts a comment. */
export function parseHosts(text: string): Map<string, LookupAddress[]> {
  const names = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...hostNames] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of hostNames.map((each) => each.toLowerCase()))
      names.set(name, [...(names.get(name) ?? []), { address, family }]);
  }
  return names;
}
