import type { ProjectCall, ScheduledKind } from '../platform/call.ts';
import { transact } from '../platform/transact.ts';
import { visibleAt } from '../publishing/service.ts';
import { articleEvent } from './event.ts';
import type { ArticleModule } from './module.ts';
import { findArticle, findDueArticles, nextLiveAt, updateArticle } from './repository.ts';
import type { ArticleValues } from './schema.ts';

/** How the articles of a module are published at their date (specification: due-items). */
export function scheduledArticles<V extends ArticleValues>(module: ArticleModule<V>): ScheduledKind {
  return {
    name: module.kind,
    scope: 'project',
    findDue: (system, query) => findDueArticles(system, module, query),
    nextDate: ({ db }, now) => nextLiveAt(db, [module.module], now),
    publish: (call, id) => publish(call, module, id),
  };
}

/**
 * Turns `scheduled` into `published` and tells of it, once however often and wherever it runs. Readers saw the article
 * from its date on, so neither its revision nor its times change.
 */
function publish<V extends ArticleValues>(
  call: ProjectCall,
  module: ArticleModule<V>,
  id: string,
): Promise<void> {
  return transact(call, async (inside) => {
    const before = await findArticle(inside.db, module, id);
    if (before?.status !== 'scheduled' || visibleAt(before, inside.now) === null) return inside.unchanged();
    const after = { ...before, status: 'published' as const, was_live: true };
    await updateArticle(inside.db, before, after);
    await module.follow?.(inside.db, before, after);
    inside.emit(articleEvent(module, after, { verb: 'published', now: inside.now, isPublic: true }));
    inside.touch(module.module);
    return inside.stored();
  });
}
