import { createHash } from 'node:crypto';
import { createReadStream, type WriteStream, createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { finished, pipeline } from 'node:stream/promises';
import type { Archive, ArchivedObject } from '../../core/archive/index.ts';
import type { Storage } from '../../core/storage/index.ts';
import {
  type AssetFile,
  downloadFile,
  type FileFetcher,
  type FileSender,
  isStored,
  sizeOf,
  uploadFile,
} from '../files.ts';
import type { FileCounts } from '../schema.ts';
import { transferError } from '../transfer-error.ts';
import type { Cipher } from './cipher.ts';
import { fileKey } from './stored-backups.ts';

interface ArchivedFileParts {
  archive: Archive;
  storage: Storage;
  cipher: Cipher;
  /** The project of the backup. */
  projectId: string;
  /** A folder for one file at a time. */
  folder: string;
}

/**
 * Copies files from the storage to the archive. A file's name contains its media id, a digest of its key and of the
 * cipher, and a digest of the stored bytes. So a file is stored once, and damage is noticed.
 */
export class ArchiveFiles implements FileFetcher {
  readonly counts: FileCounts = { copied: 0, kept: 0, missing: [] };
  /** The size in the archive of all files in the list. */
  bytes = 0;
  readonly #parts: ArchivedFileParts;
  readonly #stored: SortedObjects;
  readonly #list: WriteStream;

  constructor(parts: ArchivedFileParts, listPath: string) {
    this.#parts = parts;
    const prefix = fileKey(parts.projectId, '');
    this.#stored = new SortedObjects(parts.archive.list(prefix), prefix.length);
    this.#list = createWriteStream(listPath);
  }

  /** Files must come in the order of their ids. @throws Error with a plain text */
  async fetch(file: AssetFile, now: Date): Promise<void> {
    const { archive, storage, cipher, projectId, folder } = this.#parts;
    const namePrefix = `${file.id}-${cipher.digestOf(file.object.key)}-`;
    const isWhole = ({ sizeBytes }: ArchivedObject) => cipher.isEncrypting || sizeBytes === file.sizeBytes;
    const objects = await this.#stored.startingWith(file.id);
    const stored = objects.find((object) => object.key.startsWith(namePrefix) && isWhole(object));
    if (stored !== undefined) return this.#add('kept', stored.key, stored.sizeBytes);
    const path = join(folder, 'file');
    if (!(await downloadFile(storage, file, { path, now }))) {
      this.counts.missing.push(file.id);
      return;
    }
    const sealed = await cipher.seal(path);
    const name = `${namePrefix}${await digestOfFile(sealed)}`;
    await this.#add('copied', name, await archive.putFile(fileKey(projectId, name), sealed));
    await rm(sealed);
  }

  /** Ends the list of names. */
  async end(): Promise<void> {
    this.#list.end();
    await finished(this.#list);
  }

  async #add(result: 'copied' | 'kept', name: string, sizeBytes: number): Promise<void> {
    this.counts[result] += 1;
    this.bytes += sizeBytes;
    if (!this.#list.write(`${name}\n`)) await once(this.#list, 'drain');
  }
}

/** Copies the files that the list of a backup names from the archive to the storage. */
export class RestoreFiles implements FileSender {
  readonly counts: FileCounts = { copied: 0, kept: 0, missing: [] };
  readonly #parts: ArchivedFileParts;
  readonly #names: SortedObjects;

  constructor(parts: ArchivedFileParts, names: AsyncIterable<string>) {
    this.#parts = parts;
    this.#names = new SortedObjects(objectsOf(names), 0);
  }

  /** Files must come in the order of `from`. @throws invalid_parameter for a missing or damaged object */
  async send(file: AssetFile, from: AssetFile, now: Date): Promise<void> {
    const { archive, storage, cipher, projectId, folder } = this.#parts;
    const [listedFile] = await this.#names.startingWith(from.id);
    if (listedFile === undefined) return void this.counts.missing.push(file.id); // missing when the backup was created
    const { key: name } = listedFile;
    const path = join(folder, 'file');
    if (!(await archive.fetchFile(fileKey(projectId, name), path)))
      throw transferError(`The file ${name} of the backup is missing.`, '--backup');
    if (!name.endsWith(`-${await digestOfFile(path)}`))
      throw transferError(`The file ${name} of the backup is damaged.`, '--backup');
    const opened = await cipher.open(path, `The file ${name}`);
    if ((await sizeOf(opened)) !== file.sizeBytes)
      throw transferError(`The file ${name} of the backup has another size than its asset.`, '--backup');
    if (await isStored(storage, file)) this.counts.kept += 1;
    else {
      await uploadFile(storage, file, { path: opened, now });
      this.counts.copied += 1;
    }
    await rm(opened);
  }
}

/** Finds objects by id in a list that is read only once, so ids must be requested in the order of the keys. */
class SortedObjects {
  readonly #objects: AsyncIterator<ArchivedObject>;
  readonly #prefixLength: number;
  #next: IteratorResult<ArchivedObject> | null = null;

  /** @param prefixLength - the length of the prefix that all keys have */
  constructor(objects: AsyncIterable<ArchivedObject>, prefixLength: number) {
    this.#objects = objects[Symbol.asyncIterator]();
    this.#prefixLength = prefixLength;
  }

  /** The objects whose names begin with an id. */
  async startingWith(id: string): Promise<ArchivedObject[]> {
    const matches: ArchivedObject[] = [];
    for (;;) {
      this.#next ??= await this.#objects.next();
      if (this.#next.done === true) return matches;
      const { key, sizeBytes } = this.#next.value;
      const name = key.slice(this.#prefixLength);
      if (name.startsWith(`${id}-`)) matches.push({ key: name, sizeBytes });
      else if (name > id) return matches;
      this.#next = null;
    }
  }
}

async function* objectsOf(names: AsyncIterable<string>): AsyncIterable<ArchivedObject> {
  for await (const key of names) yield { key, sizeBytes: 0 };
}

async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex').slice(0, 32);
}
