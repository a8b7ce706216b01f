import {
  byItself,
  type Inside,
  type Outcome,
  type ProjectCall,
  type ScheduledKind,
  transact,
} from '../../../core/context/index.ts';
import { afterTurn, turnOf } from '../../../lifecycle/index.ts';
import { auditedArticle } from './audited.ts';
import { articleRecord } from '../store/derive.ts';
import { articleEvent } from './event.ts';
import { articleChangeTags } from './change-tags.ts';
import type { ArticleModule } from '../module.ts';
import { findArticle, findDueArticles, nextLiveAt, updateArticle } from '../store/repository.ts';
import type { ArticleValues } from '../store/schema.ts';

/** How what is scheduled of a module's articles is done at its date (specification: due-items). */
export function scheduledArticles<V extends ArticleValues>(module: ArticleModule<V>): ScheduledKind {
  return {
    name: module.kind,
    scope: 'project',
    findDue: (system, query) => findDueArticles(system, module, query),
    nextDate: ({ db }, now) => nextLiveAt(db, [module.module], now),
    turn: (call, id) => turn(call, module, id),
  };
}

/**
 * Does what is due of an article and tells of it, once however often and wherever it runs.
 */
function turn<V extends ArticleValues>(
  call: ProjectCall,
  module: ArticleModule<V>,
  id: string,
): Promise<void> {
  return transact(call, async (inside) => {
    const before = await findArticle(inside.db, module, id);
    const turned = before === null ? null : turnOf(before, inside.now);
    if (before === null || turned === null) return inside.unchanged();
    const after = articleRecord(inside, module, id, turned.after);
    await updateArticle(inside.db, before, after);
    await module.follow?.(inside.db, before, after);
    for (const { verb, item } of turned.events)
      inside.emit(articleEvent(module, item, { verb, now: inside.now, isPublic: true }));
    inside.touch(module.module, articleChangeTags(module, { before, after: null, now: inside.now }));
    const action = turned.events.at(-1)?.verb === 'unpublished' ? 'article.unpublished' : 'article.published';
    const { subject } = auditedArticle(module, after);
    return inside.stored({ action, subject, revision: after.revision });
  });
}

/** A write of articles; what is due of its article is turned first. */
export function transactOnTurned<V extends ArticleValues, T>(
  call: ProjectCall,
  module: ArticleModule<V>,
  work: (inside: Inside<ProjectCall>) => Promise<Outcome<T>>,
): Promise<T> {
  return afterTurn(
    () => transact(call, work),
    (id) => turn(byItself(call), module, id),
  );
}
