import { Agent, request } from 'undici';
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

/**
 * Posts to addresses that users gave. Redirects are not followed, proxies of the environment are not used, and only
 * addresses that the guard allows are connected to. Never throws: what went wrong is the answer.
 */
export class Outbound {
  readonly #guard: AddressGuard;
  readonly #agent: Agent;

  /** @param connectMs - time for a connection to stand, in milliseconds. */
  constructor(guard: AddressGuard, connectMs: number) {
    this.#guard = guard;
    this.#agent = new Agent({ connect: { lookup: guard.lookup, timeout: connectMs }, pipelining: 1 });
  }

  async postJson({ url, headers, body, timeoutMs }: Sending): Promise<Exchange> {
    const inTime = AbortSignal.timeout(timeoutMs);
    let status: number | null = null;
    try {
      this.#guard.judgeLiteral(new URL(url).hostname);
      const response = await request(url, {
        dispatcher: this.#agent,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
        signal: inTime,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      });
      status = response.statusCode;
      const answer = await readBeginning(response.body);
      return { status, answer, failure: null };
    } catch (error) {
      return { status, answer: '', failure: describe(error, inTime.aborted, timeoutMs) };
    }
  }

  /** Ends the connections that are kept open. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

async function readBeginning(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= readBytesMax) break; // leaving the loop ends the connection
  }
  return Buffer.concat(parts).subarray(0, keptBytesMax).toString('utf8');
}

function describe(error: unknown, isLate: boolean, timeoutMs: number): string {
  if (isLate) return `No whole answer within ${timeoutMs / 1000} s.`;
  if (!(error instanceof Error)) return 'The request failed.';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof ForbiddenAddress || error.cause instanceof ForbiddenAddress) {
    return 'The address is private, local or otherwise special; nothing was sent.';
  }
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return `No connection within ${timeoutMs / 1000} s.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The name of the host does not resolve.';
  if (code === 'ECONNREFUSED') return 'The host refuses connections on this port.';
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET') return 'The host closed the connection.';
  return code === '' ? `The request failed: ${error.message}` : `The request failed: ${code}.`;
}
