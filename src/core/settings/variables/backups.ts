import { Type } from '@sinclair/typebox';
import { sameBucket } from '../../storage/bucket/bucket-name.ts';
import type { SettingError } from '../setting-errors.ts';

/** The bucket of backups, and when they are created. Without the bucket there are none. */
export const backupVariables = {
  BACKUP_S3_BUCKET: Type.Optional(Type.String({ minLength: 3 })),
  BACKUP_S3_ENDPOINT: Type.Optional(
    Type.String({ format: 'uri', description: 'an address such as https://example.com' }),
  ),
  BACKUP_S3_REGION: Type.Optional(Type.String({ minLength: 1 })),
  BACKUP_S3_ACCESS_KEY: Type.Optional(Type.String({ minLength: 1 })),
  BACKUP_S3_SECRET_KEY: Type.Optional(Type.String({ minLength: 1 })),
  BACKUP_PREFIX: Type.String({
    pattern: '^[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$',
    maxLength: 200,
    default: 'galley-backups',
    description: 'letters, digits, ".", "_" and "-", with "/" between folders',
  }),
  BACKUP_HOUR: Type.Integer({ minimum: 0, maximum: 23, default: 2 }),
  BACKUP_KEEP: Type.Integer({ minimum: 1, maximum: 400, default: 14 }),
  BACKUP_AGE_IDENTITY: Type.Optional(
    Type.String({
      pattern: '^AGE-SECRET-KEY-1[0-9A-Z]{58}$',
      description: 'an identity that age-keygen creates: AGE-SECRET-KEY-1 and 58 characters',
    }),
  ),
  BACKUP_TEST: Type.Union([Type.Literal('daily'), Type.Literal('off')], {
    default: 'daily',
    description: 'daily or off',
  }),
};

/** Backups beside the files that they back up would be lost with them, and the public bucket is open to everyone. */
export function backupErrors(values: Readonly<Record<string, unknown>>): SettingError[] {
  const { BACKUP_S3_BUCKET: bucket, S3_BUCKET, S3_PRIVATE_BUCKET } = values;
  if (typeof bucket !== 'string' || typeof S3_BUCKET !== 'string') return [];
  const privateBucket = typeof S3_PRIVATE_BUCKET === 'string' ? S3_PRIVATE_BUCKET : `${S3_BUCKET}-private`;
  const name = [S3_BUCKET, privateBucket].findIndex((other) => sameBucket(bucket, other));
  if (name < 0) return [];
  const other = name === 0 ? 'S3_BUCKET' : 'S3_PRIVATE_BUCKET';
  const message = `names the bucket of ${other} ("${bucket.trim().toLowerCase()}"). Name a bucket that only backups use.`;
  return [{ variable: 'BACKUP_S3_BUCKET', message }];
}
