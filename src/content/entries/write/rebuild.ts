import type { EntryValues } from '../store/schema.ts';
import { findEntry } from '../store/repository.ts';
import { loadShape } from '../../types/lookup.ts';
import type { ReleaseContext } from '../../../core/context/index.ts';
import { draftAt, entryItem } from '../../../lifecycle/index.ts';
import { referenceResolver } from '../read/resolve.ts';

/** The values that a write of this revision answered, its links as they are now; undefined when that version is gone. */
export async function rebuildValues(
  context: ReleaseContext,
  { id, revision }: { id: string; revision: number },
) {
  const entry = await findEntry(context.db, id);
  if (entry === null) return undefined;
  const item = entryItem(context.db.releaseId, id);
  const draft = entry.revision === revision ? entry.draft : await draftAt(context.db, item, revision);
  if (draft === null) return undefined;
  const served = { type: await loadShape(context, entry.type), values: draft as EntryValues };
  return (await referenceResolver(context, [served])).serve(served);
}
