import { StoreError } from '../failures.ts';
import type { StorageSettings } from '../settings.ts';

/** What is wrong, for programs (`fault`) and for the operator (`message`, one or two sentences). */
export interface BucketError {
  readonly fault:
    | 'endpoint'
    | 'keys'
    | 'region'
    | 'clock'
    | 'bucket'
    | 'permission'
    | 'private_readable'
    | 'public_unreadable'
    /** What S3_PUBLIC_URL serves is not what lies in the bucket. */
    | 'public_url'
    /** Nobody answers at S3_PUBLIC_URL from here; browsers may see more. */
    | 'public_url_silent'
    | 'store';
  readonly message: string;
}

/** Beyond this a store refuses what is signed here; the usual tolerance is fifteen minutes. */
const skewMaxMs = 5 * 60_000;

export function bucketError(name: BucketError['fault'], message: string): BucketError {
  return { fault: name, message };
}

/** Reads a refusal of a signed upload. The store's own clock, in its `Date` header, tells a wrong clock from wrong keys. */
export async function explainAnswer(
  settings: StorageSettings,
  bucket: string,
  answer: Response,
  now: Date,
): Promise<BucketError> {
  const body = await answer.text();
  const code = /<Code>([^<]+)<\/Code>/.exec(body)?.[1] ?? `HTTP ${answer.status}`;
  const skewMs = now.getTime() - Date.parse(answer.headers.get('date') ?? '');
  if (code === 'RequestTimeTooSkewed' || Math.abs(skewMs) > skewMaxMs) return clockFault(skewMs);
  switch (code) {
    case 'InvalidAccessKeyId':
    case 'XAdminUserNotFound': // VersityGW's word for it, with 404
      return bucketError(
        'keys',
        `The store does not know S3_ACCESS_KEY (${code}). Check the key and the endpoint.`,
      );
    case 'SignatureDoesNotMatch':
      return bucketError('keys', `The store refuses the signature (${code}). Check S3_SECRET_KEY.`);
    case 'AuthorizationQueryParametersError':
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
    case 'IllegalLocationConstraintException':
      return regionFault(settings, bucket, body, answer);
    case 'NoSuchBucket':
      return bucketError(
        'bucket',
        `Bucket "${bucket}" does not exist. Create it, or run: galley doctor --fix-bucket`,
      );
    case 'NotImplemented':
      return bucketError(
        'store',
        `The store does not know If-None-Match in an upload to bucket "${bucket}" (${code}). Set S3_UPLOAD_ONCE=off.`,
      );
    case 'AccessDenied':
      return bucketError(
        'permission',
        `The keys lack s3:PutObject on bucket "${bucket}" (${code}). Grant it.`,
      );
    default:
      return /^HTTP [1-4]/.test(code)
        ? notS3(settings, code)
        : bucketError('store', `The store refuses an upload to bucket "${bucket}" (${code}).`);
  }
}

/** Reads what was thrown on the way to the store. */
export function explainFailure(settings: StorageSettings, error: unknown): BucketError {
  const { endpoint } = settings;
  const reason = innermostReason(error);
  // An answer without an error of S3's, and bytes that are no HTTP at all.
  if (error instanceof StoreError) return notS3(settings, error.code === '' ? 'no error of S3' : error.code);
  if (reason.startsWith('HPE_')) return notS3(settings, reason);
  return bucketError(
    'endpoint',
    `S3_ENDPOINT ${endpoint} does not answer (${reason}). Is the store up, and is this its address from here?`,
  );
}

/** Something else listens there: the store's console, a database, another site. */
export function notS3({ endpoint }: StorageSettings, reason: string): BucketError {
  return bucketError(
    'endpoint',
    `What answers at S3_ENDPOINT ${endpoint} does not speak S3 (${reason}). Is this the address of the store, and not that of its console or of another program?`,
  );
}

function clockFault(skewMs: number): BucketError {
  const minutes = Math.round(Math.abs(skewMs) / 60_000);
  const gap = Number.isNaN(minutes)
    ? 'differs from'
    : `is ${minutes} minutes ${skewMs > 0 ? 'ahead of' : 'behind'}`;
  return bucketError(
    'clock',
    `This machine's clock ${gap} the store's, so signatures are refused. Set the clock.`,
  );
}

function regionFault(settings: StorageSettings, bucket: string, body: string, answer: Response): BucketError {
  const expected = /<Region>([^<]+)<\/Region>/.exec(body)?.[1] ?? answer.headers.get('x-amz-bucket-region');
  const hint = expected === null ? 'another' : `"${expected}"`;
  return bucketError(
    'region',
    `S3_REGION is "${settings.region}", but bucket "${bucket}" is in ${hint} region. Set S3_REGION.`,
  );
}

/** The innermost cause is the telling one: fetch says only "fetch failed". Never empty. */
export function innermostReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return innermostReason(error.cause);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error.name === 'TimeoutError') return 'no answer in time';
  return [code, error.message, error.name].find((part) => part !== '') ?? 'no reason';
}
