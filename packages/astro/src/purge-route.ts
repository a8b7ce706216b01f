import type { APIRoute } from 'astro';
import { verifyWebhook, WebhookError, type WebhookDelivery } from 'galley-client/webhooks';
import { isOwnCache } from 'virtual:galley-astro/options';
import { storeVersion } from './pages/newest.ts';

export const prerender = false;

/**
 * `POST /api/galley`: drops the cached pages with the cache tags of a purge, or of a webhook that is sent with tags.
 * Returns 204, 400 for a wrong signature, or 503 if `GALLEY_PURGE_SECRET` is missing.
 */
export const POST: APIRoute = async ({ request, cache }) => {
  const secret = process.env['GALLEY_PURGE_SECRET'] ?? '';
  if (secret === '')
    return textResponse(
      503,
      'The environment variable GALLEY_PURGE_SECRET is missing. Set it to the signing secret of the purge target.',
    );
  try {
    const body = new Uint8Array(await request.arrayBuffer());
    const delivery = await verifyWebhook(body, request.headers, secret);
    if (delivery.event === 'cache.purge') storeVersion(delivery.data.version);
    const tags = tagsOf(delivery);
    if (tags.length > 0) await cache.invalidate({ tags });
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof WebhookError) return textResponse(400, error.message);
    throw error;
  }
};

/** `again` repeats tags for caches that can store an outdated page after its purge. This package's cache can't. */
function tagsOf(delivery: WebhookDelivery): string[] {
  if (delivery.event !== 'cache.purge') return delivery.data.tags ?? [];
  const { tags, again } = delivery.data;
  return isOwnCache ? tags : [...tags, ...again];
}

function textResponse(status: number, text: string): Response {
  return new Response(`${text}\n`, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
