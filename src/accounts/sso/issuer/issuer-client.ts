import type { Configuration, ServerMetadata } from 'openid-client';
import { hourMs } from '../../../contract/time.ts';
import { type Issuer, type Issuers, systemClock } from '../../../core/util/index.ts';
import { issuerFetch, IssuerUnavailable, timeoutSeconds } from './issuer-fetch.ts';

/** After a failed discovery, the issuer gets no other request for this time. */
const retryMs = 5_000;
const keysMs = 5 * 60_000;

type Library = typeof import('openid-client');
type KeyCache = NonNullable<ReturnType<Library['getJwksCache']>>;

/** The discovery document and the keys of one issuer, cached in this process. */
export class IssuerClient {
  readonly issuer: Issuer;
  readonly #fetch: ReturnType<typeof issuerFetch>;
  #document: { metadata: ServerMetadata; at: Date } | null = null;
  #pending: Promise<ServerMetadata> | null = null;
  #failedAt: Date | null = null;
  #keys: { jwks: KeyCache['jwks']; at: Date } | null = null;

  constructor(issuer: Issuer, { proxies }: Issuers) {
    this.issuer = issuer;
    this.#fetch = issuerFetch(proxies);
  }

  /** The discovery document if it is cached; never sends a request. */
  cachedMetadata(now: Date): ServerMetadata | null {
    return this.#document !== null && ageOf(this.#document, now) < hourMs ? this.#document.metadata : null;
  }

  /**
   * Runs the work with a configuration of the library, with signature checks and the time of this service.
   * @throws IssuerUnavailable, and the errors of the work
   */
  async run<T>(now: Date, work: (library: Library, configuration: Configuration) => Promise<T>): Promise<T> {
    const library = await import('openid-client');
    const configuration = configure(library, this.issuer, await this.#discover(library, now), now);
    library.enableNonRepudiationChecks(configuration); // otherwise signatures of ID tokens aren't verified
    configuration.timeout = timeoutSeconds;
    configuration[library.customFetch] = this.#fetch;
    const keys = this.#keys;
    const ageSeconds = keys === null ? 0 : Math.floor(ageOf(keys, now) / 1000);
    const uat = Math.floor(machineTime() / 1000) - ageSeconds;
    if (keys !== null && ageSeconds * 1000 < keysMs)
      library.setJwksCache(configuration, { jwks: keys.jwks, uat });
    try {
      return await work(library, configuration);
    } finally {
      const after = library.getJwksCache(configuration);
      const isNew = after !== undefined && (keys === null || after.uat !== uat);
      if (isNew) this.#keys = { jwks: after.jwks, at: now };
    }
  }

  /** Fetches the keys and returns their number. @throws IssuerUnavailable */
  async countKeys(now: Date): Promise<number> {
    const { jwks_uri: url = '' } = await this.#discover(await import('openid-client'), now);
    const signal = AbortSignal.timeout(timeoutSeconds * 1000);
    const request = { method: 'GET', headers: {}, body: null, redirect: 'manual', signal } as const;
    const document: unknown = await (await this.#fetch(url, request)).json();
    const { keys } = (document ?? {}) as { keys?: unknown };
    return Array.isArray(keys) ? keys.length : 0;
  }

  async #discover(library: Library, now: Date): Promise<ServerMetadata> {
    const cached = this.cachedMetadata(now);
    if (cached !== null) return cached;
    if (this.#failedAt !== null && now.getTime() - this.#failedAt.getTime() < retryMs)
      throw new IssuerUnavailable('the last discovery failed');
    this.#pending ??= this.#fetchMetadata(library, now).finally(() => (this.#pending = null));
    return this.#pending;
  }

  async #fetchMetadata(library: Library, now: Date): Promise<ServerMetadata> {
    const { url, clientId } = this.issuer;
    try {
      const configuration = await library.discovery(new URL(url), clientId, undefined, undefined, {
        timeout: timeoutSeconds,
        [library.customFetch]: this.#fetch,
        ...(isPlain(url) ? { execute: [library.allowInsecureRequests] } : {}),
      });
      const metadata: ServerMetadata = { ...configuration.serverMetadata() };
      checkMetadata(metadata, url);
      this.#document = { metadata, at: now };
      this.#failedAt = null;
      return metadata;
    } catch (error) {
      this.#failedAt = now;
      throw new IssuerUnavailable('discovery failed', { cause: error });
    }
  }
}

/** @throws IssuerUnavailable for a document of another issuer, and for addresses that browsers must not open */
export function checkMetadata(metadata: ServerMetadata, url: string): void {
  if (metadata.issuer !== url)
    throw new IssuerUnavailable(`its discovery document names the issuer ${metadata.issuer}`);
  const { authorization_endpoint, token_endpoint, jwks_uri, end_session_endpoint } = metadata;
  for (const endpoint of [authorization_endpoint, token_endpoint, jwks_uri])
    if (endpoint === undefined || !isAllowed(endpoint, url))
      throw new IssuerUnavailable('its discovery document lacks an https endpoint');
  if (end_session_endpoint !== undefined && !isAllowed(end_session_endpoint, url))
    throw new IssuerUnavailable('its end_session_endpoint is not https');
}

function isAllowed(endpoint: string, issuerUrl: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol } = new URL(endpoint);
  return protocol === 'https:' || (protocol === 'http:' && isPlain(issuerUrl));
}

function isPlain(url: string): boolean {
  return url.startsWith('http:');
}

/** Creates a configuration whose clock is the service's. */
function configure(library: Library, issuer: Issuer, metadata: ServerMetadata, now: Date): Configuration {
  const { clientId, clientSecret, url } = issuer;
  const listed = metadata.token_endpoint_auth_methods_supported;
  const isBasic = listed === undefined || listed.length === 0 || listed.includes('client_secret_basic');
  const authentication = isBasic
    ? library.ClientSecretBasic(clientSecret)
    : library.ClientSecretPost(clientSecret);
  const client = { [library.clockSkew]: Math.round((now.getTime() - machineTime()) / 1000) };
  const configuration = new library.Configuration(metadata, clientId, client, authentication);
  if (isPlain(url)) library.allowInsecureRequests(configuration);
  return configuration;
}

function ageOf({ at }: { at: Date }, now: Date): number {
  return now.getTime() - at.getTime();
}

/** The library's clock, in milliseconds. */
function machineTime(): number {
  return systemClock().now().getTime();
}

const clients = new WeakMap<Issuer, IssuerClient>();

/** The client of an issuer in this process. */
export function issuerClient(issuer: Issuer, issuers: Issuers): IssuerClient {
  const client = clients.get(issuer) ?? new IssuerClient(issuer, issuers);
  clients.set(issuer, client);
  return client;
}
