import type { AddressInfo } from 'node:net';
import Koa from 'koa';

/** The response bodies of this server by path. It does nothing else that a service does. */
export type Bodies = Readonly<Record<string, string>>;

// Sends fixed bytes with Koa. Receives the bodies, then listens and sends its port.
process.on('message', (bodies: Bodies) => {
  const kept = new Map(Object.entries(bodies).map(([path, text]) => [path, Buffer.from(text)]));
  const app = new Koa();
  app.use((ctx) => {
    ctx.type = 'application/json';
    ctx.body = kept.get(ctx.path);
  });
  const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
