import { dateKeys, isHidden, statusAt } from '../../../lifecycle/index.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import type { ArticlePlacement } from '../articles/serialize.ts';
import { freshnessAt } from '../freshness.ts';
import { articleIn, foreignTitleCode, type KbListLocale } from './listed-locale.ts';
import type { LocaleListArticle } from './repository.ts';
import type { KbOutlineArticle } from './schema.ts';

/** The context and the locale of a list. */
interface ListContext extends Pick<ProjectContext, 'now' | 'project'> {
  locale: KbListLocale | null;
}

export function serializeOutlineArticle(
  listed: LocaleListArticle,
  { now, project, locale }: ListContext,
): KbOutlineArticle {
  const article = articleIn(listed, locale, project);
  const titleLocale = foreignTitleCode(article, locale, project);
  const { _id: id, slug, draft, is_changed, updated_at, last_reviewed_at, review_due_at } = article;
  const { unpublish_at } = dateKeys(article, now);
  return {
    id,
    slug,
    title: draft.title,
    ...(titleLocale === undefined ? {} : { title_locale: titleLocale }),
    status: statusAt(article, now),
    has_unpublished_changes: isHidden(article, now) || is_changed,
    ...(unpublish_at === undefined ? {} : { unpublish_at }),
    updated_at: updated_at.toISOString(),
    shelf: draft.shelf,
    freshness: freshnessAt(article, now),
    last_reviewed_at: last_reviewed_at?.toISOString() ?? null,
    review_due_at: review_due_at.toISOString(),
  };
}

/** An article with the names of its collection and section. */
export function articleRow(
  article: LocaleListArticle,
  placements: ReadonlyMap<string, ArticlePlacement>,
  context: ListContext,
) {
  const placement = placements.get(article.draft.shelf);
  if (placement === undefined) throw new Error(`${article._id} is in ${article.draft.shelf}, which is gone`);
  return { ...serializeOutlineArticle(article, context), ...placement };
}
