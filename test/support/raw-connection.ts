import { connect, type Socket } from 'node:net';

/** A connection on which a test writes bytes as they are, and reads what comes back until a time or the end. */
export interface RawConnection {
  socket: Socket;
  /** Everything that came so far. */
  text(): string;
  /** Resolves at the end of the connection, whoever ends it. */
  closed: Promise<string>;
}

export function openRaw(url: string, bytes: string | Uint8Array = ''): Promise<RawConnection> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const closed = new Promise<string>((end) => socket.once('close', () => end(text)));
    socket.on('data', (part: Buffer) => (text += part.toString('latin1')));
    socket.on('error', reject).once('connect', () => {
      if (bytes.length > 0) socket.write(bytes);
      resolve({ socket, text: () => text, closed });
    });
  });
}

/** The head of a request with a body, as it goes over the line. */
export function headOf(method: string, path: string, headers: Record<string, string | number>): string {
  const lines = Object.entries({ Host: 'galley.test', 'Content-Type': 'application/json', ...headers });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

/** What parsing four megabytes takes of CPU on a core that nothing else uses, in milliseconds. */
const usualMs = 35;
const yardstick = `[${'{"type":"x"},'.repeat(300_000)}0]`;

/** How much slower than usual a core is just now, at least 1: neighbours take its caches, and CPU time grows by that. */
export function coreSlowness(): number {
  const before = process.cpuUsage();
  JSON.parse(yardstick);
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, (user + system) / 1_000 / usualMs);
}

/** CPU time that the process takes, client and service, while it does something; in milliseconds. */
export async function cpuMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
