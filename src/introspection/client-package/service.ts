import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Middleware } from 'koa';
import { sendStaticFile, StaticFiles } from '../../core/http/index.ts';
import { serviceVersion } from '../../core/util/index.ts';

/** The path of the client package of this version, for `npm install`. */
export const clientPath = `/client/galley-client-${serviceVersion}.tgz`;

/** The packed client, in dist/ for src/ and dist/ alike. */
export const packedClient = fileURLToPath(new URL(`../../../dist${clientPath}`, import.meta.url));

/** The path of the script that connects a site to the live preview. */
const scriptPath = '/client/preview.js';

/** Any site can load the script. */
const scriptHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** Serves the script of the live preview without a key (specification: live-preview). */
export function previewScript(): Middleware {
  const files = new StaticFiles(dirname(packedClient));
  return async (ctx, next) => {
    if (ctx.path !== scriptPath || !['GET', 'HEAD'].includes(ctx.method)) return void (await next());
    const script = await files.find('preview.js');
    if (script === null) return void (await next());
    ctx.set(scriptHeaders);
    sendStaticFile(ctx, script, 'public, max-age=3600');
  };
}

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
