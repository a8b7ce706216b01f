import type { APIRoute } from 'astro';
import { escapeHtml } from 'galley-client/richtext';
import { absolute } from '../lib/site';
import { type SitemapPage, sitemapPages } from '../lib/sitemap';

export const GET: APIRoute = async ({ locals }) => {
  const pages = await sitemapPages(locals.galley);
  const urls = pages.map(
    (page) =>
      `<url><loc>${urlOf(page.path)}</loc>${page.updatedAt ? `<lastmod>${page.updatedAt}</lastmod>` : ''}${linksOf(page)}</url>`,
  );
  const hasLinks = pages.some(({ alternates }) => alternates.length > 1);
  const names = `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${hasLinks ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : ''}`;
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${names}>\n${urls.join('\n')}\n</urlset>\n`;
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
};

function linksOf({ alternates }: SitemapPage): string {
  const [standard, ...others] = alternates;
  if (standard === undefined || others.length === 0) return '';
  return [...alternates, { locale: 'x-default', path: standard.path }]
    .map(({ locale, path }) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${urlOf(path)}"/>`)
    .join('');
}

function urlOf(path: string): string {
  return escapeHtml(absolute(path));
}
