import type { ReleaseContext, Tx } from '../../../core/context/index.ts';
import { saveConflictVersions } from '../../../lifecycle/index.ts';
import type { TypeShape } from '../../types/lookup.ts';
import type { EntryRecord } from '../store/schema.ts';
import type { MergeResult, WriteMode } from './saved-entry.ts';
import { type MergedDraft, mergeDraft } from './values/merge-draft.ts';

type DraftSave = Parameters<typeof mergeDraft>[1];

/**
 * Merges the sent values with the stored draft, if the save asks for it. Null if not, and if the values have errors, which
 * the save reports.
 */
export async function mergeSent(
  type: TypeShape,
  { merge }: WriteMode,
  save: Omit<DraftSave, 'merge'>,
): Promise<MergedDraft | null> {
  return merge === undefined || save.checked.errors.length > 0 ? null : mergeDraft(type, { ...save, merge });
}

/** Stores the losing sides of the conflicts of a save as versions. */
export async function keepLostSides(
  tx: Tx<ReleaseContext>,
  merge: MergedDraft | null,
  { item, before, after }: { item: string; before: EntryRecord; after: EntryRecord },
): Promise<MergeResult | undefined> {
  if (merge === null) return undefined;
  const { merged, mine, losesTheirs } = merge;
  const { revision } = after;
  return {
    merged,
    keptVersions: await saveConflictVersions(tx, { item, before, revision, mine, losesTheirs }),
  };
}
