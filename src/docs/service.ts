import type { Middleware } from 'koa';
import { openApiDocument } from '../introspection/service.ts';
import type { Surface } from '../platform/surface.ts';
import { etagOf, matchesTag } from '../platform/http/etag.ts';
import { errorPage } from './error-page.ts';
import { guidePages } from './guide.ts';
import { addressOf, pageHtml } from './layout.ts';
import { readPicture } from './pictures.ts';
import { referencePage } from './reference.ts';
import { style } from './style.ts';

interface File {
  type: string;
  content: string | Buffer;
  etag: string;
}

/** Nothing of another host, no script, no frame: the pages are text, pictures and one stylesheet of their own. */
const headers = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'public, max-age=300',
};

/** `/docs` and below, without a key: the reference, the guide, and every error (specification: openapi). */
export function docsPages(surface: Surface, baseUrl: string): Middleware {
  let files: ReadonlyMap<string, File> | null = null;
  return async (ctx, next) => {
    if (ctx.path !== '/docs' && !ctx.path.startsWith('/docs/')) return void (await next());
    files ??= docsFiles(surface, baseUrl); // made when first asked for: a worker never is
    const found = files.get(ctx.path.replace(/\/$/, '')) ?? (await picture(ctx.path));
    if (found === null || !['GET', 'HEAD'].includes(ctx.method)) return void (await next());
    ctx.set(headers);
    ctx.type = found.type;
    ctx.status = 200;
    ctx.set('ETag', found.etag);
    if (matchesTag(ctx.get('If-None-Match'), found.etag)) ctx.status = 304;
    else ctx.body = found.content;
  };
}

function docsFiles(surface: Surface, baseUrl: string): Map<string, File> {
  const root = new URL(baseUrl).pathname.replace(/\/$/, '');
  const document = openApiDocument(surface, { baseUrl, project: null, types: new Map() });
  const pages = [referencePage(document, { baseUrl, root }), ...guidePages(root), errorPage()];
  const html = pages.map(
    (page) => [addressOf(page.name, ''), file('html', pageHtml(page, pages, root))] as const,
  );
  return new Map([...html, ['/docs/style.css', file('css', style)]]);
}

async function picture(path: string): Promise<File | null> {
  const bytes = await readPicture(path);
  return bytes === null ? null : file('png', bytes);
}

function file(type: string, content: string | Buffer): File {
  return { type, content, etag: etagOf(Buffer.from(content), undefined) };
}
