import { defineMiddleware } from 'astro:middleware';
import { languageAt, onlyLanguage } from './lib/languages';
import { redirectTarget } from './lib/redirects';

/** Paths that are the same in every language. */
const isShared = /^\/(api\/|_|robots\.txt$|sitemap\.xml$)/;

/** Serves `/de/blog` with the page for `/blog`, and redirects from old paths that no page has any more. */
export const onRequest = defineMiddleware(async ({ locals, redirect, request, url }, next) => {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const { galley } = locals;
  locals.language = onlyLanguage(url.pathname);
  if (isRead && !isShared.test(url.pathname))
    locals.language = languageAt(url.pathname, (await galley.locales.list()).data);
  const { code, path, prefix } = locals.language;
  if (code !== null) locals.galley = { ...galley, ...galley.inLocale(code) };
  const response = await (prefix === '' ? next() : next(`${path}${url.search}`));
  if (response.status !== 404 || !isRead) return response;
  try {
    const target = await redirectTarget(galley, decodePath(url.pathname));
    return target === null ? response : redirect(target, 301);
  } catch (error) {
    console.error('The redirects could not be read.', error);
    return response;
  }
});

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
