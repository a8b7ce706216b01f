import type { ReleaseContext } from '../../../../core/context/index.ts';
import { draftAt, entryItem } from '../../../../lifecycle/index.ts';
import { loadShape } from '../../../types/lookup.ts';
import { referenceResolver } from '../../read/resolve.ts';
import { findEntry } from '../../store/repository.ts';
import type { EntryValues } from '../../store/schema.ts';

/** Rebuilds the values of an earlier response, with current links; undefined if that version was removed. */
export async function rebuildValues(
  context: ReleaseContext,
  { id, revision }: { id: string; revision: number },
) {
  const entry = await findEntry(context.db, id);
  if (entry === null) return undefined;
  const item = entryItem(context.db.releaseId, id);
  const draft = entry.revision === revision ? entry.draft : await draftAt(context.db, item, revision);
  if (draft === null) return undefined;
  const version = { type: await loadShape(context, entry.type), values: draft as EntryValues };
  return (await referenceResolver(context, [version])).serve(version);
}
