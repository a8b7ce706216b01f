import type { PublishedVerb } from '../../../contract/events/events.ts';
import type { ReleaseContext, Tx } from '../../../core/context/index.ts';
import { statusAt, visibleAt } from '../../../lifecycle/index.ts';
import type { TypeRecord } from '../../types/schema.ts';
import { entryUrl, titleOf } from '../editor/label.ts';
import type { EntryRecord } from '../store/schema.ts';

/** The subject of the audit row of an entry's change. */
export function auditedEntry({ db }: Pick<ReleaseContext, 'db'>, type: TypeRecord, entry: EntryRecord) {
  const title = titleOf(type, entry.draft, entry.id);
  return {
    subject: { kind: 'entry', id: entry.id, type: type.slug, title },
    releaseId: db.releaseId,
  } as const;
}

/** Emits the event of a change that readers of the default release notice. Other releases emit none. */
export function emitEntryEvent(
  tx: Tx<ReleaseContext>,
  { type, entry, verb }: { type: TypeRecord; entry: EntryRecord; verb: PublishedVerb },
): void {
  if (!tx.release.default) return;
  const state = verb === 'unpublished' ? 'draft' : verb === 'deleted' ? statusAt(entry, tx.now) : 'published';
  tx.emit({
    name: `content.entry.${verb}`,
    subject: entry.id,
    revision: entry.revision,
    data: {
      id: entry.id,
      type: type.slug,
      title: titleOf(type, entry.live ?? entry.draft, entry.id),
      status: state,
      published_at: entry.published_at?.toISOString() ?? null,
      updated_at: entry.updated_at.toISOString(),
      revision: entry.revision,
      url: entryUrl(type.kind, type.slug, entry.id),
    },
    isPublic: verb !== 'deleted' || visibleAt(entry, tx.now) !== null,
  });
}
