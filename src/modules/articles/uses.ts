import { linkedFileName } from '../../contract/fields/links.ts';
import { limits } from '../../contract/limits.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import type { ImageUser, ProjectContext, ReferrerSource, ReferringField } from '../../core/context/index.ts';
import { whole } from '../../core/mongo/scope/whole.ts';
import { isVisible, type LocaleUse, snapshotsByLocale, useIn, visibleAt } from '../../lifecycle/index.ts';
import { articleParts } from './locales/values.ts';
import { bodyLinks } from './module.ts';
import { findAnyArticles } from './store/repository.ts';
import type { ArticleValues } from './store/schema.ts';
import { articleTitleOf } from './write/audited.ts';
import { emptyArticle } from './write/input.ts';
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
  const inLocales = await usesInLocales(context, articles, id);
  return articles.map((record) => useOf(record, { id, now: context.now, use: inLocales.get(record._id) }));
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
    const uses = articles.map(({ field: _field, live: _live, ...page }) => page);
    if (articles.length < limit) return { uses, total: uses.length };
    return {
      uses,
      total: await countUses(context.db, { id: mediaId, liveAt: context.now }, limits.count_cap),
    };
  },
  async mediaUsesOf(context, id, limit) {
    const { db, now } = context;
    const users = await findUses(db, { id, liveAt: null }, limit);
    const inLocales = await usesInLocales(context, users, id);
    return users.map((record) => {
      const use = inLocales.get(record._id);
      return {
        type: record.module === 'blog' ? 'blog_article' : 'kb_article',
        id: record._id,
        title: articleTitleOf(record),
        live: use === undefined ? isVisible(record, now) && isInLiveValues(record, id) : use.isLive,
        content_type: null,
        release: null,
        ...(use?.locales === undefined ? {} : { locales: use.locales }),
      };
    });
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
  const inLocales = await usesInLocales(context, visibleArticles, id);
  const uses = visibleArticles.map((record) => {
    return { ...useOf(record, { id, now: context.now, use: inLocales.get(record._id) }), field };
  });
  const hidden = articles.length - visibleArticles.length;
  throw apiError('entry_referenced', {}, { referenced_by: uses, ...(hidden === 0 ? {} : { hidden }) });
}

/** Whether the live values contain the id, also as a file. */
function isInLiveValues({ live_refs: liveRefs }: UsingArticle, id: string): boolean {
  return liveRefs.includes(id) || liveRefs.includes(linkedFileName(id));
}

/** Maximum articles that are read at once with all their locales, because each can be large. */
const articlesAtOnce = 4;

/** Where an article in several locales uses something. */
interface ArticleUse extends LocaleUse {
  /** The values with the use, and the title as readers see it. */
  values: ArticleValues;
  title: string;
}

/** Where articles with content in further locales use something; other articles are absent. */
async function usesInLocales(
  { db, project, now }: Pick<ProjectContext, 'db' | 'project' | 'now'>,
  articles: readonly UsingArticle[],
  id: string,
): Promise<ReadonlyMap<string, ArticleUse>> {
  const uses = new Map<string, ArticleUse>();
  const ids = articles.filter(({ periods }) => periods !== undefined).map(({ _id }) => _id);
  const parts = articleParts({ empty: emptyArticle });
  const hasUse = (values: ArticleValues) =>
    fieldOf(values, id) !== 'body' || bodyLinks(values).some((link) => link.id === id);
  for (let i = 0; i < ids.length; i += articlesAtOnce)
    for (const article of await findAnyArticles(db, ids.slice(i, i + articlesAtOnce))) {
      const snapshots = snapshotsByLocale(project.locales.list, parts, { item: article, now });
      const use = useIn(snapshots, hasUse);
      const visible = snapshots.find((one) => one.visible !== null)?.visible;
      const values = snapshots.flatMap(({ all }) => all).find(hasUse);
      if (use === null || values === undefined) continue;
      uses.set(article._id, { ...use, values, title: visible?.title ?? articleTitleOf(article) });
    }
  return uses;
}

/** An article that uses something, with where it does if it is in several locales. */
function useOf(
  record: UsingArticle,
  { id, now, use }: { id: string; now: Date; use: ArticleUse | undefined },
): ReferringField {
  const form = {
    type: record.module === 'blog' ? ('blog_article' as const) : ('kb_article' as const),
    id: record._id,
    slug: record.slug,
  };
  const url = `/v1/${record.module}/articles/${record.slug}`;
  if (use !== undefined) {
    const { title, values, isLive: live, locales } = use;
    const inLocales = locales === undefined ? {} : { locales };
    return { ...form, title, field: fieldOf(values, id), live, url, ...inLocales };
  }
  const live = visibleAt(record, now);
  const values = live !== null && isInLiveValues(record, id) ? live : valuesWithReference(record, id);
  return { ...form, title: values.title, field: fieldOf(values, id), live: live !== null, url };
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
