import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openClient } from '../storage/client.ts';
import type { StorageSettings } from '../storage/settings.ts';
import { pathOf, presignDownload, presignUpload } from '../storage/signing.ts';
import { innermostReason } from '../storage/bucket/bucket-error.ts';
import { toStoreError } from '../storage/store-errors.ts';

/** Maximum time to send or to fetch one object, and for small requests, in milliseconds. */
const [objectTimeMs, requestTimeMs] = [10 * 60_000, 10_000];
type Body = NonNullable<RequestInit['body']>;

const contentType = 'application/octet-stream';

/** An object, with its key below the archive's prefix. */
export interface ArchivedObject {
  key: string;
  sizeBytes: number;
}

/** The storage of an archive does not respond, or rejects a request. */
export class ArchiveError extends Error {}

/** Objects below one prefix of a bucket that only signed requests can read. Every method throws ArchiveError. */
export class Archive {
  readonly #settings: StorageSettings;
  readonly #prefix: string;

  constructor(settings: StorageSettings, prefix: string) {
    this.#settings = settings;
    this.#prefix = prefix;
  }

  get bucket(): string {
    return this.#settings.privateBucket;
  }

  /** Whether everyone can read a new object. Stores one for a moment. */
  async isPublic(): Promise<boolean> {
    const key = `galley-check-${randomUUID()}`;
    await this.#call('write to', () => this.#put(key, { body: '1', sizeBytes: 1 }, requestTimeMs));
    try {
      return await this.#call('read', async () => {
        const url = `${new URL(this.#settings.endpoint).origin}${pathOf(this.bucket, this.#full(key))}`;
        const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(requestTimeMs) });
        await response.body?.cancel();
        return response.ok;
      });
    } finally {
      await this.remove(key);
    }
  }

  /** Yields the objects below a key, sorted by key. */
  async *list(under: string): AsyncIterable<ArchivedObject> {
    const client = await openClient(this.#settings);
    try {
      for await (const item of client.listObjectsV2(this.bucket, this.#full(under), true)) {
        const { name = '', size = 0 } = item as { name?: string; size?: number };
        yield { key: name.slice(this.#prefix.length + 1), sizeBytes: size };
      }
    } catch (error) {
      throw this.#error('list', toStoreError(error));
    }
  }

  /** Stores a file. @returns its size in bytes */
  async putFile(key: string, path: string): Promise<number> {
    const { size } = await stat(path);
    const body = size === 0 ? '' : Readable.toWeb(createReadStream(path));
    await this.#call('write to', () => this.#put(key, { body, sizeBytes: size }, objectTimeMs));
    return size;
  }

  async putText(key: string, text: string): Promise<void> {
    const sizeBytes = Buffer.byteLength(text);
    await this.#call('write to', () => this.#put(key, { body: text, sizeBytes }, requestTimeMs));
  }

  /** The text of a small object; null if it doesn't exist. */
  async readText(key: string): Promise<string | null> {
    return this.#call('read', async () => (await this.#get(key, requestTimeMs))?.text() ?? null);
  }

  /** Copies an object to a file. False if it doesn't exist. */
  async fetchFile(key: string, path: string): Promise<boolean> {
    return this.#call('read', async () => {
      const response = await this.#get(key, objectTimeMs);
      if (response === null || response.body === null) return false;
      await pipeline(Readable.fromWeb(response.body), createWriteStream(path));
      return true;
    });
  }

  /** Removes an object, if it exists. */
  async remove(key: string): Promise<void> {
    const client = await openClient(this.#settings);
    await this.#call('remove from', () => client.removeObject(this.bucket, this.#full(key)));
  }

  async #put(
    key: string,
    { body, sizeBytes }: { body: Body; sizeBytes: number },
    timeMs: number,
  ): Promise<void> {
    const upload = { key: this.#full(key), private: true, contentType, sizeBytes, now: new Date() };
    const { url, method, headers } = presignUpload(this.#settings, { ...upload, sender: 'service' });
    const signal = AbortSignal.timeout(timeMs);
    const response = await fetch(url, { method, headers, body, duplex: 'half', signal });
    if (!response.ok) throw await rejectionOf(response);
    await response.body?.cancel();
  }

  async #get(key: string, timeMs: number): Promise<Response | null> {
    const download = { key: this.#full(key), private: true, now: new Date(), reader: 'service' } as const;
    const { url } = await presignDownload(this.#settings, download);
    const response = await fetch(url, { signal: AbortSignal.timeout(timeMs) });
    if (response.ok) return response;
    if (response.status !== 404) throw await rejectionOf(response);
    await response.body?.cancel();
    return null;
  }

  #full(key: string): string {
    return `${this.#prefix}/${key}`;
  }

  async #call<T>(action: string, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      throw this.#error(action, toStoreError(error));
    }
  }

  #error(action: string, error: unknown): unknown {
    if (error instanceof Error && 'syscall' in error && 'path' in error) return error; // of the disk
    return new ArchiveError(
      `Galley can't ${action} the backup bucket "${this.bucket}" (${innermostReason(error)}). Check BACKUP_S3_BUCKET, BACKUP_S3_ENDPOINT and the keys.`,
      { cause: error },
    );
  }
}

async function rejectionOf(response: Response): Promise<Error> {
  const code = /<Code>([^<]+)<\/Code>/.exec(await response.text())?.[1];
  return new Error(code ?? `HTTP ${response.status}`);
}
