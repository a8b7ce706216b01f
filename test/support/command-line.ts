import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { expect, inject } from 'vitest';
import { runCommand } from '../../src/cli/program.ts';
import { startService, type TestService } from './service.ts';

/** The command line on a service's own database. */
export interface TestCommands {
  service: TestService;
  env: Readonly<Record<string, string>>;
  /** Runs a command in this process and answers the one document that it printed. */
  galley: (args: readonly string[], env?: Record<string, string>) => Promise<{ exitCode: number; body: any }>;
}

/** Starts a service with these settings and the command line beside it. */
export async function startCommands(settings: Record<string, string> = {}): Promise<TestCommands> {
  const MONGODB_DB = `t_${randomUUID().slice(0, 13)}`;
  const service = await startService({ MONGODB_DB, ...settings });
  const env = { MONGODB_URI: inject('mongodbUri'), MONGODB_DB, APP_SECRET: service.app.config.APP_SECRET };
  return {
    service,
    env,
    async galley(args, more = {}) {
      const { out, err, exitCode } = await runCommand([...args, '--json'], { ...env, ...more }, tmpdir());
      expect(err).toBe('');
      return { exitCode, body: JSON.parse(out) };
    },
  };
}
