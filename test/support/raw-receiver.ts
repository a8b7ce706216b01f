import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { cleanup } from './cleanup.ts';

/** A receiver that speaks bytes, for what no HTTP server can be made to do. */
export interface RawReceiver {
  url: string;
  /** How often it was asked. */
  asked: number;
}

/** Starts a receiver that does with each connection what the test says, once the first bytes of a request are there. */
export async function startRawReceiver(serve: (socket: Socket) => void): Promise<RawReceiver> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.once('data', () => {
      receiver.asked += 1;
      serve(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, asked: 0 };
  cleanup(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return receiver;
}

/** Writes something again and again, for as long as the connection is open. */
export function writeForEver(socket: Socket, text: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(text), everyMs);
  socket.on('close', () => clearInterval(timer));
}
