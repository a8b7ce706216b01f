import type { ProjectDb } from '../../platform/mongo/handle.ts';
import { overdueByContainer } from '../articles/repository.ts';
import { listCollections, listSections } from './repository.ts';
import type { CollectionRecord, ContainerRecord, ContainerRef, SectionRecord } from './schema.ts';

export interface SectionNode {
  record: SectionRecord;
  /** Articles that readers see in the section. */
  count: number;
}

export interface CollectionNode {
  record: CollectionRecord;
  /** Articles that readers see in the collection's own container, those without a section. */
  ownCount: number;
  /** The same and those of its sections. */
  count: number;
  sections: SectionNode[];
}

/**
 * All collections in their order, each with its sections in theirs, and how many articles readers see on each
 * (decision 0012). Costs three small reads however many articles there are.
 */
export async function loadKbStructure(db: ProjectDb, now: Date): Promise<CollectionNode[]> {
  const [collections, sections, overdue] = await Promise.all([
    listCollections(db),
    listSections(db),
    overdueByContainer(db, now),
  ]);
  const countOf = (shelf: ContainerRecord) => shelf.published_count + (overdue.get(shelf._id) ?? 0);
  const byCollection = new Map<string, SectionNode[]>();
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

/** How a container is named beside what stands on it. */
export function containerRef({ _id, slug, title }: ContainerRecord): ContainerRef {
  return { id: _id, slug, title };
}
