import type { TargetRecord } from '../webhooks/target-repository.ts';
import type { Target } from './schema.ts';

/** Serializes a target without its secret and its token. */
export function serializeTarget(record: TargetRecord): Target {
  const { purge } = record;
  return {
    id: record._id,
    format: purge.format,
    url: record.url,
    service: purge.service,
    every_seconds: purge.every_seconds,
    repeat_seconds: purge.repeat_seconds,
    enabled: record.enabled,
    consecutive_failures: record.consecutive_failures,
    disabled_reason: record.disabled_reason,
    disabled_at: record.disabled_at?.toISOString() ?? null,
    last_purge_at: purge.sent_at?.toISOString() ?? null,
    created_at: record.created_at.toISOString(),
    updated_at: record.updated_at.toISOString(),
  };
}
