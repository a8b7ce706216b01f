import type { AuditEntry } from '../../../../contract/events/audit-actions.ts';
import type { ProjectContext, Tx } from '../../../../core/context/index.ts';
import { rowBytes } from '../../../../core/mongo/index.ts';
import {
  type AppliedDate,
  applyFirstDue,
  firstDue,
  storedItem,
  withStates,
} from '../../../../lifecycle/index.ts';
import { articleForm } from '../../locales/values.ts';
import type { ArticleModule } from '../../module.ts';
import { articleRecord } from '../../store/derive.ts';
import type { ArticleRecord, ArticleValues } from '../../store/schema.ts';
import { auditedArticle } from '../audited.ts';
import { emitLocaleChange } from './events.ts';
import { emitRemoval } from './removal-events.ts';
import { storeArticle } from './store.ts';

/**
 * Reports the removal of locales, and applies the earliest due date of an article in several locales. States and rows of
 * removed locales are dropped, so that no job finds their dates twice.
 */
export async function applyFirstDueDate<V extends ArticleValues>(
  tx: Tx<ProjectContext>,
  module: ArticleModule<V>,
  stored: ArticleRecord<V>,
): Promise<AppliedDate | null> {
  const { list } = await tx.locales();
  const before = await emitRemoval(tx, module, stored);
  const { parts, addressesOf } = articleForm(module);
  const itemBefore = storedItem(before, parts, list);
  const due = applyFirstDue(itemBefore, { list, addressesOf }, tx.now);
  const hasRemoved = Object.keys(before.locales ?? {}).some((id) => !list.some((one) => one.id === id));
  if (due === null && !hasRemoved) return null;
  const item = due?.after ?? itemBefore;
  const options = { parts, defaultId: list[0]?.id ?? '', now: tx.now };
  const states = withStates<V, ArticleRecord<V>>(before, item, options);
  const record = articleRecord(tx, module, before._id, states);
  await storeArticle(tx, module, { before, record, list });
  if (due !== null) {
    const { notice, at, locale } = due;
    tx.noteLocales([locale]);
    await emitLocaleChange(tx, module, { list, record, before: itemBefore, after: item, notice, at });
  }
  const change: Pick<AuditEntry, 'action' | 'changed'> =
    due === null
      ? { action: 'article.changed', changed: ['locales'] }
      : { action: due.notice.verb === 'unpublished' ? 'article.unpublished' : 'article.published' };
  const { subject } = auditedArticle(module, record);
  const audit: AuditEntry = { ...change, subject, revision: item.revision };
  return { audit, rowBytes: rowBytes(record), hasMore: firstDue(item, tx.now) !== null };
}
