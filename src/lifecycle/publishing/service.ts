import { isDeepStrictEqual } from 'node:util';
import { apiError } from '../../contract/errors/api-error.ts';
import type { PendingChange, PublishableItem, PublishedState } from './schema.ts';
import { endedItem, endOf, hasEnded } from './due/ends.ts';
import { statusAt } from './state-machine.ts';

/** The publishing keys of an item in the response to a write (specification: write-answers). */
export function publishedState(storedItem: PublishableItem<unknown>, now: Date): PublishedState {
  const item = hasEnded(storedItem, now) ? endedItem(storedItem) : storedItem;
  const { scheduled_for, ...dates } = dateKeys(item, now);
  return {
    status: statusAt(item, now),
    published_at: item.published_at?.toISOString() ?? null,
    scheduled_for,
    created_at: item.created_at.toISOString(),
    updated_at: item.updated_at.toISOString(),
    revision: item.revision,
    live_revision: item.live_revision,
    has_unpublished_changes:
      item.live === null || (item.equals_live !== true && !isDeepStrictEqual(item.draft, item.live)),
    ...dates,
  };
}

/** The coming dates of an item in responses; absent if not set. */
export function dateKeys(
  item: Pick<PublishableItem<unknown>, 'status' | 'live_at' | 'live_until' | 'kept_until'> & {
    pending?: Pick<PendingChange<unknown>, 'at'>;
  },
  now: Date,
): Pick<PublishedState, 'scheduled_for' | 'publish_at' | 'unpublish_at'> {
  const isEnded = hasEnded(item, now);
  const [change, end] = isEnded ? [] : [item.pending?.at, endOf(item)];
  return {
    scheduled_for: statusAt(item, now) === 'scheduled' ? (item.live_at?.toISOString() ?? null) : null,
    ...(change === undefined ? {} : { publish_at: change.toISOString() }),
    ...(end === undefined ? {} : { unpublish_at: end.toISOString() }),
  };
}

/** Publishes an item now: a stored date in the future would schedule it instead. */
export function publishingNow(
  item: Pick<PublishableItem<unknown>, 'published_at'> | null,
  now: Date,
): { publish: true; published_at?: null } {
  const storedDate = item?.published_at ?? null;
  return storedDate !== null && storedDate > now ? { publish: true, published_at: null } : { publish: true };
}

/** Whether the draft changed after its change was scheduled, so that the change lacks those edits. */
export function isPendingOutdated(
  item: Pick<PublishableItem<unknown>, 'draft' | 'pending' | 'live_until'>,
  now: Date,
) {
  const { draft, pending } = item;
  return pending !== undefined && !hasEnded(item, now) && !isDeepStrictEqual(draft, pending.values);
}

/**
 * Lets a write pass if `If-Match` contains the item's revision or live revision (specification: if-match).
 * @throws revision_conflict
 */
export function checkIfMatch(
  ifMatch: string | null,
  item: { revision: number; live_revision?: number | null } | null,
): void {
  if (ifMatch === null) return;
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, '').replace(/^"|"$/g, ''));
  const revisions = tags.map((tag) => tag.split('-')[0]);
  const passes =
    item !== null &&
    (revisions.includes('*') ||
      revisions.includes(String(item.revision)) ||
      (item.live_revision != null && revisions.includes(String(item.live_revision))));
  if (passes) return;
  const current = item?.revision ?? 0;
  throw apiError('revision_conflict', { current }, { current_revision: current });
}
