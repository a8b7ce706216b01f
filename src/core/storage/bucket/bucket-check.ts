import { randomUUID } from 'node:crypto';
import {
  type BucketError,
  bucketError,
  explainAnswer,
  explainFailure,
  innermostReason,
  notS3,
} from './bucket-error.ts';
import { callStore } from '../client.ts';
import { isAbsent } from '../failures.ts';
import { bucketOf, type StorageSettings, storageTimeoutMs } from '../settings.ts';
import { encodeKey, pathOf, presignUpload } from '../signing.ts';

/** The public address may be far away; a request to it keeps no caller waiting for longer. */
const publicTimeoutMs = 2_000;

/** What one bucket's test found first; null when uploads, reads and removals work and privacy is kept. */
type Found = BucketError | null;

/** The first fault ends the test of a bucket; steps answer null when they are well. */
type Step = () => Promise<Found>;

/**
 * Tries the storage for real: in each bucket it signs an upload, sends one byte, asks for it, reads it without a
 * signature, and removes it. Says in one sentence each what to repair: nothing, or the first fault of each bucket.
 * Never throws; takes a few requests of at most 4 s. Uses the internal endpoint, and S3_PUBLIC_URL for the public read.
 */
export async function checkBuckets(settings: StorageSettings, now: Date): Promise<readonly BucketError[]> {
  const faults: BucketError[] = [];
  for (const isPrivate of [false, true]) {
    const found = await checkBucket(settings, isPrivate, now).catch((error: unknown) =>
      explainFailure(settings, error),
    );
    // A store that does not answer, or not to these keys, says the same of both.
    if (found !== null && !faults.some(({ message }) => message === found.message)) faults.push(found);
    if (found?.fault === 'endpoint') break;
  }
  return faults;
}

async function checkBucket(settings: StorageSettings, isPrivate: boolean, now: Date): Promise<Found> {
  const bucket = bucketOf(settings, isPrivate);
  const key = `galley-check/${randomUUID()}`;
  const steps: readonly Step[] = [
    () => sendOneByte(settings, bucket, key, now),
    () => seeOneByte(settings, bucket, key),
    () => (isPrivate ? staysPrivate(settings, bucket, key) : isServed(settings, bucket, key)),
  ];
  const found = await firstFault(steps);
  if (found !== null) {
    // The first fault is what to repair; a removal that fails for the same reason adds nothing.
    await callStore(settings, (client) => client.removeObject(bucket, key)).catch(() => undefined);
    return found;
  }
  const repeated = await refusesAnother(settings, bucket, key, now);
  return (
    (await firstFault([() => removeIt(settings, bucket, key), () => seesAbsence(settings, bucket, key)])) ??
    repeated
  );
}

async function firstFault(steps: readonly Step[]): Promise<Found> {
  for (const step of steps) {
    const found = await step();
    if (found !== null) return found;
  }
  return null;
}

async function sendOneByte(
  settings: StorageSettings,
  bucket: string,
  key: string,
  now: Date,
): Promise<Found> {
  const answer = await putOneByte(settings, bucket, key, now);
  return answer.ok ? null : explainAnswer(settings, bucket, answer, now);
}

/** Whether the store keeps what it has when another file comes with the same signature, as uploads are signed. */
async function refusesAnother(
  settings: StorageSettings,
  bucket: string,
  key: string,
  now: Date,
): Promise<Found> {
  if (settings.uploadOnce === false) return null;
  const answer = await putOneByte(settings, bucket, key, now);
  await answer.body?.cancel();
  if (answer.status === 412) return null;
  return bucketError(
    'store',
    `The store replaces an object of bucket "${bucket}" although If-None-Match forbids it (HTTP ${answer.status}). Upload addresses work again until they end; set S3_UPLOAD_ONCE=off to live with that.`,
  );
}

/** Sends the byte as clients send their files. */
function putOneByte(settings: StorageSettings, bucket: string, key: string, now: Date): Promise<Response> {
  const upload = { key, contentType: 'application/octet-stream', sizeBytes: 1, now, once: true };
  const { url, headers } = presignUpload(settings, {
    ...upload,
    private: bucket === settings.privateBucket,
    sender: 'service',
  });
  return fetch(url, { ...bounded(), method: 'PUT', headers, body: '1' });
}

