import type { Client } from 'minio';
import { allowBrowsers } from './bucket-cors.ts';
import { withoutPublicAccess, withPublicRead } from './bucket-policy.ts';
import { sameBucket } from './bucket-name.ts';
import { openClient } from '../client.ts';
import { bucketOf, type StorageSettings } from '../settings.ts';

/** One thing that was set, was right already, or that the store would not let us set. */
export interface SetUpStep {
  readonly bucket: string;
  readonly step: 'create' | 'access' | 'cors';
  /** `unknown`: the store has no such setting, and says so. */
  readonly outcome: 'done' | 'kept' | 'unknown' | 'refused';
  /** Why it is unknown or was refused, in the store's words; empty otherwise. */
  readonly reason: string;
}

/** What the set-up may do to a bucket, beside the four rights that uploads, reads and removals take. */
export const setUpRights = [
  's3:CreateBucket',
  's3:GetBucketPolicy',
  's3:PutBucketPolicy',
  's3:DeleteBucketPolicy',
  's3:GetBucketCORS',
  's3:PutBucketCORS',
] as const;

/**
 * Makes both buckets fit: they exist, only the public one answers reads without a signature, and browsers may send to
 * both. May be repeated; rules of the operator's own are kept. What the store refuses is reported and does not stop the
 * rest: some stores set access or CORS in their own console (MinIO allows every origin unasked and answers
 * `NotImplemented` here).
 * @throws Error when both are one bucket: it would be opened and closed again, and every public file be gone
 */
export async function setUpBuckets(settings: StorageSettings): Promise<readonly SetUpStep[]> {
  if (sameBucket(settings.bucket, settings.privateBucket))
    throw new Error(`S3_BUCKET and S3_PRIVATE_BUCKET both name "${settings.bucket}". Nothing was changed.`);
  const client = await openClient(settings);
  const steps: SetUpStep[] = [];
  for (const isPrivate of [false, true]) {
    const bucket = bucketOf(settings, isPrivate);
    steps.push(
      await attempt(bucket, 'create', () => create(client, bucket, settings.region)),
      await attempt(bucket, 'access', () => setAccess(client, bucket, isPrivate)),
      await attempt(bucket, 'cors', () => allowBrowsers(settings, bucket)),
    );
  }
  return steps;
}

async function attempt(
  bucket: string,
  step: SetUpStep['step'],
  act: () => Promise<'done' | 'kept'>,
): Promise<SetUpStep> {
  try {
    return { bucket, step, outcome: await act(), reason: '' };
  } catch (error) {
    const reason = reasonOf(error);
    const outcome = reason.startsWith('NotImplemented') ? 'unknown' : 'refused';
    return { bucket, step, outcome, reason };
  }
}

async function create(client: Client, bucket: string, region: string): Promise<'done' | 'kept'> {
  if (await client.bucketExists(bucket)) return 'kept';
  await client.makeBucket(bucket, region);
  return 'done';
}

async function setAccess(client: Client, bucket: string, isPrivate: boolean): Promise<'done' | 'kept'> {
  const before = await client.getBucketPolicy(bucket).catch((error: unknown) => {
    if (codeOf(error) === 'NoSuchBucketPolicy') return '';
    throw error;
  });
  const after = isPrivate ? withoutPublicAccess(before) : withPublicRead(before, bucket);
  if (after === before) return 'kept';
  await client.setBucketPolicy(bucket, after); // an empty policy removes the one that is there
  return 'done';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return [codeOf(error), message].filter((part) => part !== '').join(': ');
}
