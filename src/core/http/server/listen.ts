import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const idleCheckMs = 50;
/** Requests may go on for this long after the order to stop, in milliseconds. */
const requestGraceMs = 12_000;

/** Where to listen, and how to stop. */
export interface ListenOptions {
  HOST: string;
  PORT: number;
  /** How long the process goes on serving after the order to stop, in seconds. */
  DRAIN_SECONDS: number;
  /** How long requests that still run after that may take, in milliseconds. */
  graceMs?: number;
}

/** What else ends when the server does. */
export interface ShutdownSteps {
  /** Called with the order to stop: `/readyz` answers 503 and each answer ends its connection from then on. */
  drain(): void;
  /** Begun when draining is over, beside the requests that finish. */
  stopWork(graceMs?: number): Promise<void>;
  /** Done last. */
  close(): Promise<void>;
}

/**
 * Listens, and answers how to stop in order: balancers get `DRAIN_SECONDS` to stop sending while the process serves on;
 * then no new connections, running requests finish (12 s at most, unless told) while the work stops, then `close`.
 * @throws Error naming the port when it is taken.
 */
export async function listen(
  server: Server,
  { HOST, PORT, DRAIN_SECONDS, graceMs }: ListenOptions,
  ending: ShutdownSteps,
): Promise<() => Promise<void>> {
  await listenOnPort(server, { HOST, PORT }, 'PORT');

  let stopping: Promise<void> | null = null;
  return () => {
    stopping ??= (async () => {
      ending.drain();
      await pause(DRAIN_SECONDS * 1_000);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      // A connection falls idle when its request has been answered; clients would keep it open.
      const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs);
      const late = setTimeout(() => server.closeAllConnections(), graceMs ?? requestGraceMs);
      await Promise.all([closed, ending.stopWork(graceMs)]);
      clearInterval(idle);
      clearTimeout(late);
      await ending.close();
    })();
    return stopping;
  };
}

/** Takes a port; `variable` names who chose it. @throws Error naming the port or the address when it cannot be had */
export async function listenOnPort(
  server: Server,
  { HOST, PORT }: Pick<ListenOptions, 'HOST' | 'PORT'>,
  variable: string,
): Promise<void> {
  server.listen(PORT, HOST);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new Error(whyNot(error as NodeJS.ErrnoException, { HOST, PORT }, variable), { cause: error });
  }
}

function whyNot(
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
