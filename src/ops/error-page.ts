import type { Middleware } from 'koa';
import { type ErrorCode, errors, errorType } from '../contract/errors.ts';
import { escapeHtml, htmlPage } from '../platform/http/html-page.ts';

/** `/docs/errors`: every code of the catalogue, each under the anchor that `doc_url` names (contract, section 5). */
export function errorPage(): Middleware {
  const page = htmlPage('Errors', body());
  return async (ctx, next) => {
    if (ctx.path !== '/docs/errors') return void (await next());
    ctx.type = 'html';
    ctx.body = page;
  };
}

function body(): string {
  const codes = Object.keys(errors) as ErrorCode[];
  const sections = codes.map((code) => {
    const { status, doc } = errors[code];
    return `<section id="${code}"><h2><a href="#${code}">${code}</a></h2><p class="quiet">${status} ${errorType(status)}</p><p>${escapeHtml(doc)}</p></section>`;
  });
  return `<p>Every failure is answered as <code>{"error": {"type", "code", "message", "request_id", ...}}</code>. Branch on <code>code</code>; messages may be reworded.</p>${sections.join('')}`;
}
