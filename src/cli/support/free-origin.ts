import { createServer } from 'node:net';

/** Ports that are tried. */
const attempts = 20;

/** The local origin, with the first port from its own on that no program uses. */
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
