import { verifyWebhook, type WebhookDelivery, WebhookError } from 'galley-client/webhooks';
import { bodyBytesMax, boundedBody } from './body.ts';

export interface Purging {
  /** The signing secret of the purge target. */
  secret: string;
  /** Drops what has the tag. */
  drop: (tag: string) => void;
  /** Receives the state of the project after the purge. */
  remember: (version: unknown) => void;
  now?: Date;
}

/**
 * Answers a purge, or a delivery of a webhook that asked for tags: 204 when it was signed with the secret, else 400 and
 * nothing is dropped. Tags that are sent `again` are left: Next dates what it keeps by the beginning of its making, so
 * what was read before the change is gone with the first telling.
 */
export async function answerPurge(
  request: Request,
  { secret, drop, remember, now }: Purging,
): Promise<Response> {
  const body = await boundedBody(request, bodyBytesMax);
  if (body === null) return new Response(`A purge has at most ${bodyBytesMax} bytes.`, { status: 413 });
  try {
    const delivery = await verifyWebhook(body, request.headers, secret, now === undefined ? {} : { now });
    if (delivery.event === 'cache.purge') remember(delivery.data.version);
    for (const tag of tagsOf(delivery)) drop(tag);
    return new Response(null, { status: 204 });
  } catch (fault) {
    if (!(fault instanceof WebhookError)) throw fault;
    return new Response(fault.message, { status: 400 });
  }
}

function tagsOf({ data }: WebhookDelivery): readonly string[] {
  return data.tags ?? [];
}
