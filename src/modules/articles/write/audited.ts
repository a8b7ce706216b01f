import type { ArticleModule } from '../module.ts';
import type { ArticleRecord, ArticleValues } from '../store/schema.ts';

export function auditedArticle<V extends ArticleValues>(
  { kind }: Pick<ArticleModule<V>, 'kind'>,
  record: ArticleRecord<V>,
) {
  return { group: 'article', subject: { kind, id: record._id, title: articleTitleOf(record) } } as const;
}

/** The title of an article, of its first further locale if the default one has no content. */
export function articleTitleOf({
  draft,
  locales = {},
}: Pick<ArticleRecord<ArticleValues>, 'locales'> & { draft: Pick<ArticleValues, 'title'> }): string {
  if (draft.title !== '') return draft.title;
  const titles = Object.values(locales).map((state) => state.draft['title']);
  return titles.find((title) => typeof title === 'string') ?? '';
}
