import { once } from 'node:events';
import type { Server } from 'node:http';

/** What runs may go on for this long after the first signal to stop, in milliseconds. */
const graceMs = 12_000;

/**
 * Listens, and answers how to stop in order: no new connections, running requests finish (12 s at most), then `close`.
 * @throws Error naming the port when it is taken.
 */
export async function listen(
  server: Server,
  { HOST, PORT }: { HOST: string; PORT: number },
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
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(timer);
      await close();
    })();
    return stopping;
  };
}
