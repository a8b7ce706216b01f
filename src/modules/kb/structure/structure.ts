import { groups } from '../../../contract/events/cache-tags.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import { withArticleRows } from '../../articles/locales/serve.ts';
import { countVisibleByContainer, pendingCountsByContainer } from '../articles/repository.ts';
import { servedTerm } from '../../taxonomy/locales/served.ts';
import { collectionTaxonomy, sectionTaxonomy } from './taxonomies.ts';
import { listCollections, listSections } from './repository.ts';
import type { CollectionRecord, ContainerRecord, ContainerRef, SectionRecord } from './schema.ts';

const noCounts: ReadonlyMap<string, number> = new Map();

export interface SectionNode {
  /** In the locale of the read. */
  record: SectionRecord;
  stored: SectionRecord;
  /** Articles that readers see in the section. */
  count: number;
}

export interface CollectionNode {
  /** In the locale of the read. */
  record: CollectionRecord;
  stored: CollectionRecord;
  /** Articles without a section that readers see. */
  ownCount: number;
  /** `ownCount` plus the articles of its sections. */
  count: number;
  sections: SectionNode[];
}

/**
 * Returns all collections and sections in editorial order, with the number of visible articles in each.
 * Costs three small reads, however many articles there are (docs/architecture/decisions/0012-editorial-order.md).
 * Previews and reads in further locales count the articles that they show, unless the caller needs no numbers.
 */
export async function loadKbStructure(
  context: ProjectContext,
  needsCounts = true,
): Promise<CollectionNode[]> {
  const { db, now } = context;
  const hasStoredCounts = db.readsLive && !db.readsLocaleRows;
  const readCounts = () => {
    if (hasStoredCounts) return pendingCountsByContainer(db, now);
    return needsCounts ? countVisibleByContainer(withArticleRows(context).db, now) : noCounts;
  };
  const [collections, sections, countChanges] = await Promise.all([
    listCollections(db),
    listSections(db),
    readCounts(),
  ]);
  const countOf = ({ _id, published_count }: ContainerRecord) =>
    (hasStoredCounts ? published_count : 0) + (countChanges.get(_id) ?? 0);
  const byCollection = new Map<string, SectionNode[]>();
  for (const section of sections) {
    const record = servedTerm(section, sectionTaxonomy, db.locale);
    const node = { record, stored: section, count: countOf(record) };
    const siblings = byCollection.get(record.collection);
    if (siblings === undefined) byCollection.set(record.collection, [node]);
    else siblings.push(node);
  }
  return collections.map((stored) => {
    const record = servedTerm(stored, collectionTaxonomy, db.locale);
    const sectionNodes = byCollection.get(record._id) ?? [];
    const ownCount = countOf(record);
    const count = sectionNodes.reduce((sum, section) => sum + section.count, ownCount);
    return { record, stored, ownCount, count, sections: sectionNodes };
  });
}

/** Tags a list of containers with their order, their numbers of articles and the listed containers. */
export function tagContainers(
  { cacheTags }: ProjectContext,
  collections: readonly Pick<CollectionNode, 'record' | 'sections'>[],
): void {
  cacheTags?.note(groups.shelves, groups.kbCounts);
  for (const { record, sections } of collections) {
    cacheTags?.item('kb_collection', record._id);
    for (const section of sections) cacheTags?.item('kb_section', section.record._id);
  }
}

export function containerRef({ _id, slug, title }: ContainerRecord): ContainerRef {
  return { id: _id, slug, title };
}

/** Whether an id, or a slug of any locale, names the collection or section. */
export function isNamed({ _id, slug, locale_slugs: slugs = [] }: ContainerRecord, slugOrId: string): boolean {
  return _id === slugOrId || slug === slugOrId || slugs.includes(slugOrId);
}
