import { randomUUID } from 'node:crypto';
import {
  type BucketError,
  bucketError,
  explainResponse,
  explainFailure,
  innermostReason,
  notS3,
} from './bucket-error.ts';
import { callStore } from '../client.ts';
import { isMissingObject } from '../store-errors.ts';
import { bucketOf, type StorageSettings, storageTimeoutMs } from '../settings.ts';
import { encodeKey, pathOf, presignUpload } from '../signing.ts';

/** Timeout of requests to the public URL, which may be far away, in milliseconds. */
const publicTimeoutMs = 2_000;

/** The first error of one bucket; null if uploads, reads and removals work and private files are private. */
type CheckResult = BucketError | null;

/** One step of the test of a bucket. The first error ends the test. */
type CheckStep = () => Promise<CheckResult>;

/**
 * Tests the storage: in each bucket it uploads one byte with a signed URL, reads it with and without a signature, and
 * removes it. Returns the first error of each bucket. Never throws; each request takes at most 4 s. It uses the
 * internal endpoint, and S3_PUBLIC_URL for the public read.
 */
export async function checkBuckets(settings: StorageSettings, now: Date): Promise<readonly BucketError[]> {
  const errors: BucketError[] = [];
  for (const isPrivate of [false, true]) {
    const error = await checkBucket(settings, isPrivate, now).catch((thrown: unknown) =>
      explainFailure(settings, thrown),
    );
    // If the store doesn't respond or rejects the keys, both buckets have the same error.
    if (error !== null && !errors.some(({ message }) => message === error.message)) errors.push(error);
    if (error?.code === 'endpoint') break;
  }
  return errors;
}

async function checkBucket(settings: StorageSettings, isPrivate: boolean, now: Date): Promise<CheckResult> {
  const bucket = bucketOf(settings, isPrivate);
  const key = `galley-check/${randomUUID()}`;
  const steps: readonly CheckStep[] = [
    () => uploadByte(settings, bucket, key, now),
    () => statByte(settings, bucket, key),
    () => (isPrivate ? checkPrivate(settings, bucket, key) : checkServed(settings, bucket, key)),
  ];
  const error = await firstError(steps);
  if (error !== null) {
    // Only the first error is reported. A removal that fails for the same reason adds nothing.
    await callStore(settings, (client) => client.removeObject(bucket, key)).catch(() => undefined);
    return error;
  }
  const overwriteError = await checkOverwrite(settings, bucket, key, now);
  return (
    (await firstError([
      () => removeByte(settings, bucket, key),
      () => checkAbsence(settings, bucket, key),
    ])) ?? overwriteError
  );
}

async function firstError(steps: readonly CheckStep[]): Promise<CheckResult> {
  for (const step of steps) {
    const error = await step();
    if (error !== null) return error;
  }
  return null;
}

async function uploadByte(
  settings: StorageSettings,
  bucket: string,
  key: string,
  now: Date,
): Promise<CheckResult> {
  const response = await putByte(settings, bucket, key, now);
  return response.ok ? null : explainResponse(settings, bucket, response, now);
}

/** Checks that a second upload with the same signature doesn't replace the object. */
async function checkOverwrite(
  settings: StorageSettings,
  bucket: string,
  key: string,
  now: Date,
): Promise<CheckResult> {
  if (settings.uploadOnce === false) return null;
  const response = await putByte(settings, bucket, key, now);
  await response.body?.cancel();
  if (response.status === 412) return null;
  return bucketError(
    'store',
    `The store replaces an object of bucket "${bucket}" although If-None-Match forbids it (HTTP ${response.status}). Upload addresses work again until they end; set S3_UPLOAD_ONCE=off to live with that.`,
  );
}

/** Uploads the byte as clients upload files. */
function putByte(settings: StorageSettings, bucket: string, key: string, now: Date): Promise<Response> {
  const upload = { key, contentType: 'application/octet-stream', sizeBytes: 1, now, once: true };
  const { url, headers } = presignUpload(settings, {
    ...upload,
    private: bucket === settings.privateBucket,
    sender: 'service',
  });
  return fetch(url, { ...withTimeout(), method: 'PUT', headers, body: '1' });
}

