import { createWriteStream } from 'node:fs';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList } from 'node:net';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { AddressGuard, ForbiddenAddress } from '../../core/outbound/index.ts';
import { serviceVersion } from '../../core/util/index.ts';

/** A file could not be downloaded; the message says why. */
export class DownloadFailed extends Error {
  /** Whether another attempt can succeed. */
  readonly isTemporary: boolean;

  constructor(message: string, { isTemporary = false } = {}) {
    super(message);
    this.isTemporary = isTemporary;
  }
}

const attemptsMax = 3;
const redirectsMax = 5;
const userAgent = `Galley/${serviceVersion} (galley load)`;

export interface DownloaderOptions {
  maxBytes: number;
  /** Whether URLs may lead to private, loopback and link-local addresses. */
  allowsPrivateHosts: boolean;
  /** Milliseconds without a byte after which a download ends. */
  stallMs?: number;
  /** Milliseconds before the second attempt. Later ones wait longer. */
  retryMs?: number;
}

/** Downloads files from URLs of a bundle to the machine of the operator, only from addresses that the guard allows. */
export class Downloader {
  readonly #guard: AddressGuard;
  readonly #maxBytes: number;
  readonly #stallMs: number;
  readonly #retryMs: number;

  constructor({ maxBytes, allowsPrivateHosts, stallMs = 60_000, retryMs = 1_000 }: DownloaderOptions) {
    const allowed = new BlockList();
    if (allowsPrivateHosts) {
      allowed.addSubnet('0.0.0.0', 0, 'ipv4');
      allowed.addSubnet('::', 0, 'ipv6');
    }
    this.#guard = new AddressGuard(allowed);
    this.#maxBytes = maxBytes;
    this.#stallMs = stallMs;
    this.#retryMs = retryMs;
  }

  close(): void {
    this.#guard.close();
  }

  /** Downloads a file to `path`. @returns its MIME type without parameters @throws DownloadFailed */
  async download(url: string, path: string): Promise<{ contentType: string }> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#downloadOnce(url, path);
      } catch (error) {
        const failure = error instanceof DownloadFailed ? error : failureOf(error);
        if (!failure.isTemporary || attempt === attemptsMax) throw failure;
        await pause(this.#retryMs * attempt);
      }
    }
  }

  async #downloadOnce(url: string, path: string): Promise<{ contentType: string }> {
    const response = await this.#open(url);
    const contentType = (response.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    if (contentType === 'text/html' || contentType === 'application/xhtml+xml') {
      response.destroy();
      throw new DownloadFailed('the URL leads to an HTML page, not to a file');
    }
    const expectedBytes = Number(response.headers['content-length'] ?? NaN);
    if (expectedBytes > this.#maxBytes) {
      response.destroy();
      throw tooLarge(this.#maxBytes);
    }
    await pipeline(response, this.#bounded(response), createWriteStream(path));
    return { contentType };
  }

  /** Follows redirects, and checks the address of each. */
  async #open(url: string): Promise<IncomingMessage> {
    let target = parseUrl(url);
    for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
      const response = await this.#request(target);
      const { statusCode: status = 0, headers } = response;
      if (status < 300) return response;
      response.destroy();
      if (status >= 400)
        throw new DownloadFailed(`the server responded with ${status}`, {
          isTemporary: status >= 500 || status === 429,
        });
      if (headers.location === undefined) throw new DownloadFailed(`the server responded with ${status}`);
      target = parseUrl(headers.location, target);
    }
    throw new DownloadFailed(`the URL redirects more than ${redirectsMax} times`);
  }

  #request(url: URL): Promise<IncomingMessage> {
    this.#guard.checkLiteral(url.hostname);
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const request = send(url, {
        lookup: this.#guard.lookup,
        headers: { 'User-Agent': userAgent, Accept: '*/*' },
        timeout: this.#stallMs,
      });
      request.once('response', resolve).once('error', reject);
      request.once('timeout', () => request.destroy(stalled(this.#stallMs)));
      request.end();
    });
  }

  /** Ends a download that is too large, and one without a byte for `stallMs`. */
  #bounded(response: IncomingMessage): Transform {
    const maxBytes = this.#maxBytes;
    let bytes = 0;
    response.setTimeout(this.#stallMs, () => response.destroy(stalled(this.#stallMs)));
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        if (bytes > maxBytes) done(tooLarge(maxBytes));
        else done(null, chunk);
      },
    });
  }
}

function parseUrl(text: string, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new DownloadFailed('the URL must begin with http:// or https://');
  return url;
}

function tooLarge(maxBytes: number): DownloadFailed {
  return new DownloadFailed(`the file has more than ${maxBytes} bytes (MAX_UPLOAD_BYTES)`);
}

function stalled(stallMs: number): DownloadFailed {
  return new DownloadFailed(`no data arrived for ${stallMs / 1000} s`, { isTemporary: true });
}

function failureOf(error: unknown): DownloadFailed {
  if (error instanceof ForbiddenAddress)
    return new DownloadFailed(`${error.message}. --allow-private-hosts downloads from private networks`);
  const { message } = error as Error;
  return new DownloadFailed(message, { isTemporary: true });
}
