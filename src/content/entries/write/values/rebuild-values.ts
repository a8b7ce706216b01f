import type { ReleaseContext } from '../../../../core/context/index.ts';
import { draftAt, entryItem } from '../../../../lifecycle/index.ts';
import { loadShape, type TypeShape } from '../../../types/lookup.ts';
import { referenceResolver } from '../../read/resolve.ts';
import { findEntry } from '../../store/repository.ts';
import { entryIn, itemOf } from '../../store/locales/states.ts';
import type { EntryRecord, EntryValues } from '../../store/schema.ts';

/** Rebuilds the values of an earlier response, with current links; undefined if that version was removed. */
export async function rebuildValues(
  context: ReleaseContext,
  { id, revision }: { id: string; revision: number },
) {
  const entry = await findEntry(context.db, id);
  if (entry === null) return undefined;
  const type = await loadShape(context, entry.type);
  const draft = await draftOf(context, { type, entry, revision });
  if (draft === null) return undefined;
  const version = { type, values: draft as EntryValues };
  return (await referenceResolver(context, [version])).serve(version);
}

/** The draft of an entry at a revision of one of its locales; null if that version was removed. */
async function draftOf(
  { db, project, now }: ReleaseContext,
  { type, entry, revision }: { type: TypeShape; entry: EntryRecord; revision: number },
): Promise<object | null> {
  if (entry.revision === revision && entry.is_default_empty !== true) return entry.draft;
  const { list } = project.locales;
  const item = itemOf(entry, type, list);
  for (const { id: locale } of list.slice(1)) {
    if (item.states.get(locale)?.revision === revision)
      return entryIn(entry, { item, locale, type, now }).draft;
    if (!item.states.has(locale)) continue;
    const version = await draftAt(db, entryItem(db.releaseId, entry.id, locale), revision);
    if (version !== null) return version;
  }
  return draftAt(db, entryItem(db.releaseId, entry.id), revision);
}
