import type { ApiError } from '../../../contract/errors/api-error.ts';
import { invalidPublishAt, invalidUnpublishAt } from '../dates.ts';
import { endAfter, isVisible } from './ends.ts';
import type { PublishableItem } from '../schema.ts';
import { stateAfter, type StateOptions } from '../state-machine.ts';

/**
 * Returns why an item can't have the end that it would have after a write, or null (specification: ends). A
 * stored end is checked too: a start can move past it, and a draft can be published after it.
 * @param mayWait - whether a draft without a start can keep an end.
 */
export function findEndError(
  before: PublishableItem<unknown>,
  move: StateOptions,
  { now, mayWait }: { now: Date; mayWait: boolean },
): ApiError | null {
  const isSent = move.unpublishAt instanceof Date;
  if (isSent && (move.publish === false || move.archived === true))
    return invalidUnpublishAt('cannot stand beside what hides the item');
  const { live_at, published_at } = stateAfter(before, move, now);
  if (isSent && live_at === null && !mayWait)
    return invalidUnpublishAt('is for entries that are live or scheduled; send "publish": true beside it');
  const end = endAfter(before, move);
  if (end === undefined) return null;
  if (live_at !== null && end <= now)
    return invalidUnpublishAt('was saved with the draft and has passed; send a later one, or null for none');
  const start = live_at ?? published_at;
  if (start !== null && end <= start)
    return invalidUnpublishAt('is not later than published_at, when the item goes live');
  return findChangeError(before, move, { end, live_at, now });
}

/** A scheduled change has to come before the end. The error names the date that was sent second. */
function findChangeError(
  { pending }: PublishableItem<unknown>,
  { publish, publishAt, unpublishAt }: StateOptions,
  { end, live_at, now }: { end: Date; live_at: Date | null; now: Date },
): ApiError | null {
  const keepsChange = publishAt === undefined && publish !== true && isVisible({ live_at }, now);
  const change = keepsChange ? pending?.at : publishAt;
  if (change == null || change < end) return null;
  return unpublishAt instanceof Date && keepsChange
    ? invalidUnpublishAt(`is not later than the scheduled change of ${change.toISOString()}`)
    : invalidPublishAt('is not before unpublish_at, when readers stop seeing the item');
}
