import type { AuditEntry } from '../../../contract/events/audit-actions.ts';
import { rowBytes } from '../../../core/mongo/index.ts';
import { asSystem, type ProjectContext, type ScheduledKind, type Tx } from '../../../core/context/index.ts';
import {
  type AppliedDate,
  applyDueInSteps,
  dueChange,
  firstDueItems,
  isInLocales,
} from '../../../lifecycle/index.ts';
import { auditedArticle } from './audited.ts';
import { withTranslation } from '../locales/translation.ts';
import { articleRecord } from '../store/derive.ts';
import { emitArticleEvent } from './event.ts';
import { applyFirstDueDate } from './locales/due.ts';
import { earliest } from '../../../contract/time.ts';
import { countArticleRows, findDueArticleRows, nextRowDate } from '../store/locale-repository.ts';
import { localeRowsName } from '../store/names.ts';
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
    localeRows: localeRowsName,
    findDue: async (system, query) => {
      const [stored, inLocales] = await Promise.all([
        findDueArticles(system, module, query),
        findDueArticleRows(system, module, query),
      ]);
      return firstDueItems([...stored, ...inLocales], query.limit);
    },
    countInLocale: ({ db }, locale, now) => countArticleRows(db, { module: module.module, locale, now }),
    async nextDate({ db }, now) {
      const next = await nextLiveAt(db, [module.module], now);
      return earliest(next, await nextRowDate(db, module, now));
    },
    applyDueChanges: (context, ids) =>
      applyDueInSteps(context, ids, (tx, id) => applyDueChange(tx, module, id)),
  };
}

/** Applies the due change of an article and emits its events. */
async function applyDueChange<V extends ArticleValues>(
  tx: Tx<ProjectContext>,
  module: ArticleModule<V>,
  id: string,
): Promise<AppliedDate | null> {
  const before = await findArticle(tx.db, module, id);
  if (before !== null && isInLocales(before)) return applyFirstDueDate(tx, module, before);
  const due = before === null ? null : dueChange(before, tx.now);
  if (before === null || due === null) return null;
  const { list } = await tx.locales();
  const after = withTranslation(module, articleRecord(tx, module, id, due.after), list);
  await updateArticle(tx.db, before, after);
  await module.updateCounts?.(tx.db, before, after);
  for (const { verb, item } of due.events) await emitArticleEvent(tx, module, item, { verb, isPublic: true });
  tx.invalidate(module.module, articleChangeTags(module, { before, after: null, now: tx.now }));
  const action = due.events.at(-1)?.verb === 'unpublished' ? 'article.unpublished' : 'article.published';
  const { subject } = auditedArticle(module, after);
  const audit: AuditEntry = { action, subject, revision: after.revision };
  return { audit, rowBytes: rowBytes(after) };
}

/** Applies the due change of an article during a write of it, as the publishing job. */
export function applyDueArticle<V extends ArticleValues>(context: ProjectContext, module: ArticleModule<V>) {
  const apply = (tx: Tx<ProjectContext>, id: string) => applyDueChange(tx, module, id);
  return async (id: string): Promise<void> => void (await applyDueInSteps(asSystem(context), [id], apply));
}
