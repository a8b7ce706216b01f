import type { Middleware } from 'koa';
import { clip } from '../../contract/text/clip.ts';
import { ApiError, type ErrorHints } from '../../contract/errors/api-error.ts';
import type { RequestState } from '../../core/http/index.ts';
import { docsHeaders, isBrowser } from './service.ts';

/**
 * Shows a browser a page with links where a program receives `unknown_endpoint`: on every path outside of `/v1` that has
 * neither a page nor an API of its own. `root` is the path of `BASE_URL`.
 */
export function noPage({ root, hasDashboard }: { root: string; hasDashboard: boolean }): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      ctx.vary('Accept');
      const isMissing = error instanceof ApiError && error.code === 'unknown_endpoint';
      if (!isMissing || !['GET', 'HEAD'].includes(ctx.method) || !isBrowser(ctx)) throw error;
      const state = ctx.state as RequestState;
      state.errorCode = error.code;
      ctx.set({ ...docsHeaders, 'Cache-Control': 'no-store' });
      ctx.status = 404;
      ctx.type = 'html';
      ctx.body = pageFor({
        root,
        hasDashboard,
        requestId: state.requestId,
        path: ctx.path,
        hints: error.hints,
      });
    }
  };
}

interface MissingPage {
  path: string;
  hints: ErrorHints;
  root: string;
  hasDashboard: boolean;
  requestId: string;
}

function pageFor({ path, hints, root, hasDashboard, requestId }: MissingPage): string {
  const suggestion = hints.did_you_mean === undefined ? '' : ` The API has ${hints.did_you_mean}.`;
  const dashboard = `<li><a href="${root}/dashboard">Dashboard</a>: write and publish content</li>\n`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Page not found · Galley</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}/docs/style.css">
</head>
<body>
<main>
<h1>Page not found</h1>
<p>${escapeHtml(`There is no page at ${clip(path, 120)}.${suggestion}`)}</p>
<ul>
${hasDashboard ? dashboard : ''}<li><a href="${root}/docs">Documentation</a>: the guide, the API reference and all errors</li>
<li>${withCode('The API begins with `/v1` and needs an API key')}: <a href="${root}/docs/errors#missing_api_key">how to send it</a></li>
</ul>
<p class="quiet">Request ID: ${escapeHtml(requestId)}</p>
</main>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Escapes text for HTML and marks text in backticks as code. */
function withCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]*)`/g, (_match, code: string) => `<code>${code}</code>`);
}
