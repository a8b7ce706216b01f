import type { IncomingMessage, ServerResponse } from 'node:http';
import { createClient, GalleyError } from '../../../packages/client/src/main.ts';
import { editAttributes } from '../../../packages/client/src/preview/attributes.ts';
import { cleanup } from '../../support/cleanup.ts';
import { listenWith } from '../../support/stand-in-server.ts';

/** A site of another origin that shows pages of `definePages`, with a preview as the guide describes it. */
export interface PreviewSite {
  origin: string;
  /** The preview URL for the settings of the project. */
  previewUrl: string;
  /** Whether its pages contain the script. */
  hasScript: boolean;
  /** All requests that it received. */
  requests: { url: string; referer: string | undefined }[];
}

interface SiteBlock {
  id: string;
  block: string;
  values: { title?: string; heading?: string; text?: { html: string } | null; items?: SiteBlock[] | null };
}

const edit = (...of: Parameters<ReturnType<typeof editAttributes>>) =>
  Object.entries(editAttributes(true)(...of))
    .map(([name, value]) => ` ${name}="${String(value)}"`)
    .join('');

const escaped = (text: string | null | undefined) =>
  (text ?? '').replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function blockHtml(block: SiteBlock): string {
  const { title, heading, text, items } = block.values;
  const inside = (items ?? []).map(blockHtml).join('');
  return `<section${edit(block)}><h2${edit(block, heading === undefined ? 'title' : 'heading')}>${escaped(title ?? heading)}</h2>
    ${text == null ? '' : `<div${edit(block, 'text')}>${text.html}</div>`}${inside}</section>`;
}

/** Starts the site. Its host is `localhost`, so its cookies are those of a third party in the dashboard. */
export async function startPreviewSite(serviceUrl: () => string): Promise<PreviewSite> {
  const site: PreviewSite = { origin: '', previewUrl: '', hasScript: true, requests: [] };
  const page = async (token: string, id: string) => {
    const client = createClient({ baseUrl: serviceUrl(), preview: token });
    const item = await client.content('page').get(id);
    const { title, sections } = item.values as { title: string | null; sections: SiteBlock[] | null };
    const script = `<script src="${serviceUrl()}/client/preview.js" data-renew="/preview?token={token}&path={path}" defer></script>`;
    return `<!doctype html><html lang="en"><head><title>${escaped(title)}</title><link rel="icon" href="data:,">${site.hasScript ? script : ''}
      <style>body{font:16px/1.5 system-ui;max-width:40rem;margin:2rem auto;padding:0 1rem}section{min-height:12rem}</style></head>
      <body><a href="/page/${id}?again">Again</a><main${edit(item)}><h1${edit(item, 'title')}>${escaped(title)}</h1>
      ${(sections ?? []).map(blockHtml).join('')}</main><p${edit({ id: 'aut_unknown' }, 'name')}>Written by Nell</p></body></html>`;
  };
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', site.origin);
    site.requests.push({ url: request.url ?? '', referer: request.headers.referer });
    if (url.pathname === '/preview') {
      const path = url.searchParams.get('path') ?? `/page/${url.searchParams.get('id') ?? ''}`;
      const token = url.searchParams.get('token') ?? '';
      const cookie = `galley_preview=${token}; Path=/; HttpOnly; Secure; SameSite=None; Partitioned`;
      return response.writeHead(307, { Location: path, 'Set-Cookie': cookie }).end();
    }
    const token = /galley_preview=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    if (token === undefined) return response.writeHead(401).end('There is no preview.');
    try {
      return response.end(await page(token, url.pathname.split('/').at(-1) ?? ''));
    } catch (error) {
      return response.writeHead(error instanceof GalleyError ? error.status : 500).end('Failed');
    }
  };
  const server = await listenWith((request, response) => void respond(request, response));
  cleanup(server.stop);
  site.origin = server.origin.replace('127.0.0.1', 'localhost');
  site.previewUrl = `${site.origin}/preview?type={type}&id={id}&token={token}`;
  return site;
}
