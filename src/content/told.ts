import { entriesOf, groups, type ToldTags, toldThing, untold } from '../contract/cache-tags.ts';
import type { EntryRecord } from '../entries/schema.ts';
import type { ReleaseCall } from '../platform/call.ts';
import { noticeOf } from '../publishing/service.ts';

/** What a write of an entry tells those who keep answers (docs/delivery.md). */
export function toldEntry(
  { db, now }: Pick<ReleaseCall, 'db' | 'now'>,
  { before, after }: { before: EntryRecord | null; after: EntryRecord | null },
): ToldTags {
  const notice = noticeOf({ before, after, now });
  const entry = after ?? before;
  if (notice === null || entry === null) return untold;
  const tags = [entry.id, entriesOf(entry.type), groups.content];
  return toldThing({ tags, releaseId: db.releaseId }, notice.isSeen);
}
