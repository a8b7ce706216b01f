import { joinProblems, problem } from '../../contract/problem.ts';
import { checkWrittenIds } from '../../links/service.ts';
import { namedOperations, type Served } from '../../named/service.ts';
import type { NamedValues } from '../../named/schema.ts';
import type { ProjectCall } from '../../platform/call.ts';
import { positionAfter } from '../position.ts';
import { findCollection } from './collections.ts';
import { sectionKind, unknownSection } from './kinds.ts';
import { fittingPage, type OffsetQuery, offsetPage } from './page.ts';
import { refuseWhileInUse } from './protect.ts';
import { lastSectionPosition } from './repository.ts';
import type { KbSection, KbSectionList, SectionRecord, WriteKbSection } from './schema.ts';
import { sectionForm } from './serialize.ts';
import { type CollectionShelf, loadShelves, type SectionShelf, shelfRef } from './shelves.ts';
import { shelfText } from './text.ts';

export type SectionQuery = OffsetQuery & { collection?: string };

const one = namedOperations({
  kind: sectionKind,
  path: '/v1/kb/sections',
  values: sectionValues,
  serve,
  protect: (inside, record) => refuseWhileInUse(inside, record._id),
});

export const readSection = one.read;
export const createSection = one.create;
/** A move within its collection, or into another one, is one write: its articles come along. */
export const changeSection = one.change;
/** Refused while articles stand in it. */
export const removeSection = one.remove;

/** Sections in editorial order, of one collection where the filter names it. @throws unknown_kb_collection */
export async function listSections(call: ProjectCall, query: SectionQuery): Promise<KbSectionList> {
  const all = await loadShelves(call.db, call.now);
  const asked = query.collection === undefined ? all : [findCollection(all, query.collection, 'collection')];
  const sections = asked.flatMap((within) => within.sections.map((section) => ({ within, section })));
  const { items, end } = offsetPage(sections, query);
  const data = items.map(({ within, section }) =>
    sectionForm(section.record, section.count, shelfRef(within.record)),
  );
  return fittingPage(call, { items: data, ...end }, query);
}

/** Finds one among the loaded shelves, with its collection. @throws unknown_kb_section */
export function findSection(
  shelves: readonly CollectionShelf[],
  slugOrId: string,
  param: string,
): { section: SectionShelf; within: CollectionShelf } {
  for (const within of shelves) {
    const section = within.sections.find(({ record }) => record._id === slugOrId || record.slug === slugOrId);
    if (section !== undefined) return { section, within };
  }
  throw unknownSection(slugOrId, param);
}

/** @throws missing_required_field, unknown_link, unknown_kb_collection */
async function sectionValues(
  inside: ProjectCall,
  before: SectionRecord | null,
  body: WriteKbSection,
): Promise<NamedValues<SectionRecord>> {
  const { text, faults } = shelfText(before, body);
  const collection = body.collection === undefined ? (before?.collection ?? null) : body.collection;
  if (collection === null)
    faults.push(problem('missing_required_field', { name: 'collection' }, { param: 'collection' }));
  const checked = await checkWrittenIds(
    inside,
    collection === null
      ? []
      : [
          {
            id: collection,
            expected: 'kb_collection',
            param: 'collection',
            missing: 'unknown_kb_collection',
          },
        ],
  );
  const refused = joinProblems([...faults, ...checked.faults]);
  if (refused !== null || collection === null) throw refused ?? new Error('a section needs a collection');
  const position =
    body.position === undefined && before !== null
      ? before.position
      : (body.position ?? positionAfter(await lastSectionPosition(inside.db, collection)));
  return { ...text, collection, position, published_count: before?.published_count ?? 0 };
}

async function serve(call: ProjectCall, records: readonly SectionRecord[]): Promise<Served<KbSection>> {
  const shelves = await loadShelves(call.db, call.now);
  const countOf = new Map(shelves.flatMap(({ sections }) => sections.map((s) => [s.record._id, s.count])));
  const data = records.map((record) => {
    const within = findCollection(shelves, record.collection, 'collection');
    return sectionForm(record, countOf.get(record._id) ?? 0, shelfRef(within.record));
  });
  return { data, validUntil: null };
}
