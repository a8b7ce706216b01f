import { rm } from 'node:fs/promises';
import type { Config } from '../../src/core/settings/config.ts';
import type { DevAddress } from '../../src/cli/support/dev-address.ts';
import { writePrivateJson } from './data-folder.ts';

const answerLimitMs = 2_000;

/** The settings that the command line needs to use the same database, storage and receivers. */
const shared = [
  'PORT',
  'BASE_URL',
  'MONGODB_URI',
  'MONGODB_DB',
  'S3_ENDPOINT',
  'S3_PUBLIC_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_PRIVATE_BUCKET',
  'S3_UPLOAD_ONCE',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'S3_PUBLIC_URL',
  'APP_SECRET',
  // `galley webhook test` sends from the command line and must reach the same receivers as the service.
  'WEBHOOK_ALLOWED_SUBNETS',
  'WEBHOOK_DNS_SERVERS',
  'WEBHOOK_TIMEOUT_MS',
] as const satisfies readonly (keyof Config)[];

/** Whether the service responds at the URL. A process ID proves nothing, because process IDs are reused. */
export async function answers({ local_url }: DevAddress): Promise<boolean> {
  try {
    const answer = await fetch(`${local_url}/healthz`, { signal: AbortSignal.timeout(answerLimitMs) });
    return answer.ok;
  } catch {
    return false;
  }
}

/** Writes the settings for the command line. The file contains secrets, so only this user can read it. */
export function writeAddress(file: string, config: Config, localUrl: string): Promise<void> {
  const variables = Object.fromEntries(
    shared.flatMap((name) => (config[name] === undefined ? [] : [[name, String(config[name])]])),
  );
  const address: DevAddress = { pid: process.pid, local_url: localUrl, variables };
  return writePrivateJson(file, address);
}

export function removeAddress(file: string): Promise<void> {
  return rm(file, { force: true });
}
