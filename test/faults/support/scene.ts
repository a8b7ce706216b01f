import { vi } from 'vitest';
import { fixedPort } from '../../support/fixed-port.ts';
import { clientOf } from '../../support/database.ts';
import { type Program, runServer } from '../../support/program.ts';
import { startService, type TestService, testVariables } from '../../support/service.ts';
import { cleanup } from '../../support/cleanup.ts';

/** A process of the service that a test may kill, freeze and start again. */
export interface ServiceProcess {
  readonly program: Program;
  readonly url: string;
  readonly port: number;
  /** Ends it at once, as the machine would, and waits until it is gone. */
  kill(): Promise<void>;
  /** Stops it from running (SIGSTOP), and lets it run again (SIGCONT). */
  freeze(): void;
  thaw(): void;
}

/** What fault tests have in common: a database, the test's own way into it, and processes of the service on it. */
export interface Scene {
  /** In the test's own process: makes projects and reads the database. It delivers nothing. */
  service: TestService;
  /** Starts a process and waits until it serves. */
  start(more?: Record<string, string>): Promise<ServiceProcess>;
  /** Starts a process without waiting. */
  launch(more?: Record<string, string>): Promise<ServiceProcess>;
}

/** The environment of every process: receivers on this machine, quick retries, short leases of the watcher. */
const settings = {
  WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
  WEBHOOK_RETRY_SECONDS: '1,1,1,1,1',
  LEASE_SECONDS: '3',
};

/** Makes the scene of a test file. @param overrides - settings of all its processes */
export async function newScene(overrides: Record<string, string> = {}): Promise<Scene> {
  const service = await startService(overrides);
  const { MONGODB_DB } = service.app.config;
  const running = new Set<Program>();
  cleanup(async () => {
    for (const program of running) await endProgram(program);
    // A process that was killed leaves its transaction open for a minute, and dropping the database waits for it.
    await clientOf(service.app.system).db('admin').command({ killAllSessions: [] });
  });
  const launch = async (more: Record<string, string> = {}): Promise<ServiceProcess> => {
    const port = Number(more['PORT'] ?? (await fixedPort()));
    const own = { ...settings, ...overrides, MONGODB_DB, LOG_LEVEL: 'warn', ...more, PORT: String(port) };
    const env = Object.entries(testVariables(own)).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    );
    const program = runServer({ env: Object.fromEntries(env) });
    running.add(program);
    return {
      program,
      url: `http://127.0.0.1:${port}`,
      port,
      async kill() {
        running.delete(program);
        await endProgram(program);
      },
      freeze: () => void program.process.kill('SIGSTOP'),
      thaw: () => void program.process.kill('SIGCONT'),
    };
  };
  return {
    service,
    launch,
    async start(more) {
      const launched = await launch(more);
      const isReady = () => isServing(launched.url, launched.program);
      await vi.waitUntil(isReady, { timeout: 300_000, interval: 50 });
      return launched;
    },
  };
}

async function endProgram(program: Program): Promise<void> {
  program.process.kill('SIGKILL');
  await program.ended();
}

/** `/healthz` also responds while a start waits for the database, on a server that then closes its connections. */
async function isServing(url: string, program: Program): Promise<boolean> {
  if (program.process.exitCode !== null) throw new Error(`the service ended:\n${program.err}`);
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
