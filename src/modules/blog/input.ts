import { type ArticleInput, readArticleInput, readFurther } from '../articles/write/input.ts';
import { idsOf } from '../../contract/fields/fields.ts';
import type { ProjectContext } from '../../core/context/index.ts';
import type { BlogArticleValues, ChangeBlogArticle } from './schema.ts';

/** Reads the body of a write; collects errors instead of throwing them. */
export function readBlogInput(
  { locales, ...body }: ChangeBlogArticle,
  context: ProjectContext,
): ArticleInput<BlogArticleValues> {
  const input: ArticleInput<BlogArticleValues> = {
    ...readArticleInput(body, context),
    ...readFurther(locales, (own) => readBlogInput(own, context)),
  };
  const { patch, writtenIds } = input;
  if (body.categories !== undefined) {
    patch.categories = idsOf(body.categories);
    for (const id of patch.categories)
      writtenIds.push({
        id,
        expected: 'blog_category',
        param: 'categories',
        field: { name: 'categories', isList: true },
        missing: 'unknown_blog_category',
      });
  }
  if (body.tags !== undefined) patch.tags = [...new Set(body.tags ?? [])];
  if (body.canonical_url !== undefined) patch.canonical_url = body.canonical_url ?? '';
  return input;
}
