import type { Config } from '../config.ts';
import type { StorageSettings } from '../../storage/settings.ts';
import { privateBucketOf } from '../setting-rules.ts';

/** The settings of the object storage. */
export function storageSettingsOf(config: Config): StorageSettings {
  const endpoint = regionalOrigin(config.S3_ENDPOINT, config.S3_REGION);
  const publicEndpoint = regionalOrigin(config.S3_PUBLIC_ENDPOINT ?? config.S3_ENDPOINT, config.S3_REGION);
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

/**
 * The MinIO client would turn the global endpoint of Amazon S3 into a host for each bucket, which the dashboard's content
 * security policy doesn't list. The endpoint of a region serves all buckets by path.
 */
export function regionalOrigin(url: string, region: string): string {
  const { origin } = new URL(url);
  return origin === 'https://s3.amazonaws.com' ? `https://s3.${region}.amazonaws.com` : origin;
}

/** The origins from which browsers load files and to which they upload them. */
export function storageOriginsOf(config: Config): string[] {
  const { publicEndpoint, publicUrl } = storageSettingsOf(config);
  return [...new Set([publicEndpoint, new URL(publicUrl).origin])];
}
