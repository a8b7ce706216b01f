import type { Endpoint, EndpointRecord } from './schema.ts';

/** Serializes an endpoint without its secret. */
export function serializeEndpoint(record: EndpointRecord): Endpoint {
  return {
    id: record._id,
    url: record.url,
    events: record.events,
    with_tags: record.with_tags === true,
    enabled: record.enabled,
    consecutive_failures: record.consecutive_failures,
    disabled_reason: record.disabled_reason,
    disabled_at: record.disabled_at?.toISOString() ?? null,
    created_at: record.created_at.toISOString(),
    updated_at: record.updated_at.toISOString(),
  };
}
