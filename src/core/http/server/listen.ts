import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const idleCheckMs = 50;
/** How long requests may run after the order to stop, in milliseconds. */
const requestGraceMs = 12_000;

/** Where to listen, and how long stopping may take. */
export interface ListenOptions {
  HOST: string;
  PORT: number;
  /** Seconds that the process continues to serve after the order to stop. */
  DRAIN_SECONDS: number;
  /** How long requests may run after that, in milliseconds. */
  graceMs?: number;
}

/** What else is stopped with the server. */
export interface ShutdownSteps {
  /** Called with the order to stop. From then on `/readyz` responds 503 and each response closes its connection. */
  drain(): void;
  /** Called after draining, while running requests finish. */
  stopWork(graceMs?: number): Promise<void>;
  /** Called last. */
  close(): Promise<void>;
}

/**
 * Listens. Returns a function that stops in order: load balancers get `DRAIN_SECONDS` to notice while the process
 * serves; then no new connections are accepted, requests finish (12 s at most by default) while the work stops; then
 * `close` runs.
 * @throws Error that names the port if it is taken
 */
export async function listen(
  server: Server,
  { HOST, PORT, DRAIN_SECONDS, graceMs }: ListenOptions,
  steps: ShutdownSteps,
): Promise<() => Promise<void>> {
  await listenOnPort(server, { HOST, PORT }, 'PORT');

  let stopping: Promise<void> | null = null;
  return () => {
    stopping ??= (async () => {
      steps.drain();
      await pause(DRAIN_SECONDS * 1_000);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      // A connection becomes idle after its response, and clients would keep it open.
      const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs);
      const timer = setTimeout(() => server.closeAllConnections(), graceMs ?? requestGraceMs);
      await Promise.all([closed, steps.stopWork(graceMs)]);
      clearInterval(idle);
      clearTimeout(timer);
      await steps.close();
    })();
    return stopping;
  };
}

/**
 * Listens on a port; `variable` is the setting that chose it. @throws Error that names the port or the address if that
 * fails
 */
export async function listenOnPort(
  server: Server,
  { HOST, PORT }: Pick<ListenOptions, 'HOST' | 'PORT'>,
  variable: string,
): Promise<void> {
  server.listen(PORT, HOST);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new Error(listenError(error as NodeJS.ErrnoException, { HOST, PORT }, variable), { cause: error });
  }
}

function listenError(
  { code, message }: NodeJS.ErrnoException,
  { HOST, PORT }: Pick<ListenOptions, 'HOST' | 'PORT'>,
  variable: string,
): string {
  switch (code ?? '') {
    case 'EADDRINUSE':
      return `Port ${PORT} is taken by another program. Stop it, or choose another port: ${variable}=${PORT + 1}.`;
    case 'EACCES':
      return `Port ${PORT} is for the system's own programs. Choose one above 1023: ${variable}=3000.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `This machine has no address ${HOST} (${code}). HOST is where Galley listens: 0.0.0.0 for every address of this machine, 127.0.0.1 for this machine alone; BASE_URL is for the address that clients use.`;
    default:
      return `Galley cannot listen at HOST ${HOST}, ${variable} ${PORT} (${code ?? message}).`;
  }
}
