import { execFileSync } from 'node:child_process';
import { vi } from 'vitest';
import { fixedPort } from './fixed-port.ts';
import { type Program, runServer } from './program.ts';
import { testVariables } from './service.ts';

const patience = { timeout: 60_000, interval: 50 };

/** A process of the service beside the one of the test. */
export interface ServiceProcess {
  url: string;
  /** Where health and metrics are. */
  opsUrl: string;
  program: Program;
}

/** Starts a process on the same database. With `clock`, such as "+1h", Debian's faketime moves its clock. */
export async function startProcess(
  variables: Readonly<Record<string, string>>,
  { clock }: { clock?: string } = {},
): Promise<ServiceProcess> {
  const [port, opsPort] = [await fixedPort(), await fixedPort()];
  const ports = { PORT: String(port), OPS_PORT: String(opsPort) };
  const all = testVariables({ ...ports, LOG_LEVEL: 'warn', ...variables });
  const env = Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  const program = runServer({ env: { ...env, ...(clock === undefined ? {} : fakeTime(clock)) } });
  const [url, opsUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${opsPort}`];
  const isUp = () =>
    fetch(`${url}/v1/ping`).then(
      () => true,
      () => false,
    );
  await vi.waitUntil(isUp, patience).catch((error: unknown) => {
    throw new Error(`the process does not serve:\n${program.err}`, { cause: error });
  });
  return { url, opsUrl, program };
}

/** Variables under which a program has another clock; `faketime` itself would be a process between it and the test. */
function fakeTime(clock: string): Record<string, string> {
  const library = execFileSync('faketime', ['-f', '+0', 'printenv', 'LD_PRELOAD'], {
    encoding: 'utf8',
  }).trim();
  return { LD_PRELOAD: library, FAKETIME: clock };
}
