import type { LocaleListRecord, LocaleRecord } from '../../core/context/index.ts';
import { withoutLocale } from './item-change.ts';
import { type ItemNotice, noticeOf, type Readership } from './notices.ts';
import type { LocalizedItem } from './schema.ts';
import { type LocaleKeys, storedItem, type ValueParts } from './stored-item.ts';
import type { PublishableItem } from '../publishing/schema.ts';

/** What the removal of locales took from the readers of an item. */
export interface LocaleRemoval {
  /** The locales of the project, and the removed ones. */
  list: readonly LocaleRecord[];
  before: LocalizedItem;
  after: LocalizedItem;
  notice: ItemNotice;
  /** When readers lost it. */
  at: Date;
}

/**
 * Compares an item with what is left of it after the removal of locales whose owner asked for events.
 * @returns null if the item has no content there, or if readers saw none
 */
export function removalOf<V>(
  record: PublishableItem<V> & LocaleKeys,
  parts: ValueParts<V>,
  { list: present, sweep }: LocaleListRecord,
  readership: Omit<Readership, 'list'>,
): LocaleRemoval | null {
  const removed = (sweep?.removing ?? []).filter(
    ({ id, events_at: at }) => at !== undefined && record.locales?.[id] !== undefined,
  );
  const at = removed.at(-1)?.events_at;
  if (at === undefined) return null;
  const list = [...present, ...removed];
  const before = storedItem(record, parts, list);
  const rest = removed.reduce((item, { id }) => withoutLocale(item, id), before);
  const after = { ...rest, revision: before.revision + 1 };
  const notice = noticeOf({ item: before, now: at }, { item: after, now: at }, { ...readership, list });
  return notice.verb === null ? null : { list, before, after, notice, at };
}
