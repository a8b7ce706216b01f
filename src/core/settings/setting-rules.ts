import { exampleSecretIn, isThisMachine } from './example-secrets.ts';
import { addressError } from '../mongo/connection/address.ts';
import { parseSubnets } from '../outbound/address-guard.ts';
import { bucketNameError, sameBucket } from '../storage/bucket/bucket-name.ts';
import { backupErrors } from './variables/backups.ts';
import { imageServiceErrors } from './variables/image-service.ts';
import { mailErrors, smtpUrlError } from './variables/mail.ts';
import { signInErrors } from './variables/sign-in.ts';
import type { Issuers } from '../util/issuers.ts';
import type { SettingError } from './setting-errors.ts';

/** Returns what is wrong with a well-formed value, as the end of "The variable X ...", or null. */
type SettingRule = (value: string) => string | null;

/** Rules that the schema can't express. */
const rules: Readonly<Record<string, SettingRule>> = {
  BASE_URL: (value) => originError(value, 'Galley answers at the root of a host'),
  MONGODB_URI: addressError,
  S3_ENDPOINT: (value) => originError(value, 'the path of a request to the storage begins with the bucket'),
  S3_PUBLIC_ENDPOINT: (value) =>
    originError(value, 'the path of a request to the storage begins with the bucket'),
  S3_PUBLIC_URL: (value) => urlError(value),
  IMAGE_SERVICE_URL: (value) => urlError(value),
  S3_BUCKET: bucketNameError,
  S3_PRIVATE_BUCKET: bucketNameError,
  BACKUP_S3_BUCKET: bucketNameError,
  BACKUP_S3_ENDPOINT: (value) =>
    originError(value, 'the path of a request to the storage begins with the bucket'),
  WEBHOOK_ALLOWED_SUBNETS: subnetsError,
  SMTP_URL: smtpUrlError,
};

type SettingValues = Readonly<Record<string, unknown>>;

/** Finds errors in values that the schema accepts. `wrong` contains the variables that it rejects. */
export function valueErrors(
  values: SettingValues,
  wrong: ReadonlySet<string>,
  issuers: Issuers,
): SettingError[] {
  const ruleErrors = Object.entries(rules).flatMap(([variable, rule]) => {
    const value = values[variable];
    const message = typeof value === 'string' && !wrong.has(variable) ? rule(value) : null;
    return message === null ? [] : [{ variable, message }];
  });
  return [
    ...ruleErrors,
    ...bucketErrors(values),
    ...backupErrors(values),
    ...imageServiceErrors(values, wrong),
    ...mailErrors(values),
    ...signInErrors(values, wrong, { baseUrl: baseUrlIn(values), hasIssuers: issuers.list.length > 0 }),
  ];
}

function baseUrlIn({ BASE_URL, PORT }: SettingValues): string {
  return typeof BASE_URL === 'string' ? BASE_URL : `http://localhost:${String(PORT)}`;
}

/** With one bucket for both, every private file would be public. */
function bucketErrors({ S3_BUCKET, S3_PRIVATE_BUCKET }: SettingValues): SettingError[] {
  if (typeof S3_BUCKET !== 'string') return [];
  const variable = 'S3_PRIVATE_BUCKET';
  if (typeof S3_PRIVATE_BUCKET === 'string') {
    if (!sameBucket(S3_BUCKET, S3_PRIVATE_BUCKET)) return [];
    const message = `names the bucket that S3_BUCKET names ("${S3_BUCKET.trim().toLowerCase()}"): the files of private projects would be public. Name another bucket, or leave it out for <S3_BUCKET>-private.`;
    return [{ variable, message }];
  }
  const defaultBucket = privateBucketOf({ S3_BUCKET });
  if (bucketNameError(S3_BUCKET) !== null || bucketNameError(defaultBucket) === null) return [];
  return [
    {
      variable,
      message: `must be set: "${defaultBucket}", which it is otherwise, is too long for a bucket.`,
    },
  ];
}

/** The bucket of projects with private media. By default its name is derived from the public bucket. */
export function privateBucketOf(config: { S3_BUCKET: string; S3_PRIVATE_BUCKET?: string }): string {
  return config.S3_PRIVATE_BUCKET ?? `${config.S3_BUCKET}-private`;
}

/** Port 0 means any free port, which is useful only in tests: no client and no probe would know it. */
export function portErrors(values: SettingValues): SettingError[] {
  const message = 'must be a port from 1 to 65535.';
  return ['PORT', 'OPS_PORT'].flatMap((variable) => (values[variable] === 0 ? [{ variable, message }] : []));
}

/** Rejects public example secrets, unless only this machine can reach the service. */
export function exampleSecretErrors(
  secrets: Parameters<typeof exampleSecretIn>[0],
  baseUrl: string,
): SettingError[] {
  const variable = isThisMachine(baseUrl) ? null : exampleSecretIn(secrets);
  if (variable === null) return [];
  const message = `has the value of a public example, and BASE_URL (${baseUrl}) is not on this machine. Make one: openssl rand -hex 32`;
  return [{ variable, message }];
}

/** Accepts http and https URLs without a user, a query or a fragment. */
function urlError(value: string): string | null {
  const { protocol, username, password, search, hash } = new URL(value);
  if (protocol === 'http:' || protocol === 'https:') {
    if (username === '' && password === '' && search === '' && hash === '') return null;
    return `must have neither a user, a query nor a fragment. Write ${bare(value)}`;
  }
  // "localhost:9000" is parsed with the scheme "localhost:".
  const withoutScheme = value.includes('://') ? value.slice(value.indexOf('://') + 3) : value;
  const example = URL.canParse(`http://${withoutScheme}`)
    ? bare(`http://${withoutScheme}`)
    : 'https://example.com';
  return `must begin with http:// or https://. Write ${example}`;
}

/** Accepts such URLs only without a path. */
function originError(value: string, why: string): string | null {
  const error = urlError(value);
  if (error !== null) return error;
  const { origin, pathname } = new URL(value);
  return /^\/*$/.test(pathname) ? null : `must have no path: ${why}. Write ${origin}`;
}

/** The URL without the parts that may be secret, such as a user. */
function bare(value: string): string {
  const { origin, pathname } = new URL(value);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

function subnetsError(value: string): string | null {
  try {
    parseSubnets(value);
    return null;
  } catch (error) {
    return `is wrong: ${(error as Error).message}.`;
  }
}
