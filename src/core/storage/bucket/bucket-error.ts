import { StoreError } from '../store-errors.ts';
import type { StorageSettings } from '../settings.ts';

/** An error of a bucket, for programs (`code`) and for the operator (`message`, one or two sentences). */
export interface BucketError {
  readonly code:
    | 'endpoint'
    | 'keys'
    | 'region'
    | 'clock'
    | 'bucket'
    | 'permission'
    | 'private_readable'
    | 'public_unreadable'
    /** S3_PUBLIC_URL doesn't serve the objects of the bucket. */
    | 'public_url'
    /** S3_PUBLIC_URL doesn't respond from here. Browsers may still reach it. */
    | 'public_url_silent'
    | 'store';
  readonly message: string;
}

/** A larger difference of the clocks is reported. Stores usually accept fifteen minutes. */
const skewMaxMs = 5 * 60_000;

export function bucketError(name: BucketError['code'], message: string): BucketError {
  return { code: name, message };
}

/** Explains why the store rejected a signed upload. The store's `Date` header tells a wrong clock from wrong keys. */
export async function explainResponse(
  settings: StorageSettings,
  bucket: string,
  response: Response,
  now: Date,
): Promise<BucketError> {
  const body = await response.text();
  const code = /<Code>([^<]+)<\/Code>/.exec(body)?.[1] ?? `HTTP ${response.status}`;
  const skewMs = now.getTime() - Date.parse(response.headers.get('date') ?? '');
  if (code === 'RequestTimeTooSkewed' || Math.abs(skewMs) > skewMaxMs) return clockError(skewMs);
  switch (code) {
    case 'InvalidAccessKeyId':
    case 'XAdminUserNotFound': // VersityGW's code, with status 404
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
      return regionError(settings, bucket, body, response);
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

/** Explains an error that was thrown by a request to the store. */
export function explainFailure(settings: StorageSettings, error: unknown): BucketError {
  const { endpoint } = settings;
  const reason = innermostReason(error);
  // A response without an S3 error, or bytes that are not HTTP.
  if (error instanceof StoreError) return notS3(settings, error.code === '' ? 'no error of S3' : error.code);
  if (reason.startsWith('HPE_')) return notS3(settings, reason);
  return bucketError(
    'endpoint',
    `S3_ENDPOINT ${endpoint} does not answer (${reason}). Is the store up, and is this its address from here?`,
  );
}

/** Another program listens there: the store's console, a database, another site. */
export function notS3({ endpoint }: StorageSettings, reason: string): BucketError {
  return bucketError(
    'endpoint',
    `What answers at S3_ENDPOINT ${endpoint} does not speak S3 (${reason}). Is this the address of the store, and not that of its console or of another program?`,
  );
}

function clockError(skewMs: number): BucketError {
  const minutes = Math.round(Math.abs(skewMs) / 60_000);
  const gap = Number.isNaN(minutes)
    ? 'differs from'
    : `is ${minutes} minutes ${skewMs > 0 ? 'ahead of' : 'behind'}`;
  return bucketError(
    'clock',
    `This machine's clock ${gap} the store's, so signatures are refused. Set the clock.`,
  );
}

function regionError(
  settings: StorageSettings,
  bucket: string,
  body: string,
  response: Response,
): BucketError {
  const expected = /<Region>([^<]+)<\/Region>/.exec(body)?.[1] ?? response.headers.get('x-amz-bucket-region');
  const hint = expected === null ? 'another' : `"${expected}"`;
  return bucketError(
    'region',
    `S3_REGION is "${settings.region}", but bucket "${bucket}" is in ${hint} region. Set S3_REGION.`,
  );
}

/** The message of the innermost cause, because fetch says only "fetch failed". Never empty. */
export function innermostReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return innermostReason(error.cause);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error.name === 'TimeoutError') return 'no answer in time';
  return [code, error.message, error.name].find((part) => part !== '') ?? 'no reason';
}
