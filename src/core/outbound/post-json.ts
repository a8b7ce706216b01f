import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as httpRequest,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { type AddressGuard, ForbiddenAddress } from './address-guard.ts';

/** At most this much of an answer is read, and this much of it kept, in bytes (specification: delivery-request). */
const readBytesMax = 4 * 1024;
const keptBytesMax = 1024;

/** What came of one request: a status with the beginning of the answer, or a sentence on why there is none. */
export type Exchange =
  | { status: number; answer: string; failure: null }
  | { status: number | null; answer: string; failure: string };

export interface OutboundOptions {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** The bytes as they go out; they are never made again from an object. */
  body: Uint8Array;
  /** For everything from the resolution of the name to the last byte that is read. */
  timeoutMs: number;
}

/** An idle connection is kept this long for the next request, in milliseconds. */
const idleMs = 4_000;

/** Why an exchange was ended from this side. */
class Ended extends Error {}

/**
 * Posts to addresses that users gave. Redirects are not followed, proxies of the environment are not used, and only
 * addresses that the guard allows are connected to. Never throws: what went wrong is the answer. Every exchange ends
 * within its time by a timer of its own: there are receivers after which Node tells neither of an answer nor of an end.
 */
export class Outbound {
  readonly #guard: AddressGuard;
  /** How to break off what is under way. */
  readonly #open = new Set<AbortController>();
  readonly #agents = {
    'http:': new HttpAgent({ keepAlive: true, timeout: idleMs }),
    'https:': new HttpsAgent({ keepAlive: true, timeout: idleMs }),
  };

  constructor(guard: AddressGuard) {
    this.#guard = guard;
  }

  async postJson(sending: OutboundOptions): Promise<Exchange> {
    const end = new AbortController();
    this.#open.add(end);
    const late = `No whole answer within ${sending.timeoutMs / 1000} s.`;
    const timer = setTimeout(() => end.abort(new Ended(late)), sending.timeoutMs);
    const seen: { status: number | null } = { status: null };
    try {
      return await unlessEnded(this.#exchange(sending, end.signal, seen), end.signal);
    } catch (error) {
      const reason: unknown = end.signal.aborted ? end.signal.reason : error;
      return { status: seen.status, answer: '', failure: describe(reason) };
    } finally {
      clearTimeout(timer);
      this.#open.delete(end);
    }
  }

  /** Ends what is under way, and the connections that are kept. */
  close(): void {
    for (const end of this.#open) end.abort(new Ended('The service stopped before there was an answer.'));
    this.#guard.close();
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  async #exchange(
    sending: OutboundOptions,
    signal: AbortSignal,
    seen: { status: number | null },
  ): Promise<Exchange> {
    const url = new URL(sending.url);
    this.#guard.judgeLiteral(url.hostname);
    const response = await this.#ask(url, sending, signal);
    seen.status = response.statusCode ?? null;
    if (seen.status === null) throw new Error('an answer without a status');
    const answer = response.statusCode === switching ? '' : await readBeginning(response);
    return { status: seen.status, answer, failure: null };
  }

  /** A kept connection may have been closed by the other side at this very moment; then a new one is tried, once. */
  async #ask(url: URL, sending: OutboundOptions, signal: AbortSignal): Promise<IncomingMessage> {
    const agent = url.protocol === 'https:' ? this.#agents['https:'] : this.#agents['http:'];
    const first = this.#request(url, sending, { agent, signal });
    try {
      return await answerTo(first);
    } catch (error) {
      const wasStale = first.reusedSocket && codeOf(error) === 'ECONNRESET' && !signal.aborted;
      if (!wasStale) throw error;
      return answerTo(this.#request(url, sending, { agent: false, signal }));
    }
  }

  #request(
    url: URL,
    { headers, body }: OutboundOptions,
    { agent, signal }: { agent: HttpAgent | HttpsAgent | false; signal: AbortSignal },
  ): ClientRequest {
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    return request(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      agent,
      lookup: this.#guard.lookup,
      signal,
    }).end(body);
  }
}

/** The status of a receiver that wants another protocol on the connection, which is not supported. */
const switching = 101;

/** The beginning of an answer, whichever of its ways Node takes to tell of one, or of its absence. */
function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request
      .once('response', resolve)
      .once('upgrade', (response, socket) => {
        socket.destroy();
        resolve(response);
      })
      .on('error', reject)
      .once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
  });
}

/** The work's outcome, or the signal's reason when that comes first, whatever becomes of the work. */
async function unlessEnded<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => undefined); // its end after the signal has no reader
  const ended = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  return Promise.race([work, ended]);
}

async function readBeginning(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= readBytesMax) break; // leaving the loop ends the connection
  }
  return Buffer.concat(parts).subarray(0, keptBytesMax).toString('utf8');
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'The request failed.';
  if (error instanceof Ended) return error.message;
  if (error instanceof ForbiddenAddress) {
    return 'The address is private, local or otherwise special; nothing was sent.';
  }
  const code = codeOf(error);
  if (code === 'ENOTFOUND') return 'The name of the host does not resolve.';
  if (code === 'ECONNREFUSED') return 'The host refuses connections on this port.';
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'The host closed the connection.';
  return code === '' ? `The request failed: ${error.message}` : `The request failed: ${code}.`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
