import { randomInt } from 'node:crypto';
import { freePort } from '../../dev/embedded/mongod/instance.ts';

/**
 * A free port below those that the system hands out: a connection or a server of another worker could take one of those
 * while a process starts or restarts.
 */
export async function fixedPort(): Promise<number> {
  for (;;) {
    const port = await freePort(randomInt(20_000, 32_768)).catch(() => null);
    if (port !== null) return port;
  }
}
