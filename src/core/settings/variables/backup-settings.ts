import type { BackupSettings } from '../../archive/settings.ts';
import type { Config } from '../config.ts';
import { regionalOrigin } from './storage.ts';

/** The settings of backups; null if they are off. */
export function backupSettingsOf(config: Config): BackupSettings | null {
  const { BACKUP_S3_BUCKET: bucket, BACKUP_INTERVAL_SECONDS: seconds } = config;
  if (bucket === undefined) return null;
  const region = config.BACKUP_S3_REGION ?? config.S3_REGION;
  const endpoint = regionalOrigin(config.BACKUP_S3_ENDPOINT ?? config.S3_ENDPOINT, region);
  return {
    store: {
      ...{ endpoint, publicEndpoint: endpoint, region, bucket, privateBucket: bucket },
      accessKey: config.BACKUP_S3_ACCESS_KEY ?? config.S3_ACCESS_KEY,
      secretKey: config.BACKUP_S3_SECRET_KEY ?? config.S3_SECRET_KEY,
      publicUrl: `${endpoint}/${bucket}`,
    },
    prefix: config.BACKUP_PREFIX,
    hour: config.BACKUP_HOUR,
    keep: config.BACKUP_KEEP,
    identity: config.BACKUP_AGE_IDENTITY ?? null,
    isTested: config.BACKUP_TEST === 'daily',
    intervalMs: seconds === undefined ? null : seconds * 1000,
  };
}
