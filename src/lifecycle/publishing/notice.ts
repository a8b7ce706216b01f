import { laterDates } from './due/ends.ts';
import type { PublishableItem } from './schema.ts';

type Item = PublishableItem<unknown>;

/** A state before and after a write; null where the item doesn't exist. */
export interface StateTransition<S> {
  before: S | null;
  after: S | null;
  now: Date;
}

/** What caches need to know about a write. */
export interface CacheNotice {
  /**
   * Whether readers saw the item before the write or see it after it; otherwise all its dates are in the
   * future.
   */
  isVisible: boolean;
  /** Whether its dates changed. */
  hasNewDates: boolean;
}

/** Returns what caches need to know about a write, or null if readers see no difference, now or later. */
export function cacheNotice({ before, after, now }: StateTransition<Item>): CacheNotice | null {
  const isDated = datesOf(before) !== datesOf(after);
  if (!isDated && versionOf(before) === versionOf(after)) return null;
  const isVisible = [before, after].some((item) => item?.live_at != null && item.live_at <= now);
  return { isVisible, hasNewDates: isDated };
}

/** The dates at which readers see a difference. */
function datesOf(item: Item | null): string {
  if (item === null || item.live === null) return '';
  return `${item.live_at?.getTime() ?? ''},${laterDates(item)}`;
}

/** The revision and times that responses contain; live values never change without a new revision. */
function versionOf(item: Item | null): string {
  if (item === null || item.live === null) return '';
  const { live_revision, revision, live_updated_at, updated_at, published_at } = item;
  const times = [live_updated_at ?? updated_at, published_at].map((date) => date?.getTime());
  return [live_revision ?? revision, ...times].join();
}
