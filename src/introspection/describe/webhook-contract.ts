import { eventNames } from '../../contract/events/events.ts';
import { limits } from '../../contract/limits.ts';
import { purgeEvent, purgeFormats } from '../../delivery/index.ts';
import type { Bounds } from '../../core/util/index.ts';

/** Headers of a delivery, with its id and signature. */
export const deliveryHeaders = {
  'Content-Type': 'application/json',
  'X-Service-Timestamp': 'Unix time in seconds, set for each attempt',
  'X-Service-Signature': 'sha256=<hex digest>',
  'X-Service-Delivery': 'the delivery id whd_..., the same for every attempt',
} as const;

/** Headers of a webhook delivery. Those beyond `deliveryHeaders` can be absent. */
export const webhookHeaders = {
  ...deliveryHeaders,
  'X-Service-Request':
    'the X-Request-Id of the request that made the change; absent for scheduled changes and for commands',
} as const;

/** The request to purge targets (docs/build/cache-tags.md). */
const purgeContract = {
  event: purgeEvent,
  about:
    'Sent only to purge targets, which owners create. Webhooks cannot subscribe to it. Drop every cached response that has one of the tags.',
  formats: Object.fromEntries(
    Object.entries(purgeFormats).map(([name, { tagsMax }]) => [name, { tags_max: tagsMax }]),
  ),
  body: '{"id": "whd_...", "event": "cache.purge", "created_at": time, "data": {"tags": [string], "again": [string], "version": integer, "since": integer}}; `again` repeats earlier tags, for responses that were being computed',
  headers: deliveryHeaders,
} as const;

/** Describes webhook deliveries (specification: delivery-request, signature, deliveries). */
export function webhookContract({ timeoutSeconds, retrySeconds }: Bounds['webhooks']) {
  return {
    events: [...eventNames],
    body: '{"id": "whd_...", "event": string, "created_at": time, "data": object}; never the content: read it at data.url',
    headers: webhookHeaders,
    signature: {
      algorithm: 'HMAC-SHA256, lower-case hex',
      signed: '<X-Service-Timestamp>.<raw request body>',
      key: 'the signing secret of the endpoint, shown once at creation',
      tolerance_seconds: limits.webhook_tolerance_seconds,
      check: 'Over the raw bytes, in constant time.',
    },
    retries: {
      success: 'any 2xx in time; redirects are failures',
      timeout_seconds: timeoutSeconds,
      after_seconds: [...retrySeconds],
      disabled_after_failures: limits.webhook_disable_after_failures,
      history_days: limits.webhook_history_days,
      delivery: 'At least once, in any order. Process each delivery id once.',
    },
    purge: purgeContract,
  };
}
