import { writeProject } from '../../../projects/index.ts';
import { asSystem, type ProjectContext, type ScheduledKind } from '../../../core/context/index.ts';
import { dueChange } from '../../../lifecycle/index.ts';
import { auditedArticle } from './audited.ts';
import { articleRecord } from '../store/derive.ts';
import { articleEvent } from './event.ts';
import { articleChangeTags } from './change-tags.ts';
import type { ArticleModule } from '../module.ts';
import { articles, findArticle, findDueArticles, nextLiveAt, updateArticle } from '../store/repository.ts';
import type { ArticleValues } from '../store/schema.ts';

/** The job's access to due articles of a module (specification: due-items). */
export function scheduledArticles<V extends ArticleValues>(module: ArticleModule<V>): ScheduledKind {
  return {
    name: module.kind,
    collection: articles.name,
    scope: 'project',
    findDue: (system, query) => findDueArticles(system, module, query),
    nextDate: ({ db }, now) => nextLiveAt(db, [module.module], now),
    applyDueChange: (context, id) => applyDueChange(context, module, id),
  };
}

/**
 * Applies the due change of an article and emits its events. A repeated call, in any process, changes
 * nothing.
 */
function applyDueChange<V extends ArticleValues>(
  context: ProjectContext,
  module: ArticleModule<V>,
  id: string,
): Promise<void> {
  return writeProject(context, async (tx) => {
    const before = await findArticle(tx.db, module, id);
    const due = before === null ? null : dueChange(before, tx.now);
    if (before === null || due === null) return tx.unchanged();
    const after = articleRecord(tx, module, id, due.after);
    await updateArticle(tx.db, before, after);
    await module.updateCounts?.(tx.db, before, after);
    for (const { verb, item } of due.events)
      tx.emit(articleEvent(module, item, { verb, now: tx.now, isPublic: true }));
    tx.invalidate(module.module, articleChangeTags(module, { before, after: null, now: tx.now }));
    const action = due.events.at(-1)?.verb === 'unpublished' ? 'article.unpublished' : 'article.published';
    const { subject } = auditedArticle(module, after);
    return tx.stored({ action, subject, revision: after.revision });
  });
}

/** Applies the due change of an article during a write of it, as the publishing job. */
export function applyDueArticle<V extends ArticleValues>(context: ProjectContext, module: ArticleModule<V>) {
  return (id: string): Promise<void> => applyDueChange(asSystem(context), module, id);
}
