import { type AddressInfo, createServer } from 'node:net';
import { cleanup } from './cleanup.ts';

/** Where nobody may come: a listener on every address of this machine that counts who connects, until the tests end. */
export async function startConnectionTrap(): Promise<{ connections: number; readonly port: number }> {
  const server = createServer((socket) => {
    trap.connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '::', resolve));
  cleanup(() => void server.close());
  const trap = { connections: 0, port: (server.address() as AddressInfo).port };
  return trap;
}
