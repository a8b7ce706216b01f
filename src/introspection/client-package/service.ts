import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Middleware } from 'koa';
import { serviceVersion } from '../../core/util/index.ts';

/** Where `npm install` gets the client that fits this service, below its address. */
export const clientPath = `/client/galley-client-${serviceVersion}.tgz`;

/** The packed client; it lies in dist/ for src/ and dist/ alike. */
export const packedClient = fileURLToPath(new URL(`../../../dist${clientPath}`, import.meta.url));

/** Serves the packed client, without a key. A build that lacks it answers as for every unknown address. */
export function clientPackage(): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== clientPath || !['GET', 'HEAD'].includes(ctx.method)) return void (await next());
    const bytes = await readFile(packedClient).catch(() => null);
    if (bytes === null) return void (await next());
    ctx.type = 'application/gzip';
    ctx.set('Cache-Control', 'public, max-age=300');
    ctx.body = bytes;
  };
}
