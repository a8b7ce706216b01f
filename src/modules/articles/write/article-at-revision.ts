import type { ProjectContext } from '../../../core/context/index.ts';
import { draftAt } from '../../../lifecycle/index.ts';
import type { ArticleModule } from '../module.ts';
import { findArticle } from '../store/repository.ts';
import type { ArticleRecord, ArticleValues } from '../store/schema.ts';

/** Returns an article with its draft at a revision; null if the article or that version is gone. */
export async function articleAtRevision<V extends ArticleValues>(
  context: ProjectContext,
  module: ArticleModule<V>,
  { id, revision }: { id: string; revision: number },
): Promise<ArticleRecord<V> | null> {
  const record = await findArticle(context.db, module, id);
  if (record === null || record.revision === revision) return record;
  const draft = await draftAt(context.db, id, revision);
  return draft === null ? null : { ...record, draft: draft as V }; // versions contain what the module saved
}
