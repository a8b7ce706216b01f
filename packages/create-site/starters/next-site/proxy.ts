import { type NextRequest, NextResponse } from 'next/server';
import { redirectTarget } from './lib/redirects';

/**
 * Redirects from old paths. This runs before the page, because a page can't respond with 301, and Next sends the redirects
 * of cached pages with two Location headers.
 */
export async function proxy({ method, nextUrl }: NextRequest): Promise<NextResponse> {
  if (method !== 'GET' && method !== 'HEAD') return NextResponse.next();
  const target = await redirectTarget(decodePath(nextUrl.pathname));
  return target === null ? NextResponse.next() : NextResponse.redirect(new URL(target, nextUrl), 301);
}

/** Everything but the files of Next and the route handlers of this site. Old paths can end with .html. */
export const config = { matcher: '/((?!_next/|api/).*)' };

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