async function statByte(settings: StorageSettings, bucket: string, key: string): Promise<CheckResult> {
  try {
    const { size } = await callStore(settings, (client) => client.statObject(bucket, key));
    if (size === 1) return null;
    if (!Number.isInteger(size)) return notS3(settings, 'an object without a length');
    return bucketError(
      'store',
      `Bucket "${bucket}" stored an object of one byte as ${size}. This object storage is not reliable.`,
    );
  } catch (error) {
    if (isMissingObject(error))
      return bucketError('store', `Bucket "${bucket}" accepted an object but does not return it.`);
    return permissionError(error, bucket, 's3:GetObject');
  }
}

async function checkPrivate(settings: StorageSettings, bucket: string, key: string): Promise<CheckResult> {
  if (!(await isReadable(`${new URL(settings.endpoint).origin}${pathOf(bucket, key)}`))) return null;
  return bucketError(
    'private_readable',
    `The private bucket "${bucket}" is open to the public. Remove its public policy, or run: galley doctor --fix-bucket`,
  );
}

/** Reads the object under S3_PUBLIC_URL: from the bucket, or from a CDN that is the only reader of the bucket. */
async function checkServed(settings: StorageSettings, bucket: string, key: string): Promise<CheckResult> {
  const base = settings.publicUrl.replace(/\/+$/, '');
  const publicRead = await fetchPublicly(`${base}/${encodeKey(key)}`);
  if (publicRead === 'served') return null;
  if (!(await isReadable(`${new URL(settings.endpoint).origin}${pathOf(bucket, key)}`)))
    return bucketError(
      'public_unreadable',
      `The public bucket "${bucket}" cannot be read without a signature, neither directly nor under S3_PUBLIC_URL. Allow s3:GetObject for all readers, or run: galley doctor --fix-bucket`,
    );
  const consequence = 'Every address of a public file begins with it.';
  return publicRead.isResponse
    ? bucketError(
        'public_url',
        `S3_PUBLIC_URL ${base} does not serve the objects of the public bucket "${bucket}" (${publicRead.reason}). ${consequence} Set it to the address of the bucket that browsers use, or to a CDN in front of the bucket.`,
      )
    : bucketError(
        'public_url_silent',
        `S3_PUBLIC_URL ${base} does not answer from here (${publicRead.reason}). ${consequence} Set it to an address that browsers can reach.`,
      );
}

/**
 * Fetches like a browser, redirects included. It compares the byte, because many servers return a page for every URL.
 */
async function fetchPublicly(url: string): Promise<'served' | { isResponse: boolean; reason: string }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(publicTimeoutMs) });
    const isByte = response.status === 200 && (await firstBytes(response)) === '1';
    await response.body?.cancel().catch(() => undefined);
    if (isByte) return 'served';
    return {
      isResponse: true,
      reason: response.status === 200 ? 'another content' : `HTTP ${response.status}`,
    };
  } catch (error) {
    return { isResponse: false, reason: innermostReason(error) };
  }
}

async function firstBytes(response: Response): Promise<string> {
  if (response.body === null) return '';
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const { value } = await reader.read();
  reader.releaseLock();
  return new TextDecoder().decode(value);
}

async function removeByte(settings: StorageSettings, bucket: string, key: string): Promise<CheckResult> {
  try {
    await callStore(settings, (client) => client.removeObject(bucket, key));
    return null;
  } catch (error) {
    return permissionError(error, bucket, 's3:DeleteObject');
  }
}

/** Without s3:ListBucket a store responds 403 if an object doesn't exist, which looks like a broken store. */
async function checkAbsence(settings: StorageSettings, bucket: string, key: string): Promise<CheckResult> {
  try {
    await callStore(settings, (client) => client.statObject(bucket, key));
    return bucketError('store', `Bucket "${bucket}" still returns an object that was deleted.`);
  } catch (error) {
    if (isMissingObject(error)) return null;
    return permissionError(error, bucket, 's3:ListBucket');
  }
}

function permissionError(error: unknown, bucket: string, permission: string): CheckResult {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== 'AccessDenied') throw error;
  return bucketError('permission', `The keys lack ${permission} on bucket "${bucket}". Grant it.`);
}

async function isReadable(url: string): Promise<boolean> {
  const response = await fetch(url, { ...withTimeout(), redirect: 'manual' });
  await response.body?.cancel();
  return response.status === 200;
}

function withTimeout(): { signal: AbortSignal } {
  return { signal: AbortSignal.timeout(storageTimeoutMs) };
}
