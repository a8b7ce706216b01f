import { projectCollection, type ProjectDb, type SystemDb } from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import type { PreviewLinkRecord } from './schema.ts';

export const previewLinks = projectCollection<PreviewLinkRecord>('preview_links', [
  { key: { project_id: 1, created_at: -1 } },
  { key: { expires_at: 1 }, expireAfterSeconds: 0 },
]);

/** A use is recorded at most once in this time. */
const useExactMs = 60_000;

export function findLink(db: ProjectDb, id: string, now: Date): Promise<PreviewLinkRecord | null> {
  return rows(db, previewLinks).findOne({ _id: id, expires_at: { $gt: now } });
}

/** Links that have not expired, the newest first; those of one member or all. */
export function findLinks(
  db: ProjectDb,
  { now, creatorId, limit }: { now: Date; creatorId: string | null; limit: number },
): Promise<PreviewLinkRecord[]> {
  const own = creatorId === null ? {} : { 'created_by.id': creatorId };
  const sort = { created_at: -1, _id: -1 } as const;
  return rows(db, previewLinks).find({ expires_at: { $gt: now }, ...own }, { sort, limit });
}

/** Counts links that have not expired, up to `max`. */
export function countLinks(db: ProjectDb, now: Date, max: number): Promise<number> {
  return rows(db, previewLinks).count({ expires_at: { $gt: now } }, max);
}

export function insertLink(db: ProjectDb, link: PreviewLinkRecord): Promise<void> {
  return rows(db, previewLinks).insertOne(link);
}

export function deleteLink(db: ProjectDb, id: string): Promise<boolean> {
  return rows(db, previewLinks).deleteOne({ _id: id });
}

export async function storeUse(
  db: ProjectDb,
  { _id, last_used_at }: PreviewLinkRecord,
  now: Date,
): Promise<void> {
  if (last_used_at !== null && now.getTime() - last_used_at.getTime() < useExactMs) return;
  await rows(db, previewLinks).updateOne({ _id, last_used_at }, { $set: { last_used_at: now } });
}

/** The project of a link; null if there is no such link. */
export async function findProjectOfLink(system: SystemDb, id: string): Promise<string | null> {
  const link = await unscopedRows(system, previewLinks).findOne({ _id: id });
  return link === null ? null : (link as PreviewLinkRecord & { project_id: string }).project_id; // every row has one
}

/** Deletes the links of a person in all projects. */
export async function deleteLinksOf(system: SystemDb, personId: string): Promise<void> {
  await unscopedRows(system, previewLinks).deleteMany({ 'created_by.id': personId });
}
