import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../../src/cli/program.ts';
import type { Variables } from '../../../src/core/settings/config.ts';
import { storeVariables } from '../media.ts';
import { startService, testVariables, type TestService } from '../service.ts';
import { openTestStore } from '../test-store.ts';
import { databaseOf } from '../database.ts';
import { cleanup } from '../cleanup.ts';

/** A service on a database and a store of its own; both of a test have the same public addresses. */
export interface Installation extends TestService {
  variables: Variables;
  /** Runs a command on it and answers the document that it printed. */
  galley(...args: string[]): Promise<{ exitCode: number; body: any }>;
}

/** @param more - settings of the service */
export async function newInstallation(more: Variables = {}): Promise<Installation> {
  const store = await openTestStore();
  const own = {
    ...storeVariables(store.settings),
    S3_PUBLIC_URL: 'http://files.test',
    MONGODB_DB: `t_${randomUUID().slice(0, 13)}`,
    ...more,
  };
  const service = await startService(own);
  cleanup(async () => {
    await databaseOf(service.app.system).dropDatabase();
    await store.stop();
  });
  const variables = testVariables(own);
  return {
    ...service,
    variables,
    async galley(...args) {
      const { out, exitCode } = await runCommand([...args, '--json'], variables, tmpdir());
      return { exitCode, body: JSON.parse(out) };
    },
  };
}

/** A folder that is gone with the test file. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-export-'));
  cleanup(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
