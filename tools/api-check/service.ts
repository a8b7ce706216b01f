import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDev } from '../../dev/server/start.ts';

/** The service as it is run, on a folder of its own with the demo's content; nothing is left behind. */
export interface CheckedService {
  url: string;
  secretKey: string;
  stop(): Promise<void>;
}

/** Wide budgets: what is checked are answers, and 60 writes a minute would leave nothing but 429. */
const budget = '1000000';

/** Starts it with `NODE_ENV=test`: an answer that its own schema or its list of errors does not know is a 500 then. */
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
