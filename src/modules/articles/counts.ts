import { LinkBatch, type ResolvedTargets, resolveTargets } from '../../content/index.ts';
import type { ProjectContext } from '../../core/context/index.ts';
import { withArticleRows } from './locales/serve.ts';
import { whole } from '../../core/mongo/scope/whole.ts';
import { countByFacet } from './store/live-repository.ts';

interface ArticleCounts {
  of(id: string): number;
}

/**
 * Counts live articles of authors (blog and knowledge base together) or categories (blog). A scheduled
 * article counts from its date on.
 */
async function articleCounts(
  context: ProjectContext,
  facet: 'author' | 'category',
  ids: readonly string[],
): Promise<ArticleCounts> {
  const facets = ids.map((id) => `${facet}:${id}`);
  const modules = facet === 'category' ? (['blog'] as const) : (['blog', 'kb'] as const);
  for (const module of modules) context.cacheTags?.counts(module, ids, ids.length !== 1);
  const counts = await countByFacet(whole(withArticleRows(context).db), {
    facets,
    modules,
    now: context.now,
  });
  return { of: (id) => counts.get(`${facet}:${id}`) ?? 0 };
}

interface CountSerializer<R, T> {
  facet: 'author' | 'category';
  /** The images that a record's response contains. */
  imagesOf: (record: R) => readonly (string | null)[];
  serialize: (record: R, articleCount: number, targets: ResolvedTargets) => T;
}

/** Serializes authors or categories with the number of their live articles and with their images. */
export async function serializeCounted<R extends { _id: string }, T>(
  context: ProjectContext,
  records: readonly R[],
  { facet, imagesOf, serialize }: CountSerializer<R, T>,
): Promise<{ data: T[]; validUntil: Date | null }> {
  const links = new LinkBatch();
  for (const id of records.flatMap(imagesOf)) if (id !== null) links.add('media', id);
  const ids = records.map((record) => record._id);
  const [counts, targets] = await Promise.all([
    articleCounts(context, facet, ids),
    resolveTargets(context, links),
  ]);
  const data = records.map((record) => serialize(record, counts.of(record._id), targets));
  return { data, validUntil: targets.validUntil };
}
