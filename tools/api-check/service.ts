import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDev } from '../../dev/server/start.ts';

/** A running service with the demo content in a temporary folder, which is deleted at the end. */
export interface CheckedService {
  url: string;
  secretKey: string;
  stop(): Promise<void>;
}

/** High rate limits, because with 60 writes per minute most responses would be 429. */
const budget = '1000000';

/** Starts the service with `NODE_ENV=test`, so that a response outside its schema or its error list becomes a 500. */
export async function startCheckedService(say: (line: string) => void): Promise<CheckedService> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-api-check-'));
  const env = {
    MONGODB_URI: process.env['MONGODB_URI'],
    MONGODB_DB: `api_check_${Date.now()}`,
    NODE_ENV: 'test',
    PORT: '0',
    LOG_LEVEL: 'fatal',
    RATE_READ: budget,
    RATE_WRITE: budget,
    RATE_VOTE: budget,
    RATE_ANONYMOUS: budget,
  };
  const started = await startDev({ env, folder, say, signal: new AbortController().signal });
  return {
    url: started.localUrl,
    secretKey: started.demo.secret_key,
    async stop() {
      await started.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
