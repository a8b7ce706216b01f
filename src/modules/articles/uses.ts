import { linkedFileName } from '../../contract/fields/links.ts';
import { limits } from '../../contract/limits.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import type { ImageUser, ProjectContext, ReferrerSource, ReferringField } from '../../core/context/index.ts';
import { whole } from '../../core/mongo/scope/whole.ts';
import { isVisible, visibleAt } from '../../lifecycle/index.ts';
import { countUses, findReferencedIds, findUses, type UsingArticle } from './store/use-repository.ts';

/** Selects the articles that refer to `id`, or only those whose live values do. */
interface ArticleUseQuery {
  id: string;
  liveOnly: boolean;
  limit: number;
  /** The article after which the page begins. */
  after?: string | null;
}

/**
 * Returns articles of both modules that refer to something, by id, including drafts unless `liveOnly` (for
 * `used_by` of media events). One index read.
 */
async function articleUses(context: ProjectContext, query: ArticleUseQuery): Promise<ReferringField[]> {
  const { id, after = null } = query;
  const liveAt = query.liveOnly ? context.now : null;
  const articles = await findUses(context.db, { id, liveAt, after }, query.limit);
  return articles.map((record) => useOf(record, id, context.now));
}

/** Articles that refer to entries. */
export const articleReferrers: ReferrerSource = {
  find: (context, query) => articleUses(context, { ...query, liveOnly: false }),
  count: ({ db }, id) => countUses(db, { id, liveAt: null }, limits.count_cap),
};

/** Live articles with an image: featured, in `seo`, or in the body. */
export const articleImages: ImageUser = {
  pages: ['blog_article', 'kb_article'],
  async usesOf(context, mediaId, limit) {
    const articles = await articleUses(context, { id: mediaId, liveOnly: true, limit });
    const uses = articles.map(({ type, id, slug, title, url }) => ({ type, id, slug, title, url }));
    if (articles.length < limit) return { uses, total: uses.length };
    return {
      uses,
      total: await countUses(context.db, { id: mediaId, liveAt: context.now }, limits.count_cap),
    };
  },
  async mediaUsesOf({ db, now }, id, limit) {
    const users = await findUses(db, { id, liveAt: null }, limit);
    return users.map((record) => ({
      type: record.module === 'blog' ? 'blog_article' : 'kb_article',
      id: record._id,
      title: record.draft.title,
      live: isVisible(record, now) && isInLiveValues(record, id),
      content_type: null,
      release: null,
    }));
  },
  usedAmong: ({ db }, ids) => findReferencedIds(db, ids),
};

/**
 * Protects an author, category, collection or section that articles have in `field` (specification:
 * deletion-rules).
 * @throws entry_referenced with the first 20 articles
 */
export async function rejectWhileReferenced(
  context: ProjectContext,
  field: string,
  id: string,
): Promise<void> {
  const { narrowing } = context.db;
  const articles = await findUses(
    whole(context.db),
    { id, liveAt: null, field },
    limits.referenced_by_in_error,
  );
  if (articles.length === 0) return;
  const visibleArticles = articles.filter(({ module }) => narrowing?.areas?.includes(module) !== false);
  const uses = visibleArticles.map((record) => ({ ...useOf(record, id, context.now), field }));
  const hidden = articles.length - visibleArticles.length;
  throw apiError('entry_referenced', {}, { referenced_by: uses, ...(hidden === 0 ? {} : { hidden }) });
}

/** Whether the live values contain the id, also as a file. */
function isInLiveValues({ live_refs: liveRefs }: UsingArticle, id: string): boolean {
  return liveRefs.includes(id) || liveRefs.includes(linkedFileName(id));
}

function useOf(record: UsingArticle, id: string, now: Date): ReferringField {
  const live = visibleAt(record, now);
  const values = live !== null && isInLiveValues(record, id) ? live : valuesWithReference(record, id);
  return {
    type: record.module === 'blog' ? 'blog_article' : 'kb_article',
    id: record._id,
    slug: record.slug,
    title: values.title,
    field: fieldOf(values, id),
    live: live !== null,
    url: `/v1/${record.module}/articles/${record.slug}`,
  };
}

/**
 * Returns the values of a non-live reference: the scheduled ones if only their fields contain the id, else
 * the draft.
 */
function valuesWithReference({ draft, pending }: UsingArticle, id: string): UsingArticle['draft'] {
  return pending !== undefined && fieldOf(draft, id) === 'body' && fieldOf(pending.values, id) !== 'body'
    ? pending.values
    : draft;
}

/** Returns the field that contains the id. */
function fieldOf(values: UsingArticle['draft'], id: string): string {
  if (values.seo.og_image_id === id) return 'seo.og_image_id';
  const fieldWithId = Object.entries(values).find(
    ([, value]) => value === id || (Array.isArray(value) && value.includes(id)),
  );
  return fieldWithId?.[0] ?? 'body';
}
