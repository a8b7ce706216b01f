import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Context, Middleware } from 'koa';
import { withBlocks } from '../../content/index.ts';
import { buildPendingPage } from '../../dashboard/index.ts';
import type { Surface } from '../../core/context/index.ts';
import { etagOf, matchesTag, sendStaticFile, type StaticFile, StaticFiles } from '../../core/http/index.ts';
import { openApiDocument } from '../openapi/document.ts';
import { style } from './style.ts';

/** The folder of the built documentation, two levels up from src/ and dist/ alike. */
export const builtDocs = fileURLToPath(new URL('../../../dist/docs', import.meta.url));

/** The base URL in the pages of docs/, and the path for which they are built. */
const writtenUrl = 'http://localhost:3000';

/** Headers of pages that are text and load nothing but a stylesheet. */
export const docsHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'public, max-age=300',
};

const pageCache = 'public, max-age=300';
const assetCache = 'public, max-age=31536000, immutable';

/** Renamed pages, by their former path below `/docs`. Other former paths are resolved by their last segment. */
const renamedPages: Readonly<Record<string, string>> = {
  content: 'model/content-types',
  frameworks: 'build/next',
  sites: 'build/starter',
  delivery: 'build/cache-tags',
  operations: 'run/monitoring',
  access: 'security/roles-and-keys',
  audit: 'security/audit-log',
};

/**
 * `/docs` and below, without a key: the guide, the reference and the error codes (specification: openapi). Examples get
 * the base URL of this service.
 *
 * @param baseUrl - the URL under which clients reach the service. Links to `/docs` begin with its path.
 */
export function docsPages(surface: Surface, baseUrl: string, folder = builtDocs): Middleware {
  const root = new URL(baseUrl).pathname.replace(/\/$/, '');
  const files = new StaticFiles(folder, (text) => withBaseUrl(text, baseUrl, root));
  let document: Promise<Buffer> | null = null;
  return async (ctx, next) => {
    if (ctx.path !== '/docs' && !ctx.path.startsWith('/docs/')) return void (await next());
    if (!['GET', 'HEAD'].includes(ctx.method)) return void (await next());
    ctx.set(docsHeaders);
    const name = ctx.path.slice('/docs/'.length).replace(/\/$/, '');
    if (name === '') return ctx.redirect(`${root}/docs/start/`);
    if (name === 'style.css') return sendText(ctx, 'css', Buffer.from(style));
    if (name === 'openapi.json') {
      document ??= generalDocument(surface, baseUrl);
      return sendText(ctx, 'json', await document);
    }
    if (await sendFile(ctx, files, name)) return;
    const newName = await movedPage(folder, name);
    if (newName !== null) return ctx.redirect(`${root}/docs/${newName}`);
    for (const header of Object.keys(docsHeaders)) ctx.remove(header);
    if (isBrowser(ctx)) await sendMissing(ctx, files);
    else await next();
  };
}

/** Whether a person reads the response. Programs, which accept anything, get JSON. */
export function isBrowser(ctx: Context): boolean {
  return /\btext\/html\b/.test(ctx.get('Accept'));
}

/** Replaces the base URL in a page with that of this service. */
function withBaseUrl(text: string, baseUrl: string, root: string): string {
  const ownUrl = baseUrl.replaceAll("'", '%27').replace(/\/$/, '');
  const withOwnUrl = text.replaceAll(writtenUrl, ownUrl);
  return root === '' ? withOwnUrl : withOwnUrl.replace(/(["'(=])\/docs\//g, `$1${root}/docs/`);
}

async function sendFile(ctx: Context, files: StaticFiles, name: string): Promise<boolean> {
  const asset = /\.[a-z0-9]+$/.test(name) ? await files.find(name) : null;
  if (asset !== null) {
    sendStaticFile(ctx, asset, name.startsWith('assets/') ? assetCache : pageCache);
    return true;
  }
  const page = (await files.find(`${name}.html`)) ?? (await files.find(`${name}/index.html`));
  if (page === null) return false;
  ctx.set('Content-Security-Policy', policyOf(page));
  sendStaticFile(ctx, page, pageCache);
  return true;
}

async function sendMissing(ctx: Context, files: StaticFiles): Promise<void> {
  const page = await files.find('404.html');
  ctx.set(docsHeaders);
  ctx.vary('Accept');
  if (page === null) {
    ctx.set({ 'Cache-Control': 'no-cache', Refresh: '2', 'Retry-After': '2' });
    ctx.type = 'html';
    ctx.status = 503;
    ctx.body = buildPendingPage('The documentation');
    return;
  }
  ctx.set('Content-Security-Policy', policyOf(page));
  sendStaticFile(ctx, page, 'no-store');
  ctx.status = 404;
}

/** The inline style that the theme's script adds to suspend transitions while colors change. */
const switchStyle = "'sha256-skqujXORqzxt1aE0NNXxujEanPTX6raoqSscTV/Ww/Y='";

const policies = new WeakMap<StaticFile, string>();

/** Returns the content security policy of a page: scripts and styles of this service, and inline scripts by hash. */
function policyOf(page: StaticFile): string {
  const cachedPolicy = policies.get(page);
  if (cachedPolicy !== undefined) return cachedPolicy;
  const scripts = [...page.bytes.toString().matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)];
  const hashes = scripts.map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  const policy = [
    "default-src 'none'",
    `script-src ${["'self'", ...hashes].join(' ')}`,
    `style-src 'self' ${switchStyle}`,
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
  policies.set(page, policy);
  return policy;
}

/** The page that has the last part of a former path as its name, or null. */
async function movedPage(folder: string, name: string): Promise<string | null> {
  const newName = Object.hasOwn(renamedPages, name) ? renamedPages[name] : undefined;
  if (newName !== undefined) return newName;
  if (!/^[a-z0-9-]+$/.test(name)) return null;
  const pages = await readdir(folder, { recursive: true }).catch(() => []);
  const page = pages.find((path) => path.endsWith(`/${name}.html`));
  return page === undefined ? null : page.replace(/\.html$/, '');
}

async function generalDocument(surface: Surface, baseUrl: string): Promise<Buffer> {
  const document = await openApiDocument(surface, { baseUrl, project: null, types: withBlocks([], []) });
  return Buffer.from(JSON.stringify(document));
}

function sendText(ctx: Context, type: string, bytes: Buffer): void {
  const etag = etagOf(bytes, undefined);
  ctx.type = type;
  ctx.set('ETag', etag);
  ctx.status = 200;
  if (matchesTag(ctx.get('If-None-Match'), etag)) ctx.status = 304;
  else ctx.body = bytes;
}
