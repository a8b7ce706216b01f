import { isDeepStrictEqual } from 'node:util';
import type { PublishedVerb } from '../../../contract/events/events.ts';
import { endedItem, hasEnded, withoutDates } from './ends.ts';
import type { PublishedSnapshot } from '../schema.ts';

/** What readers notice of a turn. */
export interface TurnEvent<S> {
  verb: PublishedVerb;
  /** The item as receivers get it. */
  item: S;
}

/** What an item becomes when what is due of it is done, and what readers notice, in order. */
export interface DueChange<S> {
  after: S;
  events: readonly TurnEvent<S>[];
}

/**
 * Does what is due of an item at a moment; null when nothing is. Readers saw a scheduled item from its date on and did
 * not see it from its end on, so that start and end move neither its revision nor its times; the event of the end has the
 * end as its time, since receivers may key on id and time (specification: ends). A scheduled change moves both, and its time
 * is its date: the same change made in two releases leaves the same state.
 */
export function dueChange<V, S extends PublishedSnapshot<V>>(before: S, now: Date): DueChange<S> | null {
  let after = before;
  const events: TurnEvent<S>[] = [];
  // Told before its end, whenever that is: without the dates it is live in its event.
  const tellLive = (verb: PublishedVerb) => events.push({ verb, item: withoutDates(after) as unknown as S });
  if (after.status === 'scheduled' && after.live_at !== null && after.live_at <= now) {
    after = { ...after, status: 'published', was_live: true };
    tellLive('published');
  }
  if (hasDueChange(after, now)) {
    const isNoticed = !isDeepStrictEqual(after.live, after.pending?.values);
    after = changed(after);
    if (isNoticed) tellLive('updated');
  }
  if (hasEnded(after, now)) {
    const end = after.live_until;
    after = endedItem(after);
    events.push({ verb: 'unpublished', item: { ...after, updated_at: end } });
  }
  return after === before ? null : { after, events };
}

function hasDueChange({ pending }: PublishedSnapshot<unknown>, now: Date): boolean {
  return pending !== undefined && pending.at <= now;
}

/** The item with its scheduled change made; without a difference that change is dropped in silence. */
function changed<V, S extends PublishedSnapshot<V>>(item: S): S {
  const { pending, ...rest } = item;
  if (pending === undefined || isDeepStrictEqual(item.live, pending.values)) return rest as S; // all of S but `pending`
  const revision = item.revision + 1;
  const times = { updated_at: pending.at, live_updated_at: pending.at };
  return { ...rest, live: pending.values, revision, live_revision: revision, ...times } as S; // as above
}

/** A write found that something of its item is due: that is done first, in a transaction of its own. */
class DueChangePending extends Error {
  readonly id: string;

  constructor(id: string) {
    super('something of this item is due and comes before this write');
    this.id = id;
  }
}

/** Ends a write inside its transaction while a change or the end of its item waits that is due; for `retryAfterDueChange`. */
export function rejectWhileDue(id: string, item: PublishedSnapshot<unknown>, now: Date): void {
  if (hasDueChange(item, now) || hasEnded(item, now)) throw new DueChangePending(id);
}

/** Ends a deletion while the end of its item waits to be told: readers hear of it before the item is gone. */
export function refuseWhileEnded(id: string, item: PublishedSnapshot<unknown>, now: Date): void {
  if (hasEnded(item, now)) throw new DueChangePending(id);
}

/** Runs a write; where it finds something due, that is turned first and the write runs again. */
export async function retryAfterDueChange<T>(
  write: () => Promise<T>,
  turn: (id: string) => Promise<void>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof DueChangePending)) throw error;
    await turn(error.id);
    return write();
  }
}
