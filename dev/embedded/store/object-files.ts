import { createHash, randomUUID } from 'node:crypto';
import { access, type FileHandle, link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { refusal } from './refusal.ts';

/** What is kept of an object beside its bytes. */
export interface ObjectDescription {
  readonly key: string;
  readonly sizeBytes: number;
  /** MD5 of the bytes in hex, in quotes. */
  readonly etag: string;
  readonly modifiedAt: string;
  /** Answered with the object as they were sent with it: content type, disposition, `x-amz-meta-*`. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface ObjectToWrite {
  readonly key: string;
  readonly sizeBytes: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Hex; null when nothing was promised. */
  readonly bodySha256: string | null;
  /** Base64; null when nothing was promised. */
  readonly contentMd5: string | null;
  /** Only where nothing is: of several at once the first to arrive whole is kept. */
  readonly onlyNew: boolean;
  readonly now: Date;
}

/** An open object. The caller that opened it closes `file`. */
export interface OpenObject {
  readonly file: FileHandle;
  readonly description: ObjectDescription;
}

const unfinishedFolder = 'unfinished';

/** Length of the number that ends an object's file. */
const tailBytes = 4;

/**
 * Writes an object in one piece: it appears whole, by one step, or not at all. One file holds the bytes, then their
 * description as JSON, then the length of that JSON in four bytes, so that the two can never disagree. Bytes are
 * passed on as they come; the sender waits for the disk. Throws `PreconditionFailed` for one that must be new and is not.
 */
export async function writeObject(
  folder: string,
  bytes: AsyncIterable<Buffer>,
  object: ObjectToWrite,
): Promise<ObjectDescription> {
  const path = pathOf(folder, object.key);
  if (object.onlyNew && (await isThere(path))) throw notNew(); // before any byte is taken
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

/** A second name is given only where there is none, even when others try; the first name goes then. */
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

/** Throws `NoSuchKey`. The opened object stays readable while another takes its place. */
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

/** Removes what a process that was killed left half written. */
export async function removeUnfinished(folder: string): Promise<void> {
  await rm(join(folder, unfinishedFolder), { recursive: true, force: true });
}

/** Keys may hold anything, so files are named by a digest of them. */
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
