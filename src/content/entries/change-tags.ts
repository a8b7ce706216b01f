import {
  entriesOf,
  groups,
  type ChangeTags,
  hideUnseenId,
  noChangeTags,
} from '../../contract/events/cache-tags.ts';
import type { EntryRecord } from './store/schema.ts';
import type { ReleaseContext } from '../../core/context/index.ts';
import { cacheNotice } from '../../lifecycle/index.ts';

/** The cache tags that a write of an entry purges (docs/build/cache-tags.md). */
export function entryChangeTags(
  { db, now }: Pick<ReleaseContext, 'db' | 'now'>,
  { before, after }: { before: EntryRecord | null; after: EntryRecord | null },
): ChangeTags {
  const notice = cacheNotice({ before, after, now });
  const entry = after ?? before;
  if (notice === null || entry === null) return noChangeTags;
  const tags = [entry.id, entriesOf(entry.type), groups.content];
  return hideUnseenId({ tags, releaseId: db.releaseId }, notice.isVisible);
}
