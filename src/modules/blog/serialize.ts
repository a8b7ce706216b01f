import { articleForm, type ArticleView, bodyForm, namedRefs } from '../articles/serialize.ts';
import { seoForm } from '../articles/write/seo.ts';
import type { ResolvedTargets } from '../../content/index.ts';
import type { BlogArticleValues, BlogCategory, CategoryRecord } from './schema.ts';

/** A category in responses. Its `seo` falls back to its name, description and image. */
export function serializeCategory(
  record: CategoryRecord,
  articleCount: number,
  targets: ResolvedTargets,
): BlogCategory {
  const { name, description, image_id: image, seo } = record;
  return {
    id: record._id,
    slug: record.slug,
    name,
    description,
    image: image === null ? null : targets.image(image),
    article_count: articleCount,
    seo: seoForm(seo, { title: name, description, image }, targets),
    revision: record.revision,
    created_at: record.created_at.toISOString(),
    updated_at: record.updated_at.toISOString(),
  };
}

/** A blog article in a list; `published_at` is null only for drafts. */
export function listForm(view: ArticleView<BlogArticleValues>, targets: ResolvedTargets) {
  return {
    ...articleForm(view, targets),
    categories: namedRefs('blog_category', view.values.categories, targets),
    tags: view.values.tags,
    canonical_url: view.values.canonical_url,
  };
}

export function singleForm(
  view: ArticleView<BlogArticleValues, BlogArticleValues>,
  targets: ResolvedTargets,
) {
  return { ...listForm(view, targets), body: bodyForm(view, targets) };
}
