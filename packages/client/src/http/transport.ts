import { errorOf, type GalleyError } from './errors.ts';
import { type Query, queryString } from './query.ts';

export interface ClientOptions {
  /** Base URL of the service, such as `https://content.example.com`. */
  baseUrl: string;
  /** `sk_...` on servers, `pk_...` in browsers. Not needed with `preview`. */
  key?: string | undefined;
  /** A preview token from the dashboard (`pv_...`). Reads return drafts, for at most an hour. */
  preview?: string | undefined;
  /** Reads drafts with a secret key that has the permission `preview` or `draft`. Items then have a `state`. */
  drafts?: boolean | undefined;
  /** Reads what readers will see at a later time, up to 366 days ahead. Implies `drafts`. With `release`: after its promotion. */
  at?: Date | string | undefined;
  /** The release to read and write (`rel_...`). Default: the default release. */
  release?: string;
  /** Number of retries of requests that can be repeated. Default: 2. */
  retries?: number;
  /** Maximum wait before a retry in seconds; an error with a longer `Retry-After` is thrown immediately. Default: 60. */
  retryWaitMaxSeconds?: number;
  /** A replacement for `fetch`, for example of a framework. */
  fetch?: typeof fetch;
}

/** Options of every method. */
export interface CallOptions {
  signal?: AbortSignal;
}

/** Options of every write. */
export interface WriteOptions extends CallOptions {
  /** Checks the write without storing it, and returns the result that it would have. */
  dryRun?: boolean;
  /** The expected revision, an ETag, or `*`. If the item has another revision, the write fails with `revision_conflict`. */
  ifMatch?: string | number;
  /** For POST: a repeated request with this key returns the first response. Default: a random key. */
  idempotencyKey?: string;
}

/** Options of changes to items with a draft. */
export interface DraftOptions extends WriteOptions {
  /** Changes only the draft, which can be incomplete. */
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
 * Creates the function that sends requests with one key. It repeats every method after 429, all but PATCH after 503, and
 * GET and POST after a lost connection. Each POST has an Idempotency-Key, so it is never executed twice.
 */
export function transport(options: ClientOptions): Send {
  const { preview, at, drafts = at !== undefined, retries = 2, retryWaitMaxSeconds = 60 } = options;
  const time = at instanceof Date ? at.toISOString() : at;
  const key = preview ?? options.key ?? '';
  refuseMissing('baseUrl', options.baseUrl, 'https://content.example.com');
  refuseMissing('key', preview ?? options.key, 'an API key that begins with sk_ or pk_');
  checkBaseUrl(options.baseUrl);
  const base = options.baseUrl.replace(/\/+$/, '');
  const pathOf = (method: string, path: string) =>
    preview !== undefined || (drafts && method === 'GET') ? path.replace(/^\/v1\//, '/preview/v1/') : path;
  const doFetch = options.fetch ?? ((url: string, init: RequestInit) => fetch(url, init));

  return async (method, path, outgoing = {}) => {
    const { query = {}, dryRun, draft, signal } = outgoing;
    const also = { ...(draft === true && { draft }), ...(dryRun === true && { dry_run: true }) };
    const isLater = time !== undefined && method === 'GET' && showsTime(path);
    const atTime = isLater ? { at: time, release: query['release'] ?? options.release } : {};
    const url = `${base}${pathOf(method, path)}${queryString({ ...query, ...also, ...atTime })}`;
    const init: RequestInit = {
      method,
      headers: headersOf(method, key, outgoing),
      ...(outgoing.body !== undefined && { body: JSON.stringify(outgoing.body) }),
      ...(signal !== undefined && { signal }),
    };
    for (let tries = 0; ; tries++) {
      const outcome = await doFetch(url, init).catch((fault: unknown) => new Lost(fault));
      if (!(outcome instanceof Lost) && outcome.ok) return outcome;
      const fault =
        outcome instanceof Lost ? unreachable(options.baseUrl, outcome.cause) : await errorOf(outcome);
      const waitMs = tries < retries ? waitOf(method, fault, outcome instanceof Lost) : null;
      if (waitMs === null || signal?.aborted === true) throw fault;
      const backOffMs = waitMs > 0 ? waitMs : firstWaitMs * 2 ** tries * (0.5 + Math.random() / 2);
      if (backOffMs > retryWaitMaxSeconds * 1000) throw fault;
      await pause(backOffMs, signal);
    }
  };
}

/** Whether a read shows content, which changes with time. Other reads take no time. */
function showsTime(path: string): boolean {
  return /^\/v1\/(content|blog|kb|authors)(\/|$)/.test(path) && !/\/referenced-by$/.test(path);
}

/** Rejects a missing option, for example from an unset environment variable, which would be sent as "undefined". */
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

/** Descriptions of Node's error codes for lost connections. Browsers don't expose the reason. */
const reasons: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed',
  UND_ERR_SOCKET: 'connection closed',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host not found',
  ETIMEDOUT: 'connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
};

/** Creates an error that names the unreachable service. Errors of signals and frameworks are returned unchanged. */
function unreachable(baseUrl: string, thrown: unknown): unknown {
  if (!(thrown instanceof TypeError)) return thrown;
  const { code = '', message } = (thrown.cause ?? thrown) as { code?: string; message: string };
  const reason = reasons[code] ?? message;
  return new TypeError(`Can't reach Galley at ${baseUrl}: ${reason}.`, { cause: thrown });
}

/** There was no response. */
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

/** Works without https too, where `crypto.randomUUID` doesn't exist. */
export function newName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** Methods that can be repeated after 503, although the first attempt may be stored: idempotent ones, and POST by its key. */
const repeatable = ['GET', 'POST', 'PUT', 'DELETE'];

/** Milliseconds to wait before a retry, 0 if the service sent no time, null if a retry is useless. */
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

/** Waits. @throws the reason of the signal if it is aborted */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
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
