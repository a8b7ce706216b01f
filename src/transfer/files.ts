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

/** Copies the files of an export. */
export interface FileFetcher {
  readonly counts: FileCounts;
  /** @throws Error with a plain text if the storage rejects the request */
  fetch(file: AssetFile, now: Date): Promise<void>;
}

/** Stores the files of an import. */
export interface FileSender {
  readonly counts: FileCounts;
  /** @throws Error with a plain text if the storage rejects the file, temporarily_unavailable if it is down */
  send(file: AssetFile, from: AssetFile, now: Date): Promise<void>;
}

/** Copies files from the storage to a folder or back; existing files are skipped. */
export class FileCopy implements FileFetcher, FileSender {
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
    await mkdir(this.#folder, { recursive: true });
    if (!(await downloadFile(this.#storage, file, { path: `${path}.partial`, now }))) {
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
    if (await isStored(this.#storage, file)) return this.#count('kept');
    if ((await sizeOf(path)) !== file.sizeBytes) {
      this.counts.missing.push(file.id);
      return;
    }
    await uploadFile(this.#storage, file, { path, now });
    this.#count('copied');
  }

  #count(result: 'copied' | 'kept'): void {
    this.counts[result] += 1;
  }
}

/** Whether the storage has the file of an asset. */
export async function isStored(
  storage: Storage,
  { object, sizeBytes, contentType }: AssetFile,
): Promise<boolean> {
  const existing = await storage.stat(object);
  return existing?.sizeBytes === sizeBytes && existing.contentType === contentType;
}

/**
 * Copies the file of an asset from the storage to a path. False if it is missing or has another size.
 * @throws Error with a plain text if the storage rejects the request
 */
export async function downloadFile(
  storage: Storage,
  file: AssetFile,
  { path, now }: { path: string; now: Date },
): Promise<boolean> {
  const { url } = await storage.presignDownload({ ...file.object, now, reader: 'service' });
  const response = await fetch(url, { signal: AbortSignal.timeout(fileTimeMs) });
  if (response.status === 404) {
    await response.body?.cancel();
    return false;
  }
  if (!response.ok || response.body === null) throw new Error(rejectionText(file, response.status));
  await pipeline(Readable.fromWeb(response.body), createWriteStream(path));
  if ((await sizeOf(path)) === file.sizeBytes) return true;
  await rm(path);
  return false;
}

/** Copies a file to the storage. @throws Error with a plain text if the storage rejects it */
export async function uploadFile(
  storage: Storage,
  file: AssetFile,
  { path, now }: { path: string; now: Date },
): Promise<void> {
  const upload = { ...file, ...file.object, now, sender: 'service' } as const;
  const { url, method, headers } = storage.presignUpload(upload);
  const body = Readable.toWeb(createReadStream(path));
  const signal = AbortSignal.timeout(fileTimeMs);
  const response = await fetch(url, { method, headers, body, duplex: 'half', signal });
  await response.body?.cancel();
  if (!response.ok) throw new Error(rejectionText(file, response.status));
}

export async function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  );
}

export function rejectionText({ id }: AssetFile, status: number): string {
  return `The storage rejected the file of ${id} (HTTP ${status}). Run \`galley doctor\` to find the cause.`;
}
