import type { Client } from 'minio';
import { allowBrowsers } from './bucket-cors.ts';
import { withoutPublicAccess, withPublicRead } from './bucket-policy.ts';
import { sameBucket } from './bucket-name.ts';
import { openClient } from '../client.ts';
import { bucketOf, type StorageSettings } from '../settings.ts';

/** One setting: it was changed, was right already, or could not be changed. */
export interface SetUpStep {
  readonly bucket: string;
  readonly step: 'create' | 'access' | 'cors';
  /** `unknown`: the store responds that it has no such setting. */
  readonly outcome: 'done' | 'kept' | 'unknown' | 'refused';
  /** The store's reason for `unknown` or `refused`; empty otherwise. */
  readonly reason: string;
}

/** Rights that the set-up needs, in addition to the four for uploads, reads and removals. */
export const setUpRights = [
  's3:CreateBucket',
  's3:GetBucketPolicy',
  's3:PutBucketPolicy',
  's3:DeleteBucketPolicy',
  's3:GetBucketCORS',
  's3:PutBucketCORS',
] as const;

/**
 * Creates both buckets if necessary, makes only the public one readable for everyone, and lets browsers upload to both.
 * Can be repeated; rules of the operator stay. A step that the store rejects is reported and doesn't stop the others,
 * because some stores have these settings only in their console.
 * @throws Error if both are one bucket, because every public file would become private
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
  await client.setBucketPolicy(bucket, after); // an empty policy removes the existing one
  return 'done';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return [codeOf(error), message].filter((part) => part !== '').join(': ');
}
