import { latest } from '../../contract/time.ts';
import type { WriteContext } from '../../core/context/index.ts';
import type { PublishableItem } from './schema.ts';

/** Returns a new item with the dates that a load gives it. Later revisions are returned unchanged. */
export function withCreationDates<V, S extends PublishableItem<V>>(
  { creation }: Pick<WriteContext, 'creation'>,
  item: S & PublishableItem<V>,
): S {
  if (creation === undefined || item.revision !== 1) return item;
  const { createdAt = item.created_at, updatedAt = item.updated_at } = creation;
  const updated_at = latest(createdAt, updatedAt);
  const live_updated_at = item.live_updated_at === null ? null : updated_at;
  return { ...item, created_at: createdAt, updated_at, live_updated_at };
}
