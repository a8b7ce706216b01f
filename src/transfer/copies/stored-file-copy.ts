import type { Storage } from '../../core/storage/index.ts';
import { type AssetFile, type FileSender, fileTimeMs, rejectionText } from '../files.ts';
import type { FileCounts } from '../schema.ts';

/** Copies files from one key of the storage to another. */
export class StoredFileCopy implements FileSender {
  readonly counts: FileCounts = { copied: 0, kept: 0, missing: [] };
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  async send(file: AssetFile, from: AssetFile, now: Date): Promise<void> {
    if ((await this.#storage.stat(from.object))?.sizeBytes !== file.sizeBytes) {
      this.counts.missing.push(file.id);
      return;
    }
    if (!(await this.#copyInside(file, from))) await this.#stream(file, from, now);
    this.counts.copied += 1;
  }

  /** Copies inside the storage. @returns false if that fails: some storages can't, or the file is too large for a request */
  async #copyInside(file: AssetFile, from: AssetFile): Promise<boolean> {
    try {
      await this.#storage.copy(from.object, file.object);
    } catch {
      return false;
    }
    const copied = await this.#storage.stat(file.object);
    return copied?.sizeBytes === file.sizeBytes && copied.contentType === file.contentType;
  }

  async #stream(file: AssetFile, from: AssetFile, now: Date): Promise<void> {
    const signal = AbortSignal.timeout(fileTimeMs);
    const download = await this.#storage.presignDownload({ ...from.object, now, reader: 'service' });
    const source = await fetch(download.url, { signal });
    if (!source.ok || source.body === null) throw new Error(rejectionText(from, source.status));
    const upload = this.#storage.presignUpload({ ...file, ...file.object, now, sender: 'service' });
    const { url, method, headers } = upload;
    const response = await fetch(url, { method, headers, body: source.body, duplex: 'half', signal });
    await response.body?.cancel();
    if (!response.ok) throw new Error(rejectionText(file, response.status));
  }
}
