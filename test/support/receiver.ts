import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { cleanup } from './cleanup.ts';

/** One request that a receiver got, as bytes and as what they say. */
export interface Received {
  headers: IncomingHttpHeaders;
  raw: string;
  body: { id: string; event: string; created_at: string; data: Record<string, unknown> };
  at: number;
}

/** A webhook receiver on this machine. */
export interface Receiver {
  url: string;
  received: Received[];
  /** How many requests were open at once at most. */
  mostAtOnce: number;
  /** Decides what the next requests are answered: a status, or anything else by hand. */
  answer: number | ((response: ServerResponse, request: Received) => void);
  /** Waits until so many requests have come, and answers them. */
  got(count: number, withinMs?: number): Promise<Received[]>;
}

/** Starts a receiver for a test file; it answers 204 until told otherwise. */
export async function startReceiver(address = '127.0.0.1'): Promise<Receiver> {
  let open = 0;
  const server = createServer((request, response) => {
    open += 1;
    receiver.mostAtOnce = Math.max(receiver.mostAtOnce, open);
    response.on('close', () => (open -= 1));
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const raw = Buffer.concat(parts).toString('utf8');
      const received = {
        headers: request.headers,
        raw,
        body: JSON.parse(raw) as Received['body'],
        at: performance.now(),
      };
      receiver.received.push(received);
      const { answer } = receiver;
      if (typeof answer === 'number') response.writeHead(answer).end();
      else answer(response, received);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const receiver: Receiver = {
    url: `http://${address}:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    mostAtOnce: 0,
    answer: 204,
    async got(count, withinMs = 10_000) {
      await expect
        .poll(() => receiver.received.length, { timeout: withinMs, interval: 20 })
        .toBeGreaterThanOrEqual(count);
      return receiver.received;
    },
  };
  cleanup(() => {
    server.closeAllConnections();
    server.close();
  });
  return receiver;
}

/** The signature that the specification asks for, computed apart from the service's own code. */
export function expectedSignature(
  secret: string,
  { headers, raw }: Pick<Received, 'headers' | 'raw'>,
): string {
  const signed = `${String(headers['x-service-timestamp'])}.${raw}`;
  return `sha256=${createHmac('sha256', secret).update(signed).digest('hex')}`;
}
