import { isDeepStrictEqual } from 'node:util';
import type { PublishedVerb } from '../../../contract/events/events.ts';
import { endedItem, hasEnded, withoutDates } from './ends.ts';
import { DueChangePending } from '../../../projects/index.ts';
import type { PublishableItem } from '../schema.ts';

/** An event of a change that became due. */
export interface DueEvent<S> {
  verb: PublishedVerb;
  /** The item as receivers get it. */
  item: S;
}

/** An item after its due changes, with their events in order. */
export interface DueChange<S> {
  after: S;
  events: readonly DueEvent<S>[];
}

/**
 * Applies the due changes of an item; null if nothing is due. Start and end change neither revision nor
 * times, because readers already see their effect; the event of an end has the end as its time
 * (specification: ends). A scheduled change has its date as its time, so two releases get the same state.
 */
export function dueChange<V, S extends PublishableItem<V>>(before: S, now: Date): DueChange<S> | null {
  let after = before;
  const events: DueEvent<S>[] = [];
  // The event comes before the end, so the item in it is live and has no dates.
  const addLiveEvent = (verb: PublishedVerb) =>
    events.push({ verb, item: withoutDates(after) as unknown as S });
  if (after.status === 'scheduled' && after.live_at !== null && after.live_at <= now) {
    after = { ...after, status: 'published', was_live: true };
    addLiveEvent('published');
  }
  if (hasDueChange(after, now)) {
    const isVisibleChange = !isDeepStrictEqual(after.live, after.pending?.values);
    after = applyPendingChange(after);
    if (isVisibleChange) addLiveEvent('updated');
  }
  if (hasEnded(after, now)) {
    const end = after.live_until;
    after = endedItem(after);
    events.push({ verb: 'unpublished', item: { ...after, updated_at: end } });
  }
  return after === before ? null : { after, events };
}

function hasDueChange({ pending }: PublishableItem<unknown>, now: Date): boolean {
  return pending !== undefined && pending.at <= now;
}

/** Applies the scheduled change; a change without a difference is dropped without an event. */
function applyPendingChange<V, S extends PublishableItem<V>>(item: S): S {
  const { pending, ...rest } = item;
  if (pending === undefined || isDeepStrictEqual(item.live, pending.values)) return rest as S; // S without `pending`
  const revision = item.revision + 1;
  const times = { updated_at: pending.at, live_updated_at: pending.at };
  return { ...rest, live: pending.values, revision, live_revision: revision, ...times } as S; // as above
}

/** Aborts a write inside its transaction if a change or end of the item is due; `writeProject` applies it first. */
export function rejectWhileDue(id: string, item: PublishableItem<unknown>, now: Date): void {
  if (hasDueChange(item, now) || hasEnded(item, now)) throw new DueChangePending(id);
}

/**
 * Aborts a deletion if the end of the item has no event yet, so that receivers get it before the deletion.
 */
export function rejectWhileEnded(id: string, item: PublishableItem<unknown>, now: Date): void {
  if (hasEnded(item, now)) throw new DueChangePending(id);
}