async function seeOneByte(settings: StorageSettings, bucket: string, key: string): Promise<Found> {
  try {
    const { size } = await callStore(settings, (client) => client.statObject(bucket, key));
    if (size === 1) return null;
    if (!Number.isInteger(size)) return notS3(settings, 'an object without a length');
    return bucketError(
      'store',
      `Bucket "${bucket}" stored an object of one byte as ${size}. This object storage is not reliable.`,
    );
  } catch (error) {
    if (isAbsent(error))
      return bucketError('store', `Bucket "${bucket}" accepted an object but does not return it.`);
    return unlessRefused(error, bucket, 's3:GetObject');
  }
}

async function staysPrivate(settings: StorageSettings, bucket: string, key: string): Promise<Found> {
  if (!(await isReadable(`${new URL(settings.endpoint).origin}${pathOf(bucket, key)}`))) return null;
  return bucketError(
    'private_readable',
    `The private bucket "${bucket}" is open to the public. Remove its public policy, or run: galley doctor --fix-bucket`,
  );
}

/** What is served is what lies under S3_PUBLIC_URL: the bucket itself, or a CDN before it that alone may read it. */
async function isServed(settings: StorageSettings, bucket: string, key: string): Promise<Found> {
  const base = settings.publicUrl.replace(/\/+$/, '');
  const asked = await askPublicly(`${base}/${encodeKey(key)}`);
  if (asked === 'served') return null;
  if (!(await isReadable(`${new URL(settings.endpoint).origin}${pathOf(bucket, key)}`)))
    return bucketError(
      'public_unreadable',
      `The public bucket "${bucket}" cannot be read without a signature, neither directly nor under S3_PUBLIC_URL. Allow s3:GetObject for all readers, or run: galley doctor --fix-bucket`,
    );
  const consequence = 'Every address of a public file begins with it.';
  return asked.isAnswer
    ? bucketError(
        'public_url',
        `S3_PUBLIC_URL ${base} does not serve the objects of the public bucket "${bucket}" (${asked.reason}). ${consequence} Set it to the address of the bucket that browsers use, or to a CDN in front of the bucket.`,
      )
    : bucketError(
        'public_url_silent',
        `S3_PUBLIC_URL ${base} does not answer from here (${asked.reason}). ${consequence} Set it to an address that browsers can reach.`,
      );
}

/** Asks as a browser does: along redirects, and for these bytes, since many a server has a page for every address. */
async function askPublicly(url: string): Promise<'served' | { isAnswer: boolean; reason: string }> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(publicTimeoutMs) });
    const isByte = answer.status === 200 && (await firstBytes(answer)) === '1';
    await answer.body?.cancel().catch(() => undefined);
    if (isByte) return 'served';
    return { isAnswer: true, reason: answer.status === 200 ? 'another content' : `HTTP ${answer.status}` };
  } catch (error) {
    return { isAnswer: false, reason: innermostReason(error) };
  }
}

async function firstBytes(answer: Response): Promise<string> {
  if (answer.body === null) return '';
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const { value } = await reader.read();
  reader.releaseLock();
  return new TextDecoder().decode(value);
}

async function removeIt(settings: StorageSettings, bucket: string, key: string): Promise<Found> {
  try {
    await callStore(settings, (client) => client.removeObject(bucket, key));
    return null;
  } catch (error) {
    return unlessRefused(error, bucket, 's3:DeleteObject');
  }
}

/** A store answers 403 for what is absent to keys that may not list; the service could not tell absent from broken. */
async function seesAbsence(settings: StorageSettings, bucket: string, key: string): Promise<Found> {
  try {
    await callStore(settings, (client) => client.statObject(bucket, key));
    return bucketError('store', `Bucket "${bucket}" still returns an object that was deleted.`);
  } catch (error) {
    if (isAbsent(error)) return null;
    return unlessRefused(error, bucket, 's3:ListBucket');
  }
}

function unlessRefused(error: unknown, bucket: string, permission: string): Found {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== 'AccessDenied') throw error;
  return bucketError('permission', `The keys lack ${permission} on bucket "${bucket}". Grant it.`);
}

async function isReadable(url: string): Promise<boolean> {
  const answer = await fetch(url, { ...bounded(), redirect: 'manual' });
  await answer.body?.cancel();
  return answer.status === 200;
}

function bounded(): { signal: AbortSignal } {
  return { signal: AbortSignal.timeout(storageTimeoutMs) };
}
