import type { Release, ReleaseRecord } from './schema.ts';

export function serializeRelease(record: ReleaseRecord, defaultId: string): Release {
  const { promotion, promotion_failed: failure } = record;
  return {
    id: record._id,
    name: record.name,
    default: record._id === defaultId,
    status: record.status === 'deleting' ? 'failed' : record.status,
    created_at: record.created_at.toISOString(),
    cloned_from: record.cloned_from,
    entry_count: record.entry_count,
    ...(record.status === 'failed' && record.reason !== undefined ? { reason: record.reason } : {}),
    ...(record.progress === null ? {} : { progress: record.progress }),
    ...(promotion === undefined ? {} : { promote_at: promotion.at.toISOString() }),
    ...(failure === undefined ? {} : { promotion_failed: { ...failure, at: failure.at.toISOString() } }),
  };
}
