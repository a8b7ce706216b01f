import { apiError } from '../../../contract/errors/api-error.ts';
import type { WrittenId } from '../../../content/index.ts';
import { checkTerm } from '../../taxonomy/write.ts';
import { listKeys, type SerializedTerms } from '../../taxonomy/responses.ts';
import { translatedTerms } from '../../taxonomy/locales/translated-terms.ts';
import { termOperations } from '../../taxonomy/operations.ts';
import type { TermValues } from '../../taxonomy/schema.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import { positionAfterWrite } from '../position.ts';
import { findCollection } from './collections.ts';
import { sectionTaxonomy, unknownSection } from './taxonomies.ts';
import { fittingOffsetPage, type OffsetQuery, offsetPage } from './offset-page.ts';
import { rejectWhileNotEmpty } from './protect.ts';
import { lastSectionPosition } from './repository.ts';
import { type KbSection, type KbSectionList, type SectionRecord, WriteKbSection } from './schema.ts';
import { sectionForm } from './serialize.ts';
import {
  type CollectionNode,
  containerRef,
  isNamed,
  loadKbStructure,
  tagContainers,
  type SectionNode,
} from './structure.ts';
import { containerText } from './container-text.ts';

export type SectionQuery = OffsetQuery & { collection?: string };

export const translatedSections = translatedTerms(
  { kind: sectionTaxonomy, values: sectionValues },
  WriteKbSection,
);

const operations = termOperations({
  kind: sectionTaxonomy,
  path: '/v1/kb/sections',
  values: sectionValues,
  serialize: serializeSections,
  protect: (tx, record) => rejectWhileNotEmpty(tx, record._id),
});

export const readSection = operations.read;
export const createSection = operations.create;
export const addSection = operations.add;
export const updateSection = operations.update;
/** Moving a section, also to another collection, is one write; its articles move along. */
export const changeSection = operations.change;
/** Rejected while it has articles. */
export const removeSection = operations.remove;

/**
 * Lists sections in editorial order, of one collection if the filter is set.
 * @throws unknown_kb_collection
 */
export async function listSections(context: ProjectContext, query: SectionQuery): Promise<KbSectionList> {
  const all = await loadKbStructure(context);
  tagContainers(context, []); // also if the collection doesn't exist
  const selectedCollections =
    query.collection === undefined ? all : [findCollection(all, query.collection, 'collection')];
  const sections = selectedCollections.flatMap((collection) =>
    collection.sections.map((section) => ({ collection, section })),
  );
  const { items, totals } = offsetPage(sections, query);
  tagContainers(
    context,
    items.map(({ collection: within, section }) => ({ record: within.record, sections: [section] })),
  );
  const data = items.map(({ collection: within, section }) => ({
    ...sectionForm(section.record, section.count, containerRef(within.record)),
    ...listKeys(context, section.stored, sectionTaxonomy),
  }));
  return fittingOffsetPage(context, { items: data, ...totals }, query);
}

/** Finds a section among the loaded containers, with its collection. @throws unknown_kb_section */
export function findSection(
  collections: readonly CollectionNode[],
  slugOrId: string,
  param: string,
): { section: SectionNode; collection: CollectionNode } {
  for (const within of collections) {
    const section = within.sections.find(({ record }) => isNamed(record, slugOrId));
    if (section !== undefined) return { section, collection: within };
  }
  throw unknownSection(slugOrId, param);
}

/** @throws missing_required_field, unknown_link, unknown_kb_collection */
async function sectionValues(
  tx: ProjectContext,
  before: SectionRecord | null,
  body: WriteKbSection,
): Promise<TermValues<SectionRecord>> {
  const { text, errors } = containerText(before, body);
  const collection = body.collection === undefined ? (before?.collection ?? null) : body.collection;
  if (collection === null)
    errors.push(apiError('missing_required_field', { name: 'collection' }, { param: 'collection' }));
  const writtenIds: WrittenId[] = [];
  if (collection !== null)
    writtenIds.push({
      id: collection,
      expected: 'kb_collection',
      param: 'collection',
      missing: 'unknown_kb_collection',
    });
  await checkTerm(tx, errors, writtenIds);
  if (collection === null) throw new Error('a section needs a collection');
  const position = await positionAfterWrite(body.position, before?.position, () =>
    lastSectionPosition(tx.db, collection),
  );
  return { ...text, collection, position, published_count: before?.published_count ?? 0 };
}

async function serializeSections(
  context: ProjectContext,
  records: readonly SectionRecord[],
): Promise<SerializedTerms<KbSection>> {
  const collections = await loadKbStructure(context);
  context.cacheTags?.counts(
    'kb',
    records.map(({ _id }) => _id),
    records.length !== 1,
  );
  const countOf = new Map(
    collections.flatMap(({ sections }) => sections.map((s) => [s.record._id, s.count])),
  );
  const data = records.map((record) => {
    const within = findCollection(collections, record.collection, 'collection');
    context.cacheTags?.item('kb_collection', within.record._id);
    return sectionForm(record, countOf.get(record._id) ?? 0, containerRef(within.record));
  });
  return { data, validUntil: null };
}
