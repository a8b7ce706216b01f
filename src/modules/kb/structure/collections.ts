import { noSeo, readSeo, seoLinks } from '../../articles/write/seo.ts';
import { checkMediaUrls, LinkBatch, resolveTargets, type WrittenId } from '../../../content/index.ts';
import { checkTerm } from '../../taxonomy/write.ts';
import type { SerializedTerms } from '../../taxonomy/responses.ts';
import { termOperations } from '../../taxonomy/operations.ts';
import type { TermValues } from '../../taxonomy/schema.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import { respond, type RouteResponse } from '../../../core/http/index.ts';
import { writtenPosition } from '../position.ts';
import { collectionTaxonomy, unknownCollection } from './taxonomies.ts';
import { fittingOffsetPage, type OffsetQuery, offsetPage } from './offset-page.ts';
import { refuseWhileNotEmpty } from './protect.ts';
import { lastCollectionPosition } from './repository.ts';
import type { CollectionRecord, KbCollection, KbCollectionList, WriteKbCollection } from './schema.ts';
import { collectImageLinks, collectionForm } from './serialize.ts';
import { type CollectionNode, loadKbStructure, noteListed } from './structure.ts';
import { containerText } from './container-text.ts';

type MediaQuery = { media_urls?: 'permanent' };

const one = termOperations({
  kind: collectionTaxonomy,
  path: '/v1/kb/collections',
  values: collectionValues,
  serve: serializeCollections,
  protect: (tx, record) => refuseWhileNotEmpty(tx, record._id),
});

export const createCollection = one.create;
/** Moving a collection is one write, whatever it contains. */
export const changeCollection = one.change;
/** Rejected while it has sections or articles. */
export const removeCollection = one.remove;

/**
 * Lists all collections in manual order, with the number of live articles in each (specification: kb-order,
 * kb-tree).
 */
export async function listCollections(
  context: ProjectContext,
  query: OffsetQuery & MediaQuery,
): Promise<RouteResponse<KbCollectionList>> {
  checkMediaUrls(context, query);
  const shelves = await loadKbStructure(context.db, context.now);
  const { items, end } = offsetPage(shelves, query);
  noteListed(
    context,
    items.map(({ record }) => ({ record, sections: [] })),
  );
  const { data, validUntil } = await served(context, items);
  return respond(await fittingOffsetPage(context, { items: data, ...end }, query), { validUntil });
}

/** Returns a collection by slug or id. @throws unknown_kb_collection */
export async function readCollection(
  context: ProjectContext,
  slug: string,
  query: MediaQuery,
): Promise<RouteResponse<KbCollection>> {
  checkMediaUrls(context, query);
  return one.read(context, slug);
}

/** Finds a collection among the loaded ones. @throws unknown_kb_collection */
export function findCollection(
  shelves: readonly CollectionNode[],
  slugOrId: string,
  param: string,
): CollectionNode {
  const found = shelves.find(({ record }) => record._id === slugOrId || record.slug === slugOrId);
  if (found === undefined) throw unknownCollection(slugOrId, param);
  return found;
}

/** @throws missing_required_field, unknown_link */
async function collectionValues(
  tx: ProjectContext,
  before: CollectionRecord | null,
  body: WriteKbCollection,
): Promise<TermValues<CollectionRecord>> {
  const { text, faults } = containerText(before, body);
  const sentSeo = body.seo === undefined ? {} : readSeo(body.seo);
  const written: WrittenId[] = [];
  if (body.image_id != null)
    written.push({
      id: body.image_id,
      expected: 'media',
      param: 'image_id',
      field: { name: 'image_id', isList: false },
    });
  written.push(...seoLinks(sentSeo));
  await checkTerm(tx, faults, written);
  const position = await writtenPosition(body.position, before?.position, () =>
    lastCollectionPosition(tx.db),
  );
  return {
    ...text,
    position,
    image_id: body.image_id === undefined ? (before?.image_id ?? null) : body.image_id,
    seo: { ...(before?.seo ?? noSeo), ...sentSeo },
    published_count: before?.published_count ?? 0,
  };
}

async function serializeCollections(
  context: ProjectContext,
  records: readonly CollectionRecord[],
): Promise<SerializedTerms<KbCollection>> {
  const shelves = await loadKbStructure(context.db, context.now);
  noteCounts(context, shelves, records);
  const countOf = new Map(shelves.map(({ record, count }) => [record._id, count]));
  return served(
    context,
    records.map((record) => ({ record, count: countOf.get(record._id) ?? 0 })),
  );
}

/**
 * Tags a response with the collection's own count and those of its sections; a new section changes it too.
 */
function noteCounts(
  { cacheTags }: ProjectContext,
  shelves: readonly CollectionNode[],
  records: readonly CollectionRecord[],
): void {
  for (const { record, sections } of shelves.filter((shelf) =>
    records.some(({ _id }) => _id === shelf.record._id),
  ))
    cacheTags?.counts('kb', [record._id, ...sections.map((section) => section.record._id)], false);
}

async function served(
  context: ProjectContext,
  shelves: readonly Pick<CollectionNode, 'record' | 'count'>[],
): Promise<SerializedTerms<KbCollection>> {
  const wanted = new LinkBatch();
  for (const { record } of shelves) collectImageLinks(wanted, record);
  const targets = await resolveTargets(context, wanted);
  const data = shelves.map(({ record, count }) => collectionForm(record, count, targets));
  return { data, validUntil: targets.validUntil };
}
