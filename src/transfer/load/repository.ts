import { createHash } from 'node:crypto';
import { entries, media } from '../../content/index.ts';
import { articles, authors, categories, kbCollections, kbSections } from '../../modules/index.ts';
import {
  type AnyCollection,
  projectCollection,
  type ProjectDb,
  type ReleaseDb,
} from '../../core/mongo/index.ts';
import { visiblePeriodProjection } from '../../lifecycle/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import type { BundleFile } from '../bundle/schema.ts';
import type { SourceRow } from './schema.ts';

export const sourceMap = projectCollection<SourceRow>('source_map', [
  { key: { project_id: 1, source: 1, file: 1, _id: 1 } },
]);

/** The id of the row of one item of a source. */
export function sourceRowId(
  projectId: string,
  { source, file, source_id, of_release }: Pick<SourceRow, 'source' | 'file' | 'source_id' | 'of_release'>,
): string {
  const text = JSON.stringify([source, file, source_id, of_release]);
  return `${projectId}/${createHash('sha256').update(text).digest('base64url').slice(0, 32)}`;
}

/** Yields the rows of one file of a source, with the keys that an index of ids needs. */
export function streamSourceRows(
  db: ProjectDb,
  source: string,
  file: BundleFile,
): AsyncIterable<Pick<SourceRow, 'source_id' | 'galley_id' | 'of_release'>> {
  return rows(db, sourceMap).stream(
    { source, file },
    { projection: { source_id: 1, galley_id: 1, of_release: 1 } },
  );
}

/** The rows with these ids, by id. */
export async function findSourceRows(db: ProjectDb, ids: readonly string[]): Promise<Map<string, SourceRow>> {
  const sourceRows = await rows(db, sourceMap).find({ _id: { $in: [...ids] } });
  return new Map(sourceRows.map((row) => [row._id, row]));
}

export function putSourceRows(db: ProjectDb, records: readonly SourceRow[]): Promise<void> {
  return rows(db, sourceMap).putMany(records);
}

/** The current state of an item, on which the handling of its line depends. */
export interface CurrentItem {
  revision: number;
  isPublishedOrScheduled: boolean;
}

interface ItemRow {
  _id: string;
  id?: string;
  revision: number;
  live_at?: Date | null;
  status?: string;
}

const collections: Readonly<Partial<Record<BundleFile, AnyCollection>>> = {
  media,
  authors,
  categories,
  'kb-collections': kbCollections,
  'kb-sections': kbSections,
  'kb-articles': articles,
  articles,
  entries,
  redirects: entries,
};

/** The current state of items by their ids; deleted ones are absent. */
export async function findCurrent(
  db: ReleaseDb,
  file: BundleFile,
  ids: readonly string[],
): Promise<Map<string, CurrentItem>> {
  const collection = collections[file];
  if (collection === undefined || ids.length === 0) return new Map();
  const key = collection.scope === 'release' ? 'id' : '_id';
  const itemRows = await rows<ItemRow, ReleaseDb>(db, collection).find(
    { [key]: { $in: [...ids] } },
    { projection: { _id: 1, id: 1, revision: 1, status: 1, ...visiblePeriodProjection } },
  );
  return new Map(
    itemRows
      .filter(({ status }) => status !== 'deleted')
      .map((item) => [
        key === 'id' ? String(item.id) : item._id,
        { revision: item.revision, isPublishedOrScheduled: item.live_at != null },
      ]),
  );
}

/** The id of the author, category, collection or section with a slug; null if there is none. */
export async function findTermBySlug(db: ProjectDb, file: BundleFile, slug: string): Promise<string | null> {
  const collection = collections[file];
  if (collection === undefined) return null;
  const term = await rows<ItemRow & { slug: string; locale_slugs?: string[] }, ProjectDb>(
    db,
    collection,
  ).findOne({ $or: [{ slug }, { locale_slugs: slug }] }, { projection: { _id: 1 } });
  return term?._id ?? null;
}

/** The states of assets by their ids, also of deleted ones. */
export async function findMediaStates(
  db: ProjectDb,
  ids: readonly string[],
): Promise<Map<string, { revision: number; status: string }>> {
  const assets = await rows(db, media).find(
    { _id: { $in: [...ids] } },
    { projection: { revision: 1, status: 1 } },
  );
  return new Map(assets.map(({ _id, revision, status }) => [_id, { revision, status }]));
}
