import type { EventRecord } from '../../projects/index.ts';
import type { ChangeEvent } from './schema.ts';

/** Data of `release.published` that holds ids; a publishable key is not told of releases by id. */
const releaseKeys = ['name', 'default'];

/** An event as the feed tells it. */
export function serializeChange(event: EventRecord, { toSecret }: { toSecret: boolean }): ChangeEvent {
  const isCut = !toSecret && event.name === 'release.published';
  const shown = Object.entries(event.data).filter(([key]) => !isCut || releaseKeys.includes(key));
  return {
    id: event._id,
    event: event.name,
    created_at: event.created_at.toISOString(),
    data: Object.fromEntries(shown),
  };
}
