import { projectCollection, type ProjectDb } from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import { media } from '../repository.ts';
import type { MediaRecord } from '../schema.ts';
import { type AssetTagRecord, projectTagsMax } from './schema.ts';

/** The tags of a project, each with how many assets have it: lists of them read no assets. */
export const assetTags = projectCollection<AssetTagRecord>('media_tags', [
  { key: { project_id: 1, key: 1 }, unique: true },
]);

export function tagId(projectId: string, key: string): string {
  return `${projectId}/${key}`;
}

/** All tags, by name. */
export function listTags(db: ProjectDb): Promise<AssetTagRecord[]> {
  return rows(db, assetTags).find({}, { sort: { key: 1 }, limit: projectTagsMax });
}

export function findTag(db: ProjectDb, key: string): Promise<AssetTagRecord | null> {
  return rows(db, assetTags).findOne({ key });
}

export async function hasRoomForTag(db: ProjectDb): Promise<boolean> {
  return (await rows(db, assetTags).count({}, projectTagsMax)) < projectTagsMax;
}

/** Counts assets that were given a tag, or lost it when `by` is below zero; a tag that no asset has any more goes. */
export async function countTag(
  db: ProjectDb,
  { key, name }: Pick<AssetTagRecord, 'key' | 'name'>,
  by: number,
): Promise<void> {
  const _id = tagId(db.projectId, key);
  await rows(db, assetTags).updateOne({ _id }, { $set: { key, name }, $inc: { assets: by } }, true);
  if (by < 0) await rows(db, assetTags).deleteOne({ _id, assets: { $lte: 0 } });
}

/** Assets that may be tagged, with their tags: one whose upload goes on is about to be replaced. */
export function findTaggable(db: ProjectDb, ids: readonly string[]): Promise<MediaRecord[]> {
  const filter = { _id: { $in: [...ids] }, status: { $in: ['ready', 'failed'] as MediaRecord['status'][] } };
  return rows(db, media).find(filter, { projection: { _id: 1, tags: 1 } });
}

/** Gives assets a tag, or takes it away. Neither revision nor date of theirs moves: readers of the API see none of it. */
export async function changeTag(
  db: ProjectDb,
  ids: readonly string[],
  { action, tag }: { action: 'add' | 'remove'; tag: string },
): Promise<void> {
  const filter = { _id: { $in: [...ids] } };
  if (action === 'add') await rows(db, media).updateMany(filter, { $addToSet: { tags: tag } });
  else await rows(db, media).updateMany(filter, { $pull: { tags: tag } });
}
