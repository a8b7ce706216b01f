import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Middleware } from 'koa';
import { serviceVersion } from '../../core/util/index.ts';

/** The path of the client package of this version, for `npm install`. */
export const clientPath = `/client/galley-client-${serviceVersion}.tgz`;

/** The packed client, in dist/ for src/ and dist/ alike. */
export const packedClient = fileURLToPath(new URL(`../../../dist${clientPath}`, import.meta.url));

/** Serves the packed client without a key. If the build has no client, the path is an unknown endpoint. */
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
