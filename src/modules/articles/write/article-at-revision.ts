import type { ProjectContext } from '../../../core/context/index.ts';
import { draftAt } from '../../../lifecycle/index.ts';
import { writtenRecord } from '../locales/response.ts';
import { articleItem } from './locales/store.ts';
import type { ArticleModule } from '../module.ts';
import { findArticle } from '../store/repository.ts';
import type { ArticleRecord, ArticleValues } from '../store/schema.ts';

/** An article with its draft at a revision in the locale of the request; null if that version was removed. */
export async function articleAtRevision<V extends ArticleValues>(
  context: ProjectContext,
  module: ArticleModule<V>,
  { id, revision }: { id: string; revision: number },
): Promise<ArticleRecord<V> | null> {
  const { list } = context.project.locales;
  const { writtenLocale: code = list[0]?.code } = context;
  const locale = list.find((one) => one.code === code);
  const record = await findArticle(context.db, module, id);
  if (record === null || locale === undefined) return null;
  const isDefault = locale === list[0];
  const view = isDefault ? record : writtenRecord(context, module, { record, written: { list, locale } });
  if (view.revision === revision) return view;
  const draft = await draftAt(context.db, articleItem(id, isDefault ? null : locale.id), revision);
  return draft === null ? null : { ...view, draft: draft as V }; // versions contain what the module saved
}
