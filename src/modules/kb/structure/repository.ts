import {
  grantedBy,
  namedBy,
  ofModules,
  projectCollection,
  type ProjectDb,
} from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import { imageIndexes, localeSlugIndex } from '../../taxonomy/repository.ts';
import type { CollectionRecord, SectionRecord } from './schema.ts';

/** The manual order; equal positions are sorted by creation (specification: kb-order). */
const manualOrder = { position: 1, created_at: 1, _id: 1 } as const;

/** Fields of a collection that contain images. */
export const collectionImageFields = ['image_id', 'seo.og_image_id'];

export const kbCollections = namedBy(
  grantedBy(
    ofModules(
      projectCollection<CollectionRecord>('kb_collections', [
        { key: { project_id: 1, slug: 1 }, unique: true },
        { key: { project_id: 1, ...manualOrder } },
        ...imageIndexes(collectionImageFields),
        localeSlugIndex,
      ]),
      'kb',
    ),
    { areas: ['kb'] },
  ),
  'kbc_',
  'shelves',
);

export const kbSections = namedBy(
  grantedBy(
    ofModules(
      projectCollection<SectionRecord>('kb_sections', [
        { key: { project_id: 1, slug: 1 }, unique: true },
        { key: { project_id: 1, ...manualOrder } },
        { key: { project_id: 1, collection: 1, position: 1 } },
        localeSlugIndex,
      ]),
      'kb',
    ),
    { areas: ['kb'] },
  ),
  'kbc_',
  'kbs_',
  'shelves',
);

export function listCollections(db: ProjectDb): Promise<CollectionRecord[]> {
  return rows(db, kbCollections).find({}, { sort: manualOrder });
}

/** Lists all sections of the project, in the order within their collections. */
export function listSections(db: ProjectDb): Promise<SectionRecord[]> {
  return rows(db, kbSections).find({}, { sort: manualOrder });
}

/** Counts collections and sections together, each up to `max`. */
export async function countContainers(db: ProjectDb, max: number): Promise<number> {
  const collections = await rows(db, kbCollections).count({}, max);
  return collections + (await rows(db, kbSections).count({}, max));
}

export function sectionsIn(db: ProjectDb, collection: string, limit: number): Promise<SectionRecord[]> {
  return rows(db, kbSections).find({ collection }, { sort: manualOrder, limit });
}

export async function lastCollectionPosition(db: ProjectDb): Promise<number | null> {
  const [last] = await rows(db, kbCollections).find({}, { sort: { position: -1 }, limit: 1 });
  return last?.position ?? null;
}

export async function lastSectionPosition(db: ProjectDb, collection: string): Promise<number | null> {
  const [last] = await rows(db, kbSections).find({ collection }, { sort: { position: -1 }, limit: 1 });
  return last?.position ?? null;
}

/** Changes the number of live articles without a section. */
export async function countInCollection(db: ProjectDb, id: string, by: number): Promise<void> {
  await rows(db, kbCollections).updateOne({ _id: id }, { $inc: { published_count: by } });
}

/** Changes the number of live articles of a section. */
export async function countInSection(db: ProjectDb, id: string, by: number): Promise<void> {
  await rows(db, kbSections).updateOne({ _id: id }, { $inc: { published_count: by } });
}

export function findSectionById(db: ProjectDb, id: string): Promise<SectionRecord | null> {
  return rows(db, kbSections).findOne({ _id: id });
}
