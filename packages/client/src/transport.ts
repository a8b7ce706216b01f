import { errorOf, type GalleyError } from './errors.ts';
import { type Query, queryString } from './query.ts';

export interface ClientOptions {
  /** Where the service is, `https://content.example.com`. */
  baseUrl: string;
  /** `sk_...` on servers, `pk_...` in browsers. Not needed beside `preview`. */
  key?: string | undefined;
  /** A preview token of the dashboard (`pv_...`): reads show drafts in place of what is live, for an hour at most. */
  preview?: string | undefined;
  /** A release to read and write in place of the default one (`rel_...`). */
  release?: string;
  /** How often a request that may be repeated is tried again; 2 unless said otherwise. */
  retries?: number;
  /** The longest wait before another try, in seconds; a longer `Retry-After` is thrown at once. 60 unless said otherwise. */
  retryWaitMaxSeconds?: number;
  /** Another fetch: one of a framework, or one that logs. */
  fetch?: typeof fetch;
}

/** What any call takes. */
export interface CallOptions {
  signal?: AbortSignal;
}

/** What any write takes. */
export interface WriteOptions extends CallOptions {
  /** Checks everything and stores nothing; the answer is what would have been stored. */
  dryRun?: boolean;
  /** The revision that is to be changed, a whole tag, or `*`; another one there is `revision_conflict`. */
  ifMatch?: string | number;
  /** Of a POST: names the request, so that a second one with this name does nothing new. Made when left out. */
  idempotencyKey?: string;
}

/** What a change of something with a draft takes. */
export interface DraftOptions extends WriteOptions {
  /** Writes the draft alone: readers notice nothing, and it may be incomplete. */
  draft?: boolean;
}

export interface Outgoing extends DraftOptions {
  query?: Query;
  body?: unknown;
  accept?: string;
  lastEventId?: string;
}

export type Send = (method: string, path: string, outgoing?: Outgoing) => Promise<Response>;

const firstWaitMs = 250;

/**
 * Speaks to the service with one key. Repeats every method after 429, all but PATCH after 503, and GET and POST after a
 * lost connection. A POST has an Idempotency-Key, so it is never carried out twice.
 */
export function transport(options: ClientOptions): Send {
  const { preview, retries = 2, retryWaitMaxSeconds = 60 } = options;
  const key = preview ?? options.key ?? '';
  refuseMissing('baseUrl', options.baseUrl, 'https://content.example.com');
  refuseMissing('key', preview ?? options.key, 'an API key that begins with sk_ or pk_');
  checkBaseUrl(options.baseUrl);
  const base = `${options.baseUrl.replace(/\/+$/, '')}${preview === undefined ? '' : '/preview'}`;
  const doFetch = options.fetch ?? ((url: string, init: RequestInit) => fetch(url, init));

  return async (method, path, outgoing = {}) => {
    const { query = {}, dryRun, draft, signal } = outgoing;
    const also = { ...(draft === true && { draft }), ...(dryRun === true && { dry_run: true }) };
    const url = `${base}${path}${queryString({ ...query, ...also })}`;
    const init: RequestInit = {
      method,
      headers: headersOf(method, key, outgoing),
      ...(outgoing.body !== undefined && { body: JSON.stringify(outgoing.body) }),
      ...(signal !== undefined && { signal }),
    };
    for (let tries = 0; ; tries++) {
      const found = await doFetch(url, init).catch((fault: unknown) => new Lost(fault));
      if (!(found instanceof Lost) && found.ok) return found;
      const fault = found instanceof Lost ? unreachable(options.baseUrl, found.cause) : await errorOf(found);
      const waitMs = tries < retries ? waitOf(method, fault, found instanceof Lost) : null;
      if (waitMs === null || signal?.aborted === true) throw fault;
      const backOffMs = waitMs > 0 ? waitMs : firstWaitMs * 2 ** tries * (0.5 + Math.random() / 2);
      if (backOffMs > retryWaitMaxSeconds * 1000) throw fault;
      await pause(backOffMs, signal);
    }
  };
}

/** An option that was read from an environment which lacks it would be sent as "undefined". */
function refuseMissing(name: string, value: unknown, takes: string): void {
  if (typeof value === 'string' && value.trim() !== '') return;
  throw new TypeError(
    `createClient needs \`${name}\`: ${takes}. It is ${value === '' ? 'empty' : String(value)}.`,
  );
}

function checkBaseUrl(baseUrl: string): void {
  if (!/^https?:\/\//i.test(baseUrl))
    throw new TypeError(`createClient: baseUrl must begin with http:// or https://. It is ${baseUrl}.`);
  if (/\/v1\/*$/.test(baseUrl))
    throw new TypeError(`createClient: remove /v1 from baseUrl. It is ${baseUrl}.`);
}

/** Codes of lost connections in Node, in words. Browsers keep the reason to themselves. */
const reasons: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed',
  UND_ERR_SOCKET: 'connection closed',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host not found',
  ETIMEDOUT: 'connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
};

/** Says where no response came from. What a signal or a framework throws is returned as it is. */
function unreachable(baseUrl: string, thrown: unknown): unknown {
  if (!(thrown instanceof TypeError)) return thrown;
  const { code = '', message } = (thrown.cause ?? thrown) as { code?: string; message: string };
  const reason = reasons[code] ?? message;
  return new TypeError(`Can't reach Galley at ${baseUrl}: ${reason}.`, { cause: thrown });
}

/** No answer came. */
class Lost {
  readonly cause: unknown;
  constructor(cause: unknown) {
    this.cause = cause;
  }
}

function headersOf(method: string, key: string, outgoing: Outgoing): Record<string, string> {
  const { body, ifMatch, accept, lastEventId } = outgoing;
  const headers: Record<string, string> = { Authorization: `Bearer ${key}` };
  if (accept !== undefined) headers['Accept'] = accept;
  if (lastEventId !== undefined) headers['Last-Event-ID'] = lastEventId;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (method === 'POST') headers['Idempotency-Key'] = outgoing.idempotencyKey ?? newName();
  if (ifMatch !== undefined)
    headers['If-Match'] = /^[0-9]+$/.test(`${ifMatch}`) ? `"${ifMatch}"` : `${ifMatch}`;
  return headers;
}

/** Works in pages without https too, where `crypto.randomUUID` is missing. */
function newName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** Methods that can be repeated after 503, where the first try may have been stored: HTTP's idempotent ones, and POST by its key. */
const repeatable = ['GET', 'POST', 'PUT', 'DELETE'];

/** Milliseconds that the service asked to wait, 0 where it asked for nothing, null when trying again is of no use. */
function waitOf(method: string, fault: unknown, isLost: boolean): number | null {
  const isSafe = method === 'GET' || method === 'POST';
  if (isLost) return isSafe ? 0 : null;
  const { status, code, retryAfterSeconds } = fault as GalleyError;
  const isAgain =
    status === 429 ||
    (status === 503 && repeatable.includes(method)) ||
    (isSafe && code === 'idempotency_in_progress');
  return isAgain ? (retryAfterSeconds ?? 0) * 1000 : null;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
