import type { ReleaseContext } from '../../../../core/context/index.ts';
import { draftAt, entryItem } from '../../../../lifecycle/index.ts';
import { loadShape, type TypeShape } from '../../../types/lookup.ts';
import { allBlocks, referenceResolver } from '../../read/resolve.ts';
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
  const { serve } = await referenceResolver(context, [version], undefined, allBlocks(context));
  return serve(version);
}

/** The draft of an entry at a revision in the locale of the request; null if that version was removed. */
async function draftOf(
  { db, project, now, writtenLocale: code }: ReleaseContext,
  { type, entry, revision }: { type: TypeShape; entry: EntryRecord; revision: number },
): Promise<object | null> {
  const { list } = project.locales;
  const locale = list.find((one) => one.code === (code ?? list[0]?.code));
  if (locale === undefined) return null;
  const isDefault = locale === list[0];
  const item = itemOf(entry, type, list);
  const view = isDefault ? entry : entryIn(entry, { item, locale: locale.id, type, now });
  if (view.revision === revision) return view.draft;
  return draftAt(db, entryItem(db.releaseId, entry.id, isDefault ? null : locale.id), revision);
}
