import { createServer, type Server } from 'node:http';
import Koa, { type Middleware } from 'koa';
import { connectionTimes } from './http-server.ts';

/** An HTTP server with only these pages, for the port that only operators reach. */
export function createPagesServer(pages: readonly Middleware[]): Server {
  const app = new Koa();
  app.silent = true;
  for (const page of pages) app.use(page);
  const handle = app.callback();
  return createServer(connectionTimes, (request, response) => {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    void handle(request, response);
  });
}
