import type { ArticleModule } from '../module.ts';
import type { ArticleRecord, ArticleValues } from '../store/schema.ts';

export function auditedArticle<V extends ArticleValues>(
  { kind }: Pick<ArticleModule<V>, 'kind'>,
  { _id: id, draft }: ArticleRecord<V>,
) {
  return { group: 'article', subject: { kind, id, title: draft.title } } as const;
}
