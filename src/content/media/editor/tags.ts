import { writeProject } from '../../../projects/index.ts';
import type { BulkResult } from '../../../contract/bulk.ts';
import { foldText } from '../../../contract/text/fold.ts';
import { limitReached, type ApiError, apiError } from '../../../contract/errors/api-error.ts';
import { type ProjectContext } from '../../../core/context/index.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { changeTag, countTag, findTag, findTaggable, hasRoomForTag, listTags } from './tag-repository.ts';
import { type AssetTagList, assetTagsMax, projectTagsMax, type TagAssets } from './schema.ts';

/** All tags of the project, by name, each with how many assets have it. */
export async function listAssetTags({ db }: ProjectContext): Promise<AssetTagList> {
  const found = await listTags(db);
  return { data: found.map(({ name, assets }) => ({ name, assets })) };
}

/**
 * Gives up to a hundred assets a tag, or takes it from them, in one transaction, with a result for each: those that have
 * it already (or have it not) count as done. A tag that exists keeps its spelling.
 * @throws limit_reached when the project has as many tags as it may have
 */
export function tagAssets(context: ProjectContext, { action, tag, ids }: TagAssets): Promise<BulkResult> {
  const written = tag.trim().replace(/\s+/gu, ' ');
  const key = keyOf(written);
  return writeProject(context, async (tx) => {
    const existing = await findTag(tx.db, key);
    const name = existing?.name ?? written;
    const taggable = await findTaggable(tx.db, ids);
    const found = new Map(taggable.map(({ _id, tags = [] }) => [_id, tags]));
    const faults = new Map<string, ApiError>();
    const changed: string[] = [];
    for (const id of ids) {
      const tags = found.get(id);
      if (tags === undefined) faults.set(id, apiError('unknown_media', { mediaId: id }));
      else if (tags.includes(name) === (action === 'add')) continue;
      else if (action === 'add' && tags.length >= assetTagsMax)
        faults.set(id, limitReached('tags_per_asset_max', assetTagsMax));
      else changed.push(id);
    }
    const result = resultOf(ids, faults);
    if (changed.length === 0) return tx.unchanged(result);
    if (existing === null && !(await hasRoomForTag(tx.db)))
      throw limitReached('media_tags_per_project_max', projectTagsMax);
    await changeTag(tx.db, changed, { action, tag: name });
    await countTag(tx.db, { key, name }, action === 'add' ? changed.length : -changed.length);
    const audit = changed.map((id) => ({ action: 'media.tagged', subject: { kind: 'media', id } }) as const);
    return tx.stored(audit, result);
  });
}

/** Counts that an asset with these tags is gone; inside the transaction that removes it. */
export async function forgetTags(db: ProjectDb, tags: readonly string[]): Promise<void> {
  for (const name of tags) await countTag(db, { key: keyOf(name), name }, -1);
}

/** What two spellings of a tag have in common; one of signs alone folds to nothing. */
function keyOf(name: string): string {
  return foldText(name) || name;
}

function resultOf(ids: readonly string[], faults: ReadonlyMap<string, ApiError>): BulkResult {
  const data = ids.map((id) => {
    const fault = faults.get(id);
    if (fault === undefined) return { id, ok: true, error: null };
    return { id, ok: false, error: { code: fault.code, message: fault.message, ...fault.hints } };
  });
  return { data, done: ids.length - faults.size, failed: faults.size };
}
