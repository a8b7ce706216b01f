import type { EventRecord } from '../../projects/index.ts';
import type { ChangeEvent } from './schema.ts';

/** Keys of `release.published` that publishable keys get; release ids are for secret keys. */
const publicReleaseKeys = ['name', 'default'];

export function serializeChange(event: EventRecord, { toSecret }: { toSecret: boolean }): ChangeEvent {
  const isCut = !toSecret && event.name === 'release.published';
  const data = Object.entries(event.data).filter(([key]) => !isCut || publicReleaseKeys.includes(key));
  return {
    id: event._id,
    event: event.name,
    created_at: event.created_at.toISOString(),
    data: Object.fromEntries(data),
  };
}
