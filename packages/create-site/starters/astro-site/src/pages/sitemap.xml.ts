import type { APIRoute } from 'astro';
import { escapeHtml } from 'galley-client/richtext';
import { type Address, addresses } from '../lib/addresses';
import { absolute } from '../lib/site';

export const GET: APIRoute = async ({ locals }) => {
  const all = await addresses(locals.galley);
  const urls = all.map(
    (address) =>
      `<url><loc>${urlOf(address.path)}</loc>${address.changed ? `<lastmod>${address.changed}</lastmod>` : ''}${linksOf(address)}</url>`,
  );
  const links = all.some(({ alternates }) => alternates.length > 1);
  const names = `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${links ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : ''}`;
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${names}>\n${urls.join('\n')}\n</urlset>\n`;
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
};

function linksOf({ alternates }: Address): string {
  const [standard, ...others] = alternates;
  if (standard === undefined || others.length === 0) return '';
  return [...alternates, { locale: 'x-default', path: standard.path }]
    .map(({ locale, path }) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${urlOf(path)}"/>`)
    .join('');
}

function urlOf(path: string): string {
  return escapeHtml(absolute(path));
}
