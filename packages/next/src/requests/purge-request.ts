import { verifyWebhook, type WebhookDelivery, WebhookError } from 'galley-client/webhooks';
import { bodyBytesMax, readBody } from './body.ts';

export interface PurgeContext {
  /** The signing secret of the purge target. */
  secret: string;
  /** Drops cached responses with this tag. */
  drop: (tag: string) => void;
  /** Receives the version of the project after the purge. */
  remember: (version: unknown) => void;
  now?: Date;
}

/**
 * Handles a purge or a webhook delivery with cache tags. Returns 204, 400 for a wrong signature, or 413 if it is too
 * large. Tags in `again` are ignored: Next dates a cached result by the start of its read, so the first purge already
 * drops a result that was read before the change and stored later.
 */
export async function handlePurge(
  request: Request,
  { secret, drop, remember, now }: PurgeContext,
): Promise<Response> {
  const body = await readBody(request, bodyBytesMax);
  if (body === null)
    return new Response(`The body is larger than ${bodyBytesMax} bytes, the limit of a purge.`, {
      status: 413,
    });
  try {
    const delivery = await verifyWebhook(body, request.headers, secret, now === undefined ? {} : { now });
    if (delivery.event === 'cache.purge') remember(delivery.data.version);
    for (const tag of tagsOf(delivery)) drop(tag);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    return new Response(error.message, { status: 400 });
  }
}

function tagsOf({ data }: WebhookDelivery): readonly string[] {
  return data.tags ?? [];
}
