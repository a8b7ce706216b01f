import { createHash, randomUUID } from 'node:crypto';
import { access, type FileHandle, link, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { refusal } from './refusal.ts';

/** The metadata that is stored with the bytes of an object. */
export interface ObjectDescription {
  readonly key: string;
  readonly sizeBytes: number;
  /** MD5 of the bytes in hex, in quotes. */
  readonly etag: string;
  readonly modifiedAt: string;
  /** Headers of the upload that are returned with the object: content type, disposition, `x-amz-meta-*`. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface ObjectToWrite {
  readonly key: string;
  readonly sizeBytes: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Hex; null if the client didn't send a hash. */
  readonly bodySha256: string | null;
  /** Base64; null if the client didn't send a hash. */
  readonly contentMd5: string | null;
  /** Rejects the write if the object exists. Of several parallel writes, the first complete one succeeds. */
  readonly onlyNew: boolean;
  readonly now: Date;
}

/** An open object. Callers must close `file`. */
export interface OpenObject {
  readonly file: FileHandle;
  readonly description: ObjectDescription;
}

const unfinishedFolder = 'unfinished';

/** Length of the number at the end of an object's file. */
const tailBytes = 4;

/**
 * Writes an object atomically. One file contains the bytes, their metadata as JSON, and the length of the JSON in four
 * bytes, so bytes and metadata always match. The sender waits for the disk, so memory use stays small.
 * @throws `PreconditionFailed` if `onlyNew` is set and the object exists
 */
export async function writeObject(
  folder: string,
  bytes: AsyncIterable<Buffer>,
  object: ObjectToWrite,
): Promise<ObjectDescription> {
  const path = pathOf(folder, object.key);
  if (object.onlyNew && (await isThere(path))) throw notNew(); // before the body is read
  const unfinished = join(folder, unfinishedFolder, randomUUID());
  await mkdir(dirname(path), { recursive: true });
  await mkdir(dirname(unfinished), { recursive: true });
  const file = await open(unfinished, 'wx');
  try {
    const md5 = await receive(file, bytes, object);
    const description: ObjectDescription = {
      key: object.key,
      sizeBytes: object.sizeBytes,
      etag: `"${md5}"`,
      modifiedAt: object.now.toISOString(),
      headers: object.headers,
    };
    await file.appendFile(tailOf(description));
    await file.close();
    if (object.onlyNew) await putWhereNothingIs(unfinished, path);
    else await rename(unfinished, path);
    return description;
  } catch (error) {
    await file.close();
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Creates a hard link, which fails atomically if the path exists, and then removes the first name. */
async function putWhereNothingIs(unfinished: string, path: string): Promise<void> {
  await link(unfinished, path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? notNew() : error;
  });
  await rm(unfinished);
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function notNew(): Error {
  return refusal('PreconditionFailed', 'There is an object with this key already.');
}

/** Throws `NoSuchKey`. The open object stays readable after it is replaced. */
export async function openObject(folder: string, key: string): Promise<OpenObject> {
  const file = await open(pathOf(folder, key)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? refusal('NoSuchKey', 'There is no such object.') : error;
  });
  try {
    return { file, description: await readDescription(file) };
  } catch (error) {
    await file.close();
    throw error;
  }
}

export async function removeObject(folder: string, key: string): Promise<void> {
  await rm(pathOf(folder, key), { force: true });
}

/** Describes all objects whose keys begin with the prefix, sorted by key. Reads every object of the bucket. */
export async function describeObjects(folder: string, prefix: string): Promise<ObjectDescription[]> {
  const root = join(folder, 'objects');
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const descriptions: ObjectDescription[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = await open(join(entry.parentPath, entry.name)).catch(() => null);
    if (file === null) continue; // removed meanwhile
    try {
      descriptions.push(await readDescription(file));
    } finally {
      await file.close();
    }
  }
  const matches = descriptions.filter(({ key }) => key.startsWith(prefix));
  return matches.sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
}

/** Removes partial files of killed processes. */
export async function removeUnfinished(folder: string): Promise<void> {
  await rm(join(folder, unfinishedFolder), { recursive: true, force: true });
}

/** Keys can contain any characters, so files are named by the hash of the key. */
function pathOf(folder: string, key: string): string {
  const digest = createHash('sha256').update(key).digest('hex');
  return join(folder, 'objects', digest.slice(0, 2), digest.slice(2));
}

async function receive(
  file: FileHandle,
  bytes: AsyncIterable<Buffer>,
  object: ObjectToWrite,
): Promise<string> {
  const md5 = createHash('md5');
  const sha256 = object.bodySha256 === null ? null : createHash('sha256');
  let received = 0;
  for await (const chunk of bytes) {
    received += chunk.length;
    md5.update(chunk);
    sha256?.update(chunk);
    await file.appendFile(chunk);
  }
  if (received !== object.sizeBytes)
    throw refusal('IncompleteBody', 'Fewer bytes came than Content-Length says.');
  if (sha256 !== null && sha256.digest('hex') !== object.bodySha256) {
    throw refusal('XAmzContentSHA256Mismatch', 'The body is not the one that was signed.');
  }
  const digest = md5.digest();
  if (object.contentMd5 !== null && digest.toString('base64') !== object.contentMd5) {
    throw refusal('BadDigest', 'The body is not the one of Content-MD5.');
  }
  return digest.toString('hex');
}

function tailOf(description: ObjectDescription): Buffer {
  const json = Buffer.from(JSON.stringify(description));
  const length = Buffer.alloc(tailBytes);
  length.writeUInt32BE(json.length);
  return Buffer.concat([json, length]);
}

async function readDescription(file: FileHandle): Promise<ObjectDescription> {
  const { size } = await file.stat();
  const length = (await readExactly(file, size - tailBytes, tailBytes)).readUInt32BE();
  const json = await readExactly(file, size - tailBytes - length, length);
  return JSON.parse(json.toString()) as ObjectDescription;
}

async function readExactly(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead !== length) throw new Error('an object of the embedded store is cut short');
  return buffer;
}
