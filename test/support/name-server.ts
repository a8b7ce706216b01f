import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { cleanup } from './cleanup.ts';

/** A name server on this machine. */
export interface NameServer {
  /** Where it listens, as `WEBHOOK_DNS_SERVERS` takes it. */
  address: string;
  /** The names that it was asked for. */
  asked: string[];
}

/** Starts a name server. @param addressOf - the IPv4 address of a name, or null to say nothing, ever. */
export async function startNameServer(addressOf: (name: string) => string | null): Promise<NameServer> {
  const socket = createSocket('udp4');
  const server: NameServer = { address: '', asked: [] };
  socket.on('message', (question, from) => {
    const { name, end } = nameIn(question);
    server.asked.push(name);
    const address = addressOf(name);
    const isIpv4 = question.readUInt16BE(end) === 1;
    if (address !== null)
      socket.send(answerTo(question, end, isIpv4 ? address : null), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  cleanup(() => void socket.close());
  server.address = `127.0.0.1:${socket.address().port}`;
  return server;
}

/** The name asked for, and where its type stands (RFC 1035, section 4.1). */
function nameIn(question: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** The question with one address, or with none. */
function answerTo(question: Buffer, end: number, address: string | null): Buffer {
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(0x8180, 2); // an answer, without a fault
  head.writeUInt16BE(address === null ? 0 : 1, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  const asked = question.subarray(12, end + 4);
  if (address === null) return Buffer.concat([head, asked]);
  const record = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)];
  return Buffer.concat([head, asked, Buffer.from(record)]);
}
