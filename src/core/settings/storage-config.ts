import type { Config } from './config.ts';
import type { StorageSettings } from '../storage/settings.ts';
import { privateBucketOf } from './setting-rules.ts';

/** The object storage as its part of the platform wants it told. */
export function storageSettingsOf(config: Config): StorageSettings {
  const endpoint = new URL(config.S3_ENDPOINT).origin;
  const publicEndpoint = new URL(config.S3_PUBLIC_ENDPOINT ?? endpoint).origin;
  return {
    endpoint,
    publicEndpoint,
    region: config.S3_REGION,
    bucket: config.S3_BUCKET,
    privateBucket: privateBucketOf(config),
    accessKey: config.S3_ACCESS_KEY,
    secretKey: config.S3_SECRET_KEY,
    uploadOnce: config.S3_UPLOAD_ONCE === 'on',
    publicUrl: config.S3_PUBLIC_URL ?? `${publicEndpoint}/${config.S3_BUCKET}`,
  };
}

/** Where browsers fetch media from and send uploads to. */
export function storageOriginsOf(config: Config): string[] {
  const { publicEndpoint, publicUrl } = storageSettingsOf(config);
  return [...new Set([publicEndpoint, new URL(publicUrl).origin])];
}
