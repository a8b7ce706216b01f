import { laterDates } from './due/ends.ts';
import type { PublishedSnapshot } from './schema.ts';

type Item = PublishedSnapshot<unknown>;

/** A state before and after a write; null where there is none. */
export interface Moved<S> {
  before: S | null;
  after: S | null;
  now: Date;
}

/** What a write is to those who keep answers. */
export interface Notice {
  /** Whether readers saw the item before the write or see it after; otherwise its dates are all to come. */
  isSeen: boolean;
  /** Whether it is seen at other times than before. */
  isDated: boolean;
}

/**
 * Says what a write means to those who keep answers: null where no reader sees a difference, now or at a date, since the
 * draft alone was edited.
 */
export function noticeOf({ before, after, now }: Moved<Item>): Notice | null {
  const isDated = datesOf(before) !== datesOf(after);
  if (!isDated && formOf(before) === formOf(after)) return null;
  const isSeen = [before, after].some((item) => item?.live_at != null && item.live_at <= now);
  return { isSeen, isDated };
}

/** When readers see it, and when that which they see becomes another by itself. */
function datesOf(item: Item | null): string {
  if (item === null || item.live === null) return '';
  return `${item.live_at?.getTime() ?? ''},${laterDates(item)}`;
}

/** What readers are served of it, by its revision: a state that is live changes with no other revision. */
function formOf(item: Item | null): string {
  if (item === null || item.live === null) return '';
  const { live_revision, revision, live_updated_at, updated_at, published_at } = item;
  const times = [live_updated_at ?? updated_at, published_at].map((date) => date?.getTime());
  return [live_revision ?? revision, ...times].join();
}
