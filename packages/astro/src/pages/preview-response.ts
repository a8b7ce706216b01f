import type { Client } from 'galley-client';

/** The origin of the dashboard. It is that of the service, so every token leads to the same one. */
let dashboardOrigin: string | null = null;

/** Reads the origin of the dashboard once in this process. @throws GalleyError for an invalid token */
export async function findDashboard(client: Client): Promise<string> {
  dashboardOrigin ??= (await client.previewSession()).dashboard;
  return dashboardOrigin;
}

/** Adds the preview script to a page, and lets only the dashboard show it in a frame. */
export async function connectPage(response: Response, dashboard: string): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.set('Cache-Control', 'private, no-store');
  headers.append('Content-Security-Policy', `frame-ancestors 'self' ${dashboard}`);
  headers.delete('X-Frame-Options');
  const isHtml = headers.get('Content-Type')?.startsWith('text/html') ?? false;
  const body = isHtml ? addScript(await response.text(), dashboard) : await response.arrayBuffer();
  headers.delete('Content-Length');
  return new Response(body, { status: response.status, headers });
}

function addScript(html: string, dashboard: string): string {
  const renew = '/api/preview?token={token}&amp;path={path}';
  const script = `<script src="${dashboard}/client/preview.js" data-renew="${renew}" defer></script>`;
  return html.replace(/<\/head>/i, (end) => script + end);
}
