import { fileURLToPath } from 'node:url';
import type { Context, Middleware } from 'koa';
import { apiError } from '../../contract/errors/api-error.ts';
import { sendStaticFile, StaticFiles } from '../../core/http/index.ts';
import { buildPendingPage } from './waiting-page.ts';

/** The built dashboard. The relative path is the same from src/ and from dist/. */
export const builtDashboard = fileURLToPath(new URL('../../../dist/dashboard-app', import.meta.url));

/** Finds the origin that a document of the dashboard may show in a frame; null for none. */
export type FindFramedOrigin = (ctx: Context) => Promise<string | null>;

/**
 * Serves the built app at `/dashboard`, except for its API, and redirects browsers from `/` (specification: dashboard).
 * Every path that is no asset gets the app's page.
 *
 * @param storageOrigins - origins of media; the policy allows no other host
 */
export function dashboardSite(
  storageOrigins: readonly string[],
  findFramedOrigin: FindFramedOrigin,
  folder = builtDashboard,
): Middleware {
  const headers = securityHeaders(storageOrigins);
  const files = new StaticFiles(folder);
  return async (ctx, next) => {
    if (isRootPageRequest(ctx)) return ctx.redirect('/dashboard');
    if (ctx.path === '/favicon.ico') return sendEmptyIcon(ctx);
    if (!isDashboardPath(ctx)) return void (await next());
    ctx.set(headers);
    const asset = /^\/dashboard\/assets\/([\w.-]+)$/.exec(ctx.path)?.[1];
    if (asset !== undefined) await sendAsset(ctx, files, asset);
    else await sendApp(ctx, files, await findFramedOrigin(ctx));
  };
}

/** Whether a browser opens the service's URL. Programs accept any type and get the error envelope. */
function isRootPageRequest({ path, method, headers }: Context): boolean {
  return path === '/' && ['GET', 'HEAD'].includes(method) && /\btext\/html\b/.test(headers.accept ?? '');
}

/** Browsers request /favicon.ico for every page without an icon. */
function sendEmptyIcon(ctx: Context): void {
  ctx.status = 204;
  ctx.set('Cache-Control', 'public, max-age=86400');
}

function isDashboardPath({ path, method }: Context): boolean {
  if (path !== '/dashboard' && !path.startsWith('/dashboard/')) return false;
  return path !== '/dashboard/api' && !path.startsWith('/dashboard/api/') && ['GET', 'HEAD'].includes(method);
}

/** Files with a hash in their name never change. @throws unknown_endpoint */
async function sendAsset(ctx: Context, files: StaticFiles, name: string): Promise<void> {
  const file = await files.find(`assets/${name}`);
  if (file === null) throw apiError('unknown_endpoint', { method: ctx.method, path: ctx.path });
  sendStaticFile(ctx, file, 'public, max-age=31536000, immutable');
}

async function sendApp(ctx: Context, files: StaticFiles, framedOrigin: string | null): Promise<void> {
  const caching = framedOrigin === null ? 'no-cache' : 'no-store';
  if (framedOrigin !== null) allowFrame(ctx, framedOrigin);
  const page = await files.find('index.html');
  if (page !== null) return sendStaticFile(ctx, page, caching);
  ctx.type = 'html';
  ctx.set({ 'Cache-Control': caching, Refresh: '2', 'Retry-After': '2' });
  ctx.status = 503;
  ctx.body = buildPendingPage('The dashboard');
}

function allowFrame(ctx: Context, origin: string): void {
  const policy = String(ctx.response.get('Content-Security-Policy'));
  ctx.set({
    'Content-Security-Policy': `${policy}; frame-src ${origin}`,
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  });
  delete ctx.headers['if-none-match']; // with 304, browsers keep the policy of the earlier response
}

/** Forbids inline scripts and styles, frames, and all hosts except the buckets. */
function securityHeaders(storageOrigins: readonly string[]): Record<string, string> {
  const media = ["'self'", ...new Set(storageOrigins)].join(' ');
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src ${media} data: blob:`,
    `media-src ${media} blob:`,
    `connect-src ${media}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
}
