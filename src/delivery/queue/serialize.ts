import type { Delivery, DeliveryRecord } from './schema.ts';

export function serializeDelivery(record: DeliveryRecord): Delivery {
  return {
    id: record._id,
    endpoint_id: record.endpoint_id,
    event_id: record.event_id,
    event: record.event,
    state: record.state,
    body: record.body,
    attempts: record.attempts,
    next_attempt_at: record.next_attempt_at?.toISOString() ?? null,
    created_at: record.created_at.toISOString(),
    finished_at: record.finished_at?.toISOString() ?? null,
  };
}
