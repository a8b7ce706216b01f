import { rm } from 'node:fs/promises';
import type { Config } from '../../src/core/settings/config.ts';
import type { DevAddress } from '../../src/cli/support/dev-address.ts';
import { writePrivateJson } from './data-folder.ts';

const answerLimitMs = 2_000;

/** What the command line needs to reach the same database, storage and receivers. */
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
  // `galley webhook test` sends by itself, and must reach the receivers that the service reaches.
  'WEBHOOK_ALLOWED_SUBNETS',
  'WEBHOOK_DNS_SERVERS',
  'WEBHOOK_TIMEOUT_MS',
] as const satisfies readonly (keyof Config)[];

/** Whether a process answers there; process numbers are used again, so that a live one proves nothing. */
export async function answers({ local_url }: DevAddress): Promise<boolean> {
  try {
    const answer = await fetch(`${local_url}/healthz`, { signal: AbortSignal.timeout(answerLimitMs) });
    return answer.ok;
  } catch {
    return false;
  }
}

/** Tells the command line where everything is; the file holds secrets and is this user's alone. */
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
