import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as httpRequest,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { type AddressGuard, ForbiddenAddress } from './address-guard.ts';

/** Bytes of a response that are read, and bytes of it that are stored (specification: delivery-request). */
const readBytesMax = 4 * 1024;
const storedBytesMax = 1024;

/** The result of one request: a status with the start of the response, or the reason why there is none. */
export type Exchange =
  | { status: number; response: string; failure: null }
  | { status: number | null; response: string; failure: string };

export interface OutboundOptions {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Sent byte for byte, because a signature may cover them. */
  body: Uint8Array;
  /** From the resolution of the name to the last byte that is read, in milliseconds. */
  timeoutMs: number;
}

/** How long an idle connection stays open for the next request, in milliseconds. */
const idleMs = 4_000;

/** This side ended the exchange: it took too long, or the service stops. */
class ExchangeEnded extends Error {}

/**
 * Posts JSON to URLs from users, without redirects or proxies, and only to addresses that the guard allows. A failure
 * is a result, so it never throws. Its own timer ends each exchange, because with some receivers Node reports neither a
 * response nor an error.
 */
export class Outbound {
  readonly #guard: AddressGuard;
  /** Aborts the exchanges in progress. */
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
    const timeoutMessage = `No whole answer within ${sending.timeoutMs / 1000} s.`;
    const timer = setTimeout(() => end.abort(new ExchangeEnded(timeoutMessage)), sending.timeoutMs);
    const head: { status: number | null } = { status: null };
    try {
      return await untilAborted(this.#exchange(sending, end.signal, head), end.signal);
    } catch (error) {
      const reason: unknown = end.signal.aborted ? end.signal.reason : error;
      return { status: head.status, response: '', failure: describe(reason) };
    } finally {
      clearTimeout(timer);
      this.#open.delete(end);
    }
  }

  /** Aborts the exchanges in progress and closes idle connections. */
  close(): void {
    for (const end of this.#open)
      end.abort(new ExchangeEnded('The service stopped before there was an answer.'));
    this.#guard.close();
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  async #exchange(
    sending: OutboundOptions,
    signal: AbortSignal,
    head: { status: number | null },
  ): Promise<Exchange> {
    const url = new URL(sending.url);
    this.#guard.checkLiteral(url.hostname);
    const response = await this.#send(url, sending, signal);
    head.status = response.statusCode ?? null;
    if (head.status === null) throw new Error('an answer without a status');
    const answer = response.statusCode === switchingProtocols ? '' : await readStart(response);
    return { status: head.status, response: answer, failure: null };
  }

  /** The receiver may close an idle connection at the same moment. Then one new connection is tried. */
  async #send(url: URL, sending: OutboundOptions, signal: AbortSignal): Promise<IncomingMessage> {
    const agent = url.protocol === 'https:' ? this.#agents['https:'] : this.#agents['http:'];
    const first = this.#request(url, sending, { agent, signal });
    try {
      return await responseTo(first);
    } catch (error) {
      const wasStale = first.reusedSocket && codeOf(error) === 'ECONNRESET' && !signal.aborted;
      if (!wasStale) throw error;
      return responseTo(this.#request(url, sending, { agent: false, signal }));
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

/** The status of a receiver that wants to change the protocol of the connection, which is not supported. */
const switchingProtocols = 101;

/** The start of a response. Depending on the receiver, Node reports it, or its absence, by different events. */
function responseTo(request: ClientRequest): Promise<IncomingMessage> {
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

/** The result of the work, or the signal's reason if the signal aborts first. The work itself continues. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => undefined); // nobody reads its error after the abort
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  return Promise.race([work, aborted]);
}

async function readStart(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= readBytesMax) break; // leaving the loop closes the connection
  }
  return Buffer.concat(parts).subarray(0, storedBytesMax).toString('utf8');
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'The request failed.';
  if (error instanceof ExchangeEnded) return error.message;
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
