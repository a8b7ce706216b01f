import type { TrashedItem } from '../../../core/context/index.ts';
import type { ReleaseDb } from '../../../core/mongo/index.ts';
import { isVisible } from '../../../lifecycle/index.ts';
import type { TypeRecord } from '../../types/schema.ts';
import { titleOf } from '../editor/label.ts';
import type { EntryRecord } from '../store/schema.ts';

/** An entry in the form of the trash. @param at - the time of the deletion */
export function trashedEntry(
  { releaseId }: ReleaseDb,
  { type, entry, at }: { type: TypeRecord; entry: EntryRecord; at: Date },
): TrashedItem {
  return {
    kind: 'entry',
    itemId: entry.id,
    releaseId,
    type: type.slug,
    title: titleOf(type, entry.draft, ''),
    wasLive: isVisible(entry, at),
    record: entry,
  };
}
