import { noSeo, readSeo, seoLinks } from '../../articles/write/seo.ts';
import { checkMediaUrls, LinkBatch, resolveTargets, type WrittenId } from '../../../content/index.ts';
import { checkTerm } from '../../taxonomy/write.ts';
import { listKeys, type SerializedTerms } from '../../taxonomy/responses.ts';
import { translatedTerms } from '../../taxonomy/locales/translated-terms.ts';
import { termOperations } from '../../taxonomy/operations.ts';
import type { TermValues } from '../../taxonomy/schema.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import { respond, type RouteResponse } from '../../../core/http/index.ts';
import { positionAfterWrite } from '../position.ts';
import { collectionTaxonomy, unknownCollection } from './taxonomies.ts';
import { fittingOffsetPage, type OffsetQuery, offsetPage } from './offset-page.ts';
import { rejectWhileNotEmpty } from './protect.ts';
import { lastCollectionPosition } from './repository.ts';
import {
  type CollectionRecord,
  type KbCollection,
  type KbCollectionList,
  WriteKbCollection,
} from './schema.ts';
import { collectImageLinks, collectionForm } from './serialize.ts';
import { type CollectionNode, isNamed, loadKbStructure, tagContainers } from './structure.ts';
import { containerText } from './container-text.ts';

type MediaQuery = { media_urls?: 'permanent' };

export const translatedCollections = translatedTerms(
  { kind: collectionTaxonomy, values: collectionValues },
  WriteKbCollection,
);

const operations = termOperations({
  kind: collectionTaxonomy,
  path: '/v1/kb/collections',
  values: collectionValues,
  serialize: serializeCollections,
  protect: (tx, record) => rejectWhileNotEmpty(tx, record._id),
});

export const createCollection = operations.create;
export const addCollection = operations.add;
export const updateCollection = operations.update;
/** Moving a collection is one write, whatever it contains. */
export const changeCollection = operations.change;
/** Rejected while it has sections or articles. */
export const removeCollection = operations.remove;

/**
 * Lists all collections in manual order, with the number of live articles in each (specification: kb-order,
 * kb-tree).
 */
export async function listCollections(
  context: ProjectContext,
  query: OffsetQuery & MediaQuery,
): Promise<RouteResponse<KbCollectionList>> {
  checkMediaUrls(context, query);
  const collections = await loadKbStructure(context);
  const { items, totals } = offsetPage(collections, query);
  tagContainers(
    context,
    items.map(({ record }) => ({ record, sections: [] })),
  );
  const page = await serializeNodes(context, items);
  const { validUntil } = page;
  const data = page.data.map((item, i) => ({
    ...item,
    ...listKeys(context, items[i]?.stored, collectionTaxonomy),
  }));
  return respond(await fittingOffsetPage(context, { items: data, ...totals }, query), { validUntil });
}

/** Returns a collection by slug or id. @throws unknown_kb_collection */
export async function readCollection(
  context: ProjectContext,
  slug: string,
  query: MediaQuery,
): Promise<RouteResponse<KbCollection>> {
  checkMediaUrls(context, query);
  return operations.read(context, slug);
}

/** Finds a collection among the loaded ones. @throws unknown_kb_collection */
export function findCollection(
  collections: readonly CollectionNode[],
  slugOrId: string,
  param: string,
): CollectionNode {
  const collection = collections.find(({ record }) => isNamed(record, slugOrId));
  if (collection === undefined) throw unknownCollection(slugOrId, param);
  return collection;
}

/** @throws missing_required_field, unknown_link */
async function collectionValues(
  tx: ProjectContext,
  before: CollectionRecord | null,
  body: WriteKbCollection,
): Promise<TermValues<CollectionRecord>> {
  const { text, errors } = containerText(before, body);
  const sentSeo = body.seo === undefined ? {} : readSeo(body.seo);
  const writtenIds: WrittenId[] = [];
  if (body.image_id != null)
    writtenIds.push({
      id: body.image_id,
      expected: 'media',
      param: 'image_id',
      field: { name: 'image_id', isList: false },
    });
  writtenIds.push(...seoLinks(sentSeo));
  await checkTerm(tx, errors, writtenIds);
  const position = await positionAfterWrite(body.position, before?.position, () =>
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
  const collections = await loadKbStructure(context);
  tagCounts(context, collections, records);
  const countOf = new Map(collections.map(({ record, count }) => [record._id, count]));
  return serializeNodes(
    context,
    records.map((record) => ({ record, count: countOf.get(record._id) ?? 0 })),
  );
}

/**
 * Tags a response with the collection's own count and those of its sections; a new section changes it too.
 */
function tagCounts(
  { cacheTags }: ProjectContext,
  collections: readonly CollectionNode[],
  records: readonly CollectionRecord[],
): void {
  for (const { record, sections } of collections.filter((node) =>
    records.some(({ _id }) => _id === node.record._id),
  ))
    cacheTags?.counts('kb', [record._id, ...sections.map((section) => section.record._id)], false);
}

async function serializeNodes(
  context: ProjectContext,
  collections: readonly Pick<CollectionNode, 'record' | 'count'>[],
): Promise<SerializedTerms<KbCollection>> {
  const links = new LinkBatch();
  for (const { record } of collections) collectImageLinks(links, record);
  const targets = await resolveTargets(context, links);
  const data = collections.map(({ record, count }) => collectionForm(record, count, targets));
  return { data, validUntil: targets.validUntil };
}
