import { defineMiddleware } from 'astro:middleware';
import { redirectTarget } from './lib/redirects';

/** Redirects from old paths that no page has any more. */
export const onRequest = defineMiddleware(async ({ locals, redirect, request, url }, next) => {
  const response = await next();
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (response.status !== 404 || !isRead) return response;
  try {
    const target = await redirectTarget(locals.galley, decodePath(url.pathname));
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
