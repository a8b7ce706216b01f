import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as httpRequest,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { type AddressGuard, ForbiddenAddress } from './address-guard.ts';

/** At most this much of an answer is read, and this much of it kept, in bytes (contract, section 11). */
const readBytesMax = 4 * 1024;
const keptBytesMax = 1024;

/** What came of one request: a status with the beginning of the answer, or a sentence on why there is none. */
export type Exchange =
  | { status: number; answer: string; failure: null }
  | { status: number | null; answer: string; failure: string };

export interface Sending {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** The bytes as they go out; they are never made again from an object. */
  body: Uint8Array;
  /** For everything from the resolution of the name to the last byte that is read. */
  timeoutMs: number;
}

/** An idle connection is kept this long for the next request, in milliseconds. */
const idleMs = 4_000;

/**
 * Posts to addresses that users gave. Redirects are not followed, proxies of the environment are not used, and only
 * addresses that the guard allows are connected to. Never throws: what went wrong is the answer.
 */
export class Outbound {
  readonly #guard: AddressGuard;
  readonly #agents = {
    'http:': new HttpAgent({ keepAlive: true, timeout: idleMs }),
    'https:': new HttpsAgent({ keepAlive: true, timeout: idleMs }),
  };

  constructor(guard: AddressGuard) {
    this.#guard = guard;
  }

  async postJson(sending: Sending): Promise<Exchange> {
    const inTime = AbortSignal.timeout(sending.timeoutMs);
    let status: number | null = null;
    try {
      const url = new URL(sending.url);
      this.#guard.judgeLiteral(url.hostname);
      const response = await this.#open(url, sending, inTime);
      status = response.statusCode ?? null;
      if (status === null) throw new Error('an answer without a status');
      return { status, answer: await readBeginning(response), failure: null };
    } catch (error) {
      return { status, answer: '', failure: describe(error, inTime.aborted, sending.timeoutMs) };
    }
  }

  /** Ends the connections that are kept, and those in use. */
  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  /** A kept connection may have been closed by the other side at this very moment; then a new one is tried, once. */
  async #open(url: URL, sending: Sending, inTime: AbortSignal): Promise<IncomingMessage> {
    const agent = url.protocol === 'https:' ? this.#agents['https:'] : this.#agents['http:'];
    const first = this.#request(url, sending, { agent, inTime });
    try {
      return await answerTo(first);
    } catch (error) {
      const wasStale = first.reusedSocket && codeOf(error) === 'ECONNRESET' && !inTime.aborted;
      if (!wasStale) throw error;
      return answerTo(this.#request(url, sending, { agent: false, inTime }));
    }
  }

  #request(
    url: URL,
    { headers, body }: Sending,
    { agent, inTime }: { agent: HttpAgent | HttpsAgent | false; inTime: AbortSignal },
  ): ClientRequest {
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    return request(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      agent,
      lookup: this.#guard.lookup,
      signal: inTime,
    }).end(body);
  }
}

function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve).on('error', reject);
  });
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

function describe(error: unknown, isLate: boolean, timeoutMs: number): string {
  if (isLate) return `No whole answer within ${timeoutMs / 1000} s.`;
  if (!(error instanceof Error)) return 'The request failed.';
  if (error instanceof ForbiddenAddress) {
    return 'The address is private, local or otherwise special; nothing was sent.';
  }
  const code = codeOf(error);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The name of the host does not resolve.';
  if (code === 'ECONNREFUSED') return 'The host refuses connections on this port.';
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'The host closed the connection.';
  return code === '' ? `The request failed: ${error.message}` : `The request failed: ${code}.`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
