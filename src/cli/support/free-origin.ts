import { createServer } from 'node:net';

/** How many ports are tried after a taken one. */
const attempts = 20;

/** The local origin itself, or with the next port that no program listens on. */
export async function freeOrigin(origin: string): Promise<string> {
  const url = new URL(origin);
  const first = Number(url.port);
  for (let port = first; port < first + attempts; port += 1) {
    if ((await isTaken(port, '127.0.0.1')) || (await isTaken(port, '::1'))) continue;
    url.port = String(port);
    return url.origin;
  }
  return origin;
}

function isTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRINUSE'));
    probe.listen(port, host, () => probe.close(() => resolve(false)));
  });
}
