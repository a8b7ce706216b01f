import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ObjectRef, Storage } from '../core/storage/index.ts';
import { filesFolder } from './folder.ts';
import type { FileCounts, Row } from './schema.ts';

/** Maximum time to copy one file, in milliseconds. */
export const fileTimeMs = 10 * 60_000;

/** The keys of an asset that copying its file needs. */
export interface AssetFile {
  id: string;
  object: ObjectRef;
  contentType: string;
  sizeBytes: number;
}

/** Returns the file of a media row; null without one. */
export function assetFileOf(row: Row): AssetFile | null {
  if (row['status'] !== 'ready') return null;
  const object = row['object'] as ObjectRef;
  return {
    id: row._id,
    object,
    contentType: String(row['content_type']),
    sizeBytes: Number(row['size_bytes']),
  };
}

/** Stores the files of an import. */
export interface FileSender {
  readonly counts: FileCounts;
  /** @throws Error with a plain text if the storage rejects the file, temporarily_unavailable if it is down */
  send(file: AssetFile, from: AssetFile, now: Date): Promise<void>;
}

/** Copies files from the storage to a folder or back; existing files are skipped. */
export class FileCopy implements FileSender {
  readonly counts: FileCounts = { copied: 0, kept: 0, missing: [] };
  readonly #folder: string;
  readonly #storage: Storage;

  constructor(folder: string, storage: Storage) {
    this.#folder = filesFolder(folder);
    this.#storage = storage;
  }

  /** Copies a file to the folder. @throws Error with a plain text if the storage rejects the request */
  async fetch(file: AssetFile, now: Date): Promise<void> {
    const path = join(this.#folder, file.id);
    if ((await sizeOf(path)) === file.sizeBytes) return this.#count('kept');
    const { url } = await this.#storage.presignDownload({ ...file.object, now, reader: 'service' });
    const response = await fetch(url, { signal: AbortSignal.timeout(fileTimeMs) });
    if (response.status === 404) {
      await response.body?.cancel();
      this.counts.missing.push(file.id);
      return;
    }
    if (!response.ok || response.body === null) throw new Error(rejectionText(file, response.status));
    await mkdir(this.#folder, { recursive: true });
    await pipeline(Readable.fromWeb(response.body), createWriteStream(`${path}.partial`));
    if ((await sizeOf(`${path}.partial`)) !== file.sizeBytes) {
      await rm(`${path}.partial`);
      this.counts.missing.push(file.id);
      return;
    }
    await rename(`${path}.partial`, path);
    this.#count('copied');
  }

  /**
   * Copies a file to the storage, from that of the asset `from`, which has another id if ids are new.
   * @throws Error with a plain text if it rejects the file, temporarily_unavailable if it is down
   */
  async send(file: AssetFile, from: AssetFile, now: Date): Promise<void> {
    const path = join(this.#folder, from.id);
    const existing = await this.#storage.stat(file.object);
    if (existing?.sizeBytes === file.sizeBytes && existing.contentType === file.contentType)
      return this.#count('kept');
    if ((await sizeOf(path)) !== file.sizeBytes) {
      this.counts.missing.push(file.id);
      return;
    }
    const { url, method, headers } = this.#storage.presignUpload({
      ...file,
      ...file.object,
      now,
      sender: 'service',
    });
    const response = await fetch(url, {
      method,
      headers,
      body: Readable.toWeb(createReadStream(path)),
      duplex: 'half',
      signal: AbortSignal.timeout(fileTimeMs),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(rejectionText(file, response.status));
    this.#count('copied');
  }

  #count(result: 'copied' | 'kept'): void {
    this.counts[result] += 1;
  }
}

async function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  );
}

export function rejectionText({ id }: AssetFile, status: number): string {
  return `The storage refused the file of ${id} (HTTP ${status}). \`galley doctor\` says why.`;
}
