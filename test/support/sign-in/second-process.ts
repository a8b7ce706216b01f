import { vi } from 'vitest';
import { runSource } from '../program.ts';
import { testVariables } from '../service.ts';

const patience = { timeout: 60_000, interval: 50 };

/** A second process of the service on the same database. */
export async function secondProcess(MONGODB_DB: string) {
  const port = 20_000 + Math.floor(Math.random() * 30_000);
  const variables = testVariables({ MONGODB_DB, PORT: String(port), LOG_LEVEL: 'warn', ROLE: 'api' });
  const env = Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const program = runSource('src/main.ts', { env });
  const url = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await vi.waitUntil(isUp, patience);
  return {
    url,
    /** What it prints while the installation has no owner. */
    setUpToken: () => vi.waitUntil(() => /"set_up_token":"(\w{24})"/.exec(program.err)?.[1], patience),
    async stop() {
      program.process.kill();
      await program.ended();
    },
  };
}
