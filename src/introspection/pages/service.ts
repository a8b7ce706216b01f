import { withBlocks } from '../../content/index.ts';
import type { Context, Middleware } from 'koa';
import { openApiDocument } from '../openapi/document.ts';
import type { Surface } from '../../core/context/index.ts';
import { etagOf, matchesTag } from '../../core/http/index.ts';
import { errorPage } from './error-page.ts';
import { guidePages } from './guide.ts';
import { addressOf, pageHtml } from './layout.ts';
import { readPicture } from './pictures.ts';
import { referencePage } from './reference.ts';
import { foundPage, passagesOf } from './search.ts';
import { style } from './style.ts';

interface File {
  type: string;
  content: string | Buffer;
  etag: string;
}

/** The page for addresses below `/docs` at which there is none. */
const nowhere = 'page not found';

/** Nothing of another host, no script, no frame: the pages are text, pictures, a search and one stylesheet of their own. */
export const docsHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'public, max-age=300',
};

/** `/docs` and below, without a key: the reference, the guide, and every error (specification: openapi). */
export function docsPages(surface: Surface, baseUrl: string): Middleware {
  let docs: Promise<Docs> | null = null;
  return async (ctx, next) => {
    if (ctx.path !== '/docs' && !ctx.path.startsWith('/docs/')) return void (await next());
    docs ??= docsOf(surface, baseUrl); // on the first request, because a worker gets none
    if (!['GET', 'HEAD'].includes(ctx.method)) return void (await next());
    const { files, search } = await docs;
    const known =
      ctx.path === '/docs/search'
        ? search(String(ctx.query['q'] ?? ''))
        : (files.get(ctx.path.replace(/\/$/, '')) ?? (await picture(ctx.path)));
    // A person reads a page with the way to the others; a program gets the envelope as everywhere.
    const found = known ?? (isBrowser(ctx) ? files.get(nowhere) : undefined);
    if (found === undefined) return void (await next());
    ctx.set(docsHeaders);
    ctx.type = found.type;
    ctx.status = known === null ? 404 : 200;
    if (known === null) ctx.vary('Accept');
    ctx.set('ETag', found.etag);
    if (known !== null && matchesTag(ctx.get('If-None-Match'), found.etag)) ctx.status = 304;
    else ctx.body = found.content;
  };
}

/** Whether a person reads the response. Programs, which accept anything, get JSON. */
export function isBrowser(ctx: Context): boolean {
  return /\btext\/html\b/.test(ctx.get('Accept'));
}

interface Docs {
  files: ReadonlyMap<string, File>;
  /** The page that answers a question. */
  search: (question: string) => File;
}

async function docsOf(surface: Surface, baseUrl: string): Promise<Docs> {
  const root = new URL(baseUrl).pathname.replace(/\/$/, '');
  const document = await openApiDocument(surface, { baseUrl, project: null, types: withBlocks([], []) });
  const none = {
    name: nowhere,
    title: 'Page not found',
    body: '<p>The pages are listed beside this.</p>',
    chapters: [],
  };
  const pages = [referencePage(document, { baseUrl, root }), ...guidePages({ root, baseUrl }), errorPage()];
  const html = pages.map(
    (page) => [addressOf(page.name, ''), file('html', pageHtml(page, pages, root))] as const,
  );
  const missing = file('html', pageHtml(none, pages, root));
  const passages = passagesOf(pages, root);
  return {
    files: new Map([...html, [nowhere, missing], ['/docs/style.css', file('css', style)]]),
    search: (question) => file('html', pageHtml(foundPage(passages, question), pages, root)),
  };
}

async function picture(path: string): Promise<File | null> {
  const bytes = await readPicture(path);
  return bytes === null ? null : file('png', bytes);
}

function file(type: string, content: string | Buffer): File {
  return { type, content, etag: etagOf(Buffer.from(content), undefined) };
}
