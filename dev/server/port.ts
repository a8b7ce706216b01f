import { createServer } from 'node:net';

const loopback = ['127.0.0.1', '0.0.0.0', 'localhost'];

/**
 * Rejects a port that is in use before anything starts. `localhost` is also `::1`: a program that listens only there
 * would receive requests for Galley.
 * @throws Error with a fix
 */
export async function refuseTakenPort(port: number, host: string): Promise<void> {
  for (const each of loopback.includes(host) ? [host, '::1'] : [host]) {
    if (await isTaken(port, each)) {
      throw new Error(
        `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm run dev`,
      );
    }
  }
}

/** The URL at which this machine reaches a server on that port and host. */
export function localUrl(port: number, host: string): string {
  const name = loopback.includes(host) || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

function isTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRINUSE'));
    probe.listen(port, host, () => probe.close(() => resolve(false)));
  });
}
