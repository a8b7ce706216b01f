import type { APIRoute } from 'astro';
import { absolute } from '../lib/site';

export const GET: APIRoute = () =>
  new Response(`User-agent: *\nDisallow: /api/\nDisallow: /search\nSitemap: ${absolute('/sitemap.xml')}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
