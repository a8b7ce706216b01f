import type { ProjectDb } from '../../platform/mongo/handle.ts';
import { overdueByShelf } from '../articles/repository.ts';
import { listCollections, listSections } from './repository.ts';
import type { CollectionRecord, SectionRecord, ShelfRecord, ShelfRef } from './schema.ts';

export interface SectionShelf {
  record: SectionRecord;
  /** Articles that readers see in the section. */
  count: number;
}

export interface CollectionShelf {
  record: CollectionRecord;
  /** Articles that readers see on the collection's own shelf, those without a section. */
  ownCount: number;
  /** The same and those of its sections. */
  count: number;
  sections: SectionShelf[];
}

/**
 * All collections in their order, each with its sections in theirs, and how many articles readers see on each
 * (decision 0012). Costs three small reads however many articles there are.
 */
export async function loadShelves(db: ProjectDb, now: Date): Promise<CollectionShelf[]> {
  const [collections, sections, overdue] = await Promise.all([
    listCollections(db),
    listSections(db),
    overdueByShelf(db, now),
  ]);
  const countOf = (shelf: ShelfRecord) => shelf.published_count + (overdue.get(shelf._id) ?? 0);
  const byCollection = new Map<string, SectionShelf[]>();
  for (const record of sections) {
    const shelf = { record, count: countOf(record) };
    const siblings = byCollection.get(record.collection);
    if (siblings === undefined) byCollection.set(record.collection, [shelf]);
    else siblings.push(shelf);
  }
  return collections.map((record) => {
    const within = byCollection.get(record._id) ?? [];
    const ownCount = countOf(record);
    const count = within.reduce((sum, section) => sum + section.count, ownCount);
    return { record, ownCount, count, sections: within };
  });
}

/** How a shelf is named beside what stands on it. */
export function shelfRef({ _id, slug, title }: ShelfRecord): ShelfRef {
  return { id: _id, slug, title };
}
