import type { ProjectContext } from '../../../core/context/index.ts';
import { draftAt, isInLocales, recordIn, storedItem } from '../../../lifecycle/index.ts';
import { articleParts } from '../locales/values.ts';
import { articleItem } from './locales/store.ts';
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
  if (record === null) return null;
  for (const [locale, view] of viewsOf(context, module, record)) {
    if (view.revision === revision) return view;
    const draft = await draftAt(context.db, articleItem(id, locale), revision);
    if (draft !== null) return { ...view, draft: draft as V }; // versions contain what the module saved
  }
  return null;
}

/** The article in each locale with content, by the id of the locale; null for the default locale. */
function viewsOf<V extends ArticleValues>(
  { project, now }: ProjectContext,
  module: ArticleModule<V>,
  record: ArticleRecord<V>,
): [string | null, ArticleRecord<V>][] {
  if (!isInLocales(record)) return [[null, record]];
  const { list } = project.locales;
  const parts = articleParts(module);
  const item = storedItem(record, parts, list);
  return [...item.states.keys()].map((id) => {
    const view = recordIn<V, ArticleRecord<V>>(record, { item, locale: id, parts, now });
    return [id === list[0]?.id ? null : id, view];
  });
}
