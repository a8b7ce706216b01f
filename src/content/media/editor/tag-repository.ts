import { projectCollection, type ProjectDb } from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import { media } from '../repository.ts';
import type { MediaRecord } from '../schema.ts';
import { type AssetTagRecord, projectTagsMax } from './schema.ts';

/** The tags of a project with their number of assets, so that listing tags reads no assets. */
export const assetTags = projectCollection<AssetTagRecord>('media_tags', [
  { key: { project_id: 1, key: 1 }, unique: true },
]);

export function tagId(projectId: string, key: string): string {
  return `${projectId}/${key}`;
}

/** Returns all tags, sorted by name. */
export function listTags(db: ProjectDb): Promise<AssetTagRecord[]> {
  return rows(db, assetTags).find({}, { sort: { key: 1 }, limit: projectTagsMax });
}

export function findTag(db: ProjectDb, key: string): Promise<AssetTagRecord | null> {
  return rows(db, assetTags).findOne({ key });
}

export async function hasRoomForTag(db: ProjectDb): Promise<boolean> {
  return (await rows(db, assetTags).count({}, projectTagsMax)) < projectTagsMax;
}

/** Changes the number of assets with a tag by `by`. Deletes the tag when no asset has it anymore. */
export async function countTag(
  db: ProjectDb,
  { key, name }: Pick<AssetTagRecord, 'key' | 'name'>,
  by: number,
): Promise<void> {
  const _id = tagId(db.projectId, key);
  await rows(db, assetTags).updateOne({ _id }, { $set: { key, name }, $inc: { assets: by } }, true);
  if (by < 0) await rows(db, assetTags).deleteOne({ _id, assets: { $lte: 0 } });
}

/** Returns the ids and tags of assets that can be tagged. Pending uploads can't, because confirming replaces their row. */
export function findTaggable(db: ProjectDb, ids: readonly string[]): Promise<MediaRecord[]> {
  const filter = { _id: { $in: [...ids] }, status: { $in: ['ready', 'failed'] as MediaRecord['status'][] } };
  return rows(db, media).find(filter, { projection: { _id: 1, tags: 1 } });
}

/** Adds a tag to assets or removes it. Revision and `updated_at` stay, because the API doesn't serve tags. */
export async function changeTag(
  db: ProjectDb,
  ids: readonly string[],
  { action, tag }: { action: 'add' | 'remove'; tag: string },
): Promise<void> {
  const filter = { _id: { $in: [...ids] } };
  if (action === 'add') await rows(db, media).updateMany(filter, { $addToSet: { tags: tag } });
  else await rows(db, media).updateMany(filter, { $pull: { tags: tag } });
}
