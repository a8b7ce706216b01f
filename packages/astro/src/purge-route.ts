import type { APIRoute } from 'astro';
import { verifyWebhook, WebhookError, type WebhookDelivery } from 'galley-client/webhooks';
import { isOwnCache } from 'virtual:galley-astro/options';
import { noteVersion } from './newest.ts';

export const prerender = false;

/**
 * `POST /api/galley`: drops the pages that show what has changed. It takes purges of a target, and webhooks of an
 * endpoint that asks for tags; 400 for what the service did not sign.
 */
export const POST: APIRoute = async ({ request, cache }) => {
  const secret = process.env['GALLEY_PURGE_SECRET'] ?? '';
  if (secret === '') return said(503, 'GALLEY_PURGE_SECRET is missing in the environment of this site.');
  try {
    const body = new Uint8Array(await request.arrayBuffer());
    const delivery = await verifyWebhook(body, request.headers, secret);
    if (delivery.event === 'cache.purge') noteVersion(delivery.data.version);
    const tags = tagsOf(delivery);
    if (tags.length > 0) await cache.invalidate({ tags });
    return new Response(null, { status: 204 });
  } catch (fault) {
    if (fault instanceof WebhookError) return said(400, fault.message);
    throw fault;
  }
};

/** Repeats are for caches that keep what was read before the change and stored after the purge: ours keeps no such page. */
function tagsOf(delivery: WebhookDelivery): string[] {
  if (delivery.event !== 'cache.purge') return delivery.data.tags ?? [];
  const { tags, again } = delivery.data;
  return isOwnCache ? tags : [...tags, ...again];
}

function said(status: number, text: string): Response {
  return new Response(`${text}\n`, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
