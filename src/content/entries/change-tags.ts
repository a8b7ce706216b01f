import {
  entriesOf,
  groups,
  type ChangeTags,
  hideUnseenId,
  noChangeTags,
} from '../../contract/events/cache-tags.ts';
import type { EntryRecord } from './store/schema.ts';
import type { ReleaseContext } from '../../core/context/index.ts';
import { cacheNotice, type LocalizedItem } from '../../lifecycle/index.ts';

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

/** The cache tags that a write of an entry in several locales purges; null for an entry that does not exist. */
export function localeChangeTags(
  { db, now }: Pick<ReleaseContext, 'db' | 'now'>,
  { before, after, entry }: { before: LocalizedItem | null; after: LocalizedItem | null; entry: EntryRecord },
): ChangeTags {
  const ids = new Set([...(before?.states.keys() ?? []), ...(after?.states.keys() ?? [])]);
  const notices = [...ids].flatMap((id) => {
    const [stateBefore, stateAfter] = [before, after].map((item) => item?.states.get(id) ?? null);
    return cacheNotice({ before: stateBefore ?? null, after: stateAfter ?? null, now }) ?? [];
  });
  if (notices.length === 0) return noChangeTags;
  const tags = [entry.id, entriesOf(entry.type), groups.content];
  return hideUnseenId(
    { tags, releaseId: db.releaseId },
    notices.some(({ isVisible }) => isVisible),
  );
}
