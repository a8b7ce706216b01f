import { exampleSecretIn, isThisMachine } from './example-secrets.ts';
import { addressError } from '../mongo/connection/address.ts';
import { parseSubnets } from '../outbound/address-guard.ts';
import { bucketNameError, sameBucket } from '../storage/bucket/bucket-name.ts';
import { imageServiceErrors } from './image-service.ts';
import type { SettingError } from './setting-errors.ts';

/** What is wrong with a value of the right form, as the end of "The variable X ...", or null. */
type SettingRule = (value: string) => string | null;

/** What the form of a variable cannot express. */
const rules: Readonly<Record<string, SettingRule>> = {
  BASE_URL: (value) => originFault(value, 'Galley answers at the root of a host'),
  MONGODB_URI: addressError,
  S3_ENDPOINT: (value) => originFault(value, 'the path of a request to the storage begins with the bucket'),
  S3_PUBLIC_ENDPOINT: (value) =>
    originFault(value, 'the path of a request to the storage begins with the bucket'),
  S3_PUBLIC_URL: (value) => webFault(value),
  IMAGE_SERVICE_URL: (value) => webFault(value),
  S3_BUCKET: bucketNameError,
  S3_PRIVATE_BUCKET: bucketNameError,
  WEBHOOK_ALLOWED_SUBNETS: subnetsFault,
};

type SettingValues = Readonly<Record<string, unknown>>;

/** The faults of values that have the right form; `wrong` names those that have not. */
export function valueErrors(values: SettingValues, wrong: ReadonlySet<string>): SettingError[] {
  const found = Object.entries(rules).flatMap(([variable, rule]) => {
    const value = values[variable];
    const message = typeof value === 'string' && !wrong.has(variable) ? rule(value) : null;
    return message === null ? [] : [{ variable, message }];
  });
  return [...found, ...bucketFaults(values), ...imageServiceErrors(values, wrong)];
}

/** Two buckets of one name would make every private file public. */
function bucketFaults({ S3_BUCKET, S3_PRIVATE_BUCKET }: SettingValues): SettingError[] {
  if (typeof S3_BUCKET !== 'string') return [];
  const variable = 'S3_PRIVATE_BUCKET';
  if (typeof S3_PRIVATE_BUCKET === 'string') {
    if (!sameBucket(S3_BUCKET, S3_PRIVATE_BUCKET)) return [];
    const message = `names the bucket that S3_BUCKET names ("${S3_BUCKET.trim().toLowerCase()}"): the files of private projects would be public. Name another bucket, or leave it out for <S3_BUCKET>-private.`;
    return [{ variable, message }];
  }
  const named = privateBucketOf({ S3_BUCKET });
  if (bucketNameError(S3_BUCKET) !== null || bucketNameError(named) === null) return [];
  return [{ variable, message: `must be set: "${named}", which it is otherwise, is too long for a bucket.` }];
}

/** The bucket of private projects: one beside the public one unless it has a name of its own. */
export function privateBucketOf(named: { S3_BUCKET: string; S3_PRIVATE_BUCKET?: string }): string {
  return named.S3_PRIVATE_BUCKET ?? `${named.S3_BUCKET}-private`;
}

/** Port 0 is any free port, which is useful in tests only: no client and no probe would know it. */
export function portErrors(values: SettingValues): SettingError[] {
  const message = 'must be a port from 1 to 65535.';
  return ['PORT', 'OPS_PORT'].flatMap((variable) => (values[variable] === 0 ? [{ variable, message }] : []));
}

/** What stands in a public file is good for trying out, where no other person reaches the service. */
export function exampleSecretErrors(
  secrets: Parameters<typeof exampleSecretIn>[0],
  baseUrl: string,
): SettingError[] {
  const variable = isThisMachine(baseUrl) ? null : exampleSecretIn(secrets);
  if (variable === null) return [];
  const message = `has the value of a public example, and BASE_URL (${baseUrl}) is not on this machine. Make one: openssl rand -hex 32`;
  return [{ variable, message }];
}

/** An address of the web that has neither a user, a query nor a fragment. */
function webFault(value: string): string | null {
  const { protocol, username, password, search, hash } = new URL(value);
  if (protocol === 'http:' || protocol === 'https:') {
    if (username === '' && password === '' && search === '' && hash === '') return null;
    return `must have neither a user, a query nor a fragment. Write ${bare(value)}`;
  }
  // "localhost:9000" reads as the scheme "localhost:".
  const meant = value.includes('://') ? value.slice(value.indexOf('://') + 3) : value;
  const written = URL.canParse(`http://${meant}`) ? bare(`http://${meant}`) : 'https://example.com';
  return `must begin with http:// or https://. Write ${written}`;
}

/** An address of the web without a path. */
function originFault(value: string, why: string): string | null {
  const fault = webFault(value);
  if (fault !== null) return fault;
  const { origin, pathname } = new URL(value);
  return /^\/*$/.test(pathname) ? null : `must have no path: ${why}. Write ${origin}`;
}

/** The address as far as it may be repeated: a user may be a secret. */
function bare(value: string): string {
  const { origin, pathname } = new URL(value);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

function subnetsFault(value: string): string | null {
  try {
    parseSubnets(value);
    return null;
  } catch (error) {
    return `is wrong: ${(error as Error).message}.`;
  }
}
