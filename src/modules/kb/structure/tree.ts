import { checkMediaUrls, LinkBatch, resolveTargets } from '../../../content/index.ts';
import { wholeList } from '../../../contract/listing.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import { respond, type RouteResponse } from '../../../core/http/index.ts';
import type { KbTree } from './schema.ts';
import { collectImageLinks, imageOf } from './serialize.ts';
import { containerRef, loadKbStructure, tagContainers } from './structure.ts';

/**
 * Returns the whole structure: collections with their sections and the number of articles that readers see
 * in each (specification: kb-tree). A scheduled article counts from its date on.
 */
export async function readTree(
  context: ProjectContext,
  query: { media_urls?: 'permanent' },
): Promise<RouteResponse<KbTree>> {
  checkMediaUrls(context, query);
  const collections = await loadKbStructure(context);
  tagContainers(context, collections);
  const links = new LinkBatch();
  for (const { record } of collections) collectImageLinks(links, record);
  const targets = await resolveTargets(context, links);
  const data = collections.map(({ record, count, sections }) => ({
    ...containerRef(record),
    description: record.description,
    image: imageOf(record, targets),
    article_count: count,
    sections: sections.map((section) => ({ ...containerRef(section.record), article_count: section.count })),
  }));
  const meta = { module: 'kb' as const, ...wholeList(data.length), release_independent: true as const };
  return respond({ data, meta }, { validUntil: targets.validUntil });
}
