import type { AddressInfo } from 'node:net';
import Koa from 'koa';

/** The answers that this server gives, by path; everything else that a service does is left out. */
export type Bodies = Readonly<Record<string, string>>;

// Koa sending bytes that it holds. Told which, it listens and answers its port.
process.on('message', (bodies: Bodies) => {
  const kept = new Map(Object.entries(bodies).map(([path, text]) => [path, Buffer.from(text)]));
  const app = new Koa();
  app.use((ctx) => {
    ctx.type = 'application/json';
    ctx.body = kept.get(ctx.path);
  });
  const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
