import { writeProject } from '../../../projects/index.ts';
import type { BulkResult } from '../../../contract/bulk.ts';
import { foldText } from '../../../contract/text/fold.ts';
import { limitReached, type ApiError, apiError } from '../../../contract/errors/api-error.ts';
import { type ProjectContext } from '../../../core/context/index.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { changeTag, countTag, findTag, findTaggable, hasRoomForTag, listTags } from './tag-repository.ts';
import { type AssetTagList, assetTagsMax, projectTagsMax, type TagAssets } from './schema.ts';

/** Returns all tags of the project, sorted by name, with their number of assets. */
export async function listAssetTags({ db }: ProjectContext): Promise<AssetTagList> {
  const tags = await listTags(db);
  return { data: tags.map(({ name, assets }) => ({ name, assets })) };
}

/**
 * Adds a tag to up to 100 assets, or removes it, in one transaction, with a result for each. Assets that need no change
 * count as done. An existing tag keeps its spelling.
 * @throws limit_reached for too many tags in the project
 */
export function tagAssets(context: ProjectContext, { action, tag, ids }: TagAssets): Promise<BulkResult> {
  const normalizedTag = tag.trim().replace(/\s+/gu, ' ');
  const key = keyOf(normalizedTag);
  return writeProject(context, async (tx) => {
    const existing = await findTag(tx.db, key);
    const name = existing?.name ?? normalizedTag;
    const taggable = await findTaggable(tx.db, ids);
    const tagsById = new Map(taggable.map(({ _id, tags = [] }) => [_id, tags]));
    const errors = new Map<string, ApiError>();
    const changedIds: string[] = [];
    for (const id of ids) {
      const tags = tagsById.get(id);
      if (tags === undefined) errors.set(id, apiError('unknown_media', { mediaId: id }));
      else if (tags.includes(name) === (action === 'add')) continue;
      else if (action === 'add' && tags.length >= assetTagsMax)
        errors.set(id, limitReached('tags_per_asset_max', assetTagsMax));
      else changedIds.push(id);
    }
    const result = resultOf(ids, errors);
    if (changedIds.length === 0) return tx.unchanged(result);
    if (existing === null && !(await hasRoomForTag(tx.db)))
      throw limitReached('media_tags_per_project_max', projectTagsMax);
    await changeTag(tx.db, changedIds, { action, tag: name });
    await countTag(tx.db, { key, name }, action === 'add' ? changedIds.length : -changedIds.length);
    const audit = changedIds.map(
      (id) => ({ action: 'media.tagged', subject: { kind: 'media', id } }) as const,
    );
    return tx.stored(audit, result);
  });
}

/** Subtracts a deleted asset from the counts of its tags. Call it in the transaction that deletes the asset. */
export async function uncountTags(db: ProjectDb, tags: readonly string[]): Promise<void> {
  for (const name of tags) await countTag(db, { key: keyOf(name), name }, -1);
}

/** Adds a restored asset to the counts of its tags. Call it in the transaction that restores the asset. */
export async function countTags(db: ProjectDb, tags: readonly string[]): Promise<void> {
  for (const name of tags) await countTag(db, { key: keyOf(name), name }, 1);
}

/** The common key of all spellings of a tag. Names without letters and digits fold to '', so they are their own key. */
function keyOf(name: string): string {
  return foldText(name) || name;
}

function resultOf(ids: readonly string[], errors: ReadonlyMap<string, ApiError>): BulkResult {
  const data = ids.map((id) => {
    const error = errors.get(id);
    if (error === undefined) return { id, ok: true, error: null };
    return { id, ok: false, error: { code: error.code, message: error.message, ...error.hints } };
  });
  return { data, done: ids.length - errors.size, failed: errors.size };
}
