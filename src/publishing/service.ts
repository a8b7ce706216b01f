import { isDeepStrictEqual } from 'node:util';
import { problem } from '../contract/problem.ts';
import type { PublishedSnapshot, PublishedState } from './schema.ts';
import { statusAt } from './state-machine.ts';

export {
  coming,
  everVisible,
  hidden,
  ifVisible,
  newestFirst,
  overdue,
  published,
  scheduled,
  visible,
  visibleFrom,
  visibleIn,
} from './conditions.ts';
export { draftsAsLive } from './drafts.ts';
export { dueFilter, dueOrder } from './due-query.ts';
export { type DueDeps, dueEveryMs, nextScheduledChange, publishDue } from './due.ts';
export { nextDates } from './next-changes.ts';
export { oldestOverdue } from './overdue.ts';
export { invalidDate, parseTime, readPublishedAt } from './dates.ts';
export {
  applyChange,
  type StateChange,
  type ChangedState,
  isVisible,
  statusAt,
  unsaved,
  visibleAt,
} from './state-machine.ts';

/** The publishing keys of a written item, as they are served (specification: write-answers). */
export function publishedState(item: PublishedSnapshot<unknown>, now: Date): PublishedState {
  const status = statusAt(item, now);
  return {
    status,
    published_at: item.published_at?.toISOString() ?? null,
    scheduled_for: status === 'scheduled' ? (item.live_at?.toISOString() ?? null) : null,
    created_at: item.created_at.toISOString(),
    updated_at: item.updated_at.toISOString(),
    revision: item.revision,
    live_revision: item.live_revision,
    has_unpublished_changes: item.live === null || !isDeepStrictEqual(item.draft, item.live),
  };
}

/**
 * Lets a write pass when the caller saw the newest state: `If-Match` names the item's revision or live revision
 * (specification: if-match).
 * @throws revision_conflict
 */
export function checkIfMatch(
  ifMatch: string | null,
  item: { revision: number; live_revision?: number | null } | null,
): void {
  if (ifMatch === null) return;
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, '').replace(/^"|"$/g, ''));
  const wanted = tags.map((tag) => tag.split('-')[0]);
  const passes =
    item !== null &&
    (wanted.includes('*') ||
      wanted.includes(String(item.revision)) ||
      (item.live_revision != null && wanted.includes(String(item.live_revision))));
  if (passes) return;
  const current = item?.revision ?? 0;
  throw problem('revision_conflict', { current }, { current_revision: current });
}
