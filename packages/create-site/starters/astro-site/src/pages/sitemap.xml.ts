import type { APIRoute } from 'astro';
import { escapeHtml } from 'galley-client/richtext';
import { addresses } from '../lib/addresses';
import { absolute } from '../lib/site';

export const GET: APIRoute = async ({ locals }) => {
  const urls = (await addresses(locals.galley)).map(
    ({ path, changed }) =>
      `<url><loc>${escapeHtml(absolute(path))}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`,
  );
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
};
