import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ObjectRef, Storage } from '../core/storage/index.ts';
import { filesFolder } from './folder.ts';
import type { FileCounts, Row } from './schema.ts';

/** Maximum time to copy one file, in milliseconds. */
const fileTimeMs = 10 * 60_000;

/** The keys of an asset that copying its file needs. */
interface Filed {
  id: string;
  object: ObjectRef;
  contentType: string;
  sizeBytes: number;
}

/** Returns the file of a media row; null without one. */
export function filedIn(row: Row): Filed | null {
  if (row['status'] !== 'ready') return null;
  const object = row['object'] as ObjectRef;
  return {
    id: row._id,
    object,
    contentType: String(row['content_type']),
    sizeBytes: Number(row['size_bytes']),
  };
}

/** Copies files from the storage to a folder or back; existing files are skipped. */
export class FileCopy {
  readonly counts: FileCounts = { copied: 0, kept: 0, missing: [] };
  readonly #folder: string;
  readonly #storage: Storage;

  constructor(folder: string, storage: Storage) {
    this.#folder = filesFolder(folder);
    this.#storage = storage;
  }

  /** Copies a file to the folder. @throws Error with a plain text if the storage rejects the request */
  async fetch(file: Filed, now: Date): Promise<void> {
    const path = join(this.#folder, file.id);
    if ((await sizeOf(path)) === file.sizeBytes) return this.#note('kept');
    const { url } = await this.#storage.presignDownload({ ...file.object, now, reader: 'service' });
    const answer = await fetch(url, { signal: AbortSignal.timeout(fileTimeMs) });
    if (answer.status === 404) {
      await answer.body?.cancel();
      this.counts.missing.push(file.id);
      return;
    }
    if (!answer.ok || answer.body === null) throw new Error(refusal(file, answer.status));
    await mkdir(this.#folder, { recursive: true });
    await pipeline(Readable.fromWeb(answer.body), createWriteStream(`${path}.partial`));
    if ((await sizeOf(`${path}.partial`)) !== file.sizeBytes) {
      await rm(`${path}.partial`);
      this.counts.missing.push(file.id);
      return;
    }
    await rename(`${path}.partial`, path);
    this.#note('copied');
  }

  /**
   * Copies a file to the storage.
   * @throws Error with a plain text if it rejects the file, temporarily_unavailable if it is down
   */
  async send(file: Filed, now: Date): Promise<void> {
    const path = join(this.#folder, file.id);
    const stored = await this.#storage.stat(file.object);
    if (stored?.sizeBytes === file.sizeBytes && stored.contentType === file.contentType)
      return this.#note('kept');
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
    const answer = await fetch(url, {
      method,
      headers,
      body: Readable.toWeb(createReadStream(path)),
      duplex: 'half',
      signal: AbortSignal.timeout(fileTimeMs),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(refusal(file, answer.status));
    this.#note('copied');
  }

  #note(what: 'copied' | 'kept'): void {
    this.counts[what] += 1;
  }
}

async function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  );
}

function refusal({ id }: Filed, status: number): string {
  return `The storage refused the file of ${id} (HTTP ${status}). \`galley doctor\` says why.`;
}
