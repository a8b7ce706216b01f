import { promises as dns } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';

/** How long one question to a name server may take, and how often it is asked; in milliseconds. */
const questionMs = 2_000;
const tries = 2;
const hostsPath = '/etc/hosts';

/**
 * Finds the addresses of names that users gave, by questions of our own to the name servers (c-ares). The system's own
 * resolution would hold one of the process's few threads for as long as a person's name server is silent, and sign-in
 * and compression wait for the same threads. What the system does besides is done here too: `localhost` is this machine
 * (RFC 6761), and the names of /etc/hosts are what it says. Search domains are not tried: a name that users give is a
 * whole name.
 */
export class Names {
  readonly #servers: readonly string[];
  readonly #hosts = new HostsFile(hostsPath);
  readonly #asking = new Set<dns.Resolver>();

  /** @param servers - `192.0.2.53` or `192.0.2.53:5353`; those of the system when there are none. */
  constructor(servers: readonly string[] = []) {
    this.#servers = servers;
  }

  /** All addresses of a name. @throws Error with the code ENOTFOUND, whatever kept it from being resolved */
  async addressesOf(name: string): Promise<LookupAddress[]> {
    const plain = name.toLowerCase().replace(/\.$/, '');
    const family = isIP(plain);
    if (family !== 0) return [{ address: plain, family }];
    const known = this.#hosts.addressesOf(plain);
    if (known.length > 0) return known;
    if (plain === 'localhost' || plain.endsWith('.localhost')) return thisMachine;
    return this.#ask(plain);
  }

  /** Gives up what is being asked. */
  close(): void {
    for (const resolver of this.#asking) resolver.cancel();
  }

  async #ask(name: string): Promise<LookupAddress[]> {
    const resolver = new dns.Resolver({ timeout: questionMs, tries });
    if (this.#servers.length > 0) resolver.setServers(this.#servers);
    this.#asking.add(resolver);
    try {
      const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const found = [
        ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
        ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
      ];
      if (found.length === 0)
        throw Object.assign(new Error(`${name} does not resolve`), { code: 'ENOTFOUND' });
      return found;
    } finally {
      this.#asking.delete(resolver);
    }
  }
}

const thisMachine: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** The names that the operator wrote down on this machine, read again when the file changed. */
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
      this.#names = new Map(); // there is no such file on every system
    }
    return this.#names.get(name) ?? [];
  }
}

/** Reads lines of an address and its names; `#` begins a comment. */
export function parseHosts(text: string): Map<string, LookupAddress[]> {
  const names = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...given] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of given.map((each) => each.toLowerCase()))
      names.set(name, [...(names.get(name) ?? []), { address, family }]);
  }
  return names;
}
