import { randomUUID } from 'node:crypto';
import type { Client } from 'minio';
import { isAbsent, openClient } from './client.ts';
import { type BucketFault, explainAnswer, explainFailure, fault } from './bucket-fault.ts';
import { bucketOf, type StorageSettings, storageTimeoutMs } from './settings.ts';
import { encodeKey, pathOf, presignUpload } from './signing.ts';

/** What the self-test found: null when uploads, reads and removals work and privacy is kept. */
export type BucketReport = BucketFault | null;

/** The first fault ends the test of a bucket; steps answer null when they are well. */
type Step = () => Promise<BucketReport>;

/**
 * Tries the storage for real: in each bucket it signs an upload, sends one byte, asks for it, reads it without a
 * signature, and removes it. Says in one sentence what to repair. Never throws; takes a few requests of at most 4 s.
 * Uses the internal endpoint: the public one need not be reachable from here.
 */
export async function checkBuckets(settings: StorageSettings, now: Date): Promise<BucketReport> {
  const client = openClient(settings);
  try {
    return (
      (await checkBucket(settings, client, false, now)) ?? (await checkBucket(settings, client, true, now))
    );
  } catch (error) {
    return explainFailure(settings, error);
  }
}

async function checkBucket(
  settings: StorageSettings,
  client: Client,
  isPrivate: boolean,
  now: Date,
): Promise<BucketReport> {
  const bucket = bucketOf(settings, isPrivate);
  const key = `galley-check/${randomUUID()}`;
  const steps: readonly Step[] = [
    () => sendOneByte(settings, bucket, key, now),
    () => seeOneByte(client, bucket, key),
    () => (isPrivate ? staysPrivate(settings, bucket, key) : isServed(settings, bucket, key)),
  ];
  const found = await firstFault(steps);
  if (found !== null) {
    // The first fault is what to repair; a removal that fails for the same reason adds nothing.
    await client.removeObject(bucket, key).catch(() => undefined);
    return found;
  }
  const repeated = await refusesAnother(settings, bucket, key, now);
  return (
    (await firstFault([() => removeIt(client, bucket, key), () => seesAbsence(client, bucket, key)])) ??
    repeated
  );
}

async function firstFault(steps: readonly Step[]): Promise<BucketReport> {
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
): Promise<BucketReport> {
  const answer = await putOneByte(settings, bucket, key, now);
  return answer.ok ? null : explainAnswer(settings, bucket, answer, now);
}

/** Whether the store keeps what it has when another file comes with the same signature, as uploads are signed. */
async function refusesAnother(
  settings: StorageSettings,
  bucket: string,
  key: string,
  now: Date,
): Promise<BucketReport> {
  if (settings.uploadOnce === false) return null;
  const answer = await putOneByte(settings, bucket, key, now);
  await answer.body?.cancel();
  if (answer.status === 412) return null;
  return fault(
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

async function seeOneByte(client: Client, bucket: string, key: string): Promise<BucketReport> {
  try {
    const { size } = await client.statObject(bucket, key);
    if (size === 1) return null;
    return fault('store', `Bucket "${bucket}" kept one byte as ${size}; this store cannot be trusted.`);
  } catch (error) {
    if (isAbsent(error)) return fault('store', `Bucket "${bucket}" took an object and does not show it.`);
    return unlessRefused(error, bucket, 's3:GetObject');
  }
}

async function staysPrivate(settings: StorageSettings, bucket: string, key: string): Promise<BucketReport> {
  if (!(await isReadable(`${new URL(settings.endpoint).origin}${pathOf(bucket, key)}`))) return null;
  return fault(
    'private_readable',
    `Everybody can read the private bucket "${bucket}". Remove its public policy, or run: galley doctor --fix-bucket`,
  );
}

/** Public files may be served by the bucket itself or by what stands at S3_PUBLIC_URL before it; one must work. */
async function isServed(settings: StorageSettings, bucket: string, key: string): Promise<BucketReport> {
  const publicUrl = `${settings.publicUrl.replace(/\/+$/, '')}/${encodeKey(key)}`;
  if (await isReadable(publicUrl).catch(() => false)) return null;
  if (await isReadable(`${new URL(settings.endpoint).origin}${pathOf(bucket, key)}`)) return null;
  return fault(
    'public_unreadable',
    `Nobody can read the public bucket "${bucket}" without a signature, neither there nor under S3_PUBLIC_URL. Allow s3:GetObject to everybody, or run: galley doctor --fix-bucket`,
  );
}

async function removeIt(client: Client, bucket: string, key: string): Promise<BucketReport> {
  try {
    await client.removeObject(bucket, key);
    return null;
  } catch (error) {
    return unlessRefused(error, bucket, 's3:DeleteObject');
  }
}

/** A store says 403 for what is absent to keys that may not list; the service could not tell absent from broken. */
async function seesAbsence(client: Client, bucket: string, key: string): Promise<BucketReport> {
  try {
    await client.statObject(bucket, key);
    return fault('store', `Bucket "${bucket}" still shows an object that was removed.`);
  } catch (error) {
    if (isAbsent(error)) return null;
    return unlessRefused(error, bucket, 's3:ListBucket');
  }
}

function unlessRefused(error: unknown, bucket: string, permission: string): BucketReport {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== 'AccessDenied') throw error;
  return fault('permission', `The keys lack ${permission} on bucket "${bucket}". Grant it.`);
}

async function isReadable(url: string): Promise<boolean> {
  const answer = await fetch(url, { ...bounded(), redirect: 'manual' });
  await answer.body?.cancel();
  return answer.status === 200;
}

function bounded(): { signal: AbortSignal } {
  return { signal: AbortSignal.timeout(storageTimeoutMs) };
}
