import { once } from 'node:events';
import type { Server } from 'node:http';

const idleCheckMs = 50;

/** Where to listen, and how long what runs may go on after the first signal to stop, in milliseconds. */
export interface Listening {
  HOST: string;
  PORT: number;
  graceMs?: number;
}

/**
 * Listens, and answers how to stop in order: no new connections, running requests finish (12 s at most, unless told), then `close`.
 * @throws Error naming the port when it is taken.
 */
export async function listen(
  server: Server,
  { HOST, PORT, graceMs = 12_000 }: Listening,
  close: () => Promise<void>,
): Promise<() => Promise<void>> {
  server.requestTimeout = 60_000;
  server.keepAliveTimeout = 65_000;
  server.listen(PORT, HOST);
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(
      `Port ${PORT} is taken by another program. Stop it, or choose another port: PORT=${PORT + 1}.`,
    );
  }

  let stopping: Promise<void> | null = null;
  return () => {
    stopping ??= (async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      // A connection falls idle when its request has been answered; clients would keep it open.
      const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs);
      const late = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearInterval(idle);
      clearTimeout(late);
      await close();
    })();
    return stopping;
  };
}
