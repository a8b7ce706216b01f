import { apiError } from '../../../../contract/errors/api-error.ts';
import type { ProjectContext } from '../../../../core/context/index.ts';
import {
  checkIfMatch,
  noticeOf,
  storedItem,
  withoutLocale,
  withStates,
} from '../../../../lifecycle/index.ts';
import { writeProject, writtenLocale } from '../../../../projects/index.ts';
import { withReviewsIn } from '../../locales/row.ts';
import { articleForm } from '../../locales/values.ts';
import type { ArticleModule } from '../../module.ts';
import { readArticle } from '../../read.ts';
import { articleRecord } from '../../store/derive.ts';
import type { ArticleRecord, ArticleValues } from '../../store/schema.ts';
import { auditedArticle } from '../audited.ts';
import { applyDueArticle } from '../schedule.ts';
import { emitLocaleChange } from './events.ts';
import { rejectWhileLocaleDue } from './removal-events.ts';
import { withoutContent } from './save.ts';
import { storeArticle } from './store.ts';
import { putLocaleInTrash } from './trash.ts';

/**
 * Deletes the content of an article in a further locale.
 * @returns the ids of the article and of the locale
 * @throws locale_is_default, unknown_locale, the module's 404, revision_conflict
 */
export function removeArticleLocale<V extends ArticleValues>(
  context: ProjectContext,
  module: ArticleModule<V>,
  slugOrId: string,
): Promise<{ id: string; locale: string }> {
  return writeProject(
    context,
    async (tx) => {
      const { locale, isDefault, list } = await writtenLocale(tx);
      const { id, code } = locale;
      if (isDefault) throw apiError('locale_is_default', { code }, { locales: [code] });
      const before = await readArticle(tx, module, slugOrId);
      const { parts, addressesOf } = articleForm(module);
      const item = storedItem(before, parts, list);
      const state = item.states.get(id);
      if (state === undefined) throw withoutContent(module, slugOrId, code);
      await rejectWhileLocaleDue(tx, module, { article: before, item });
      checkIfMatch(tx.ifMatch, state);
      tx.noteLocales([id]);
      await putLocaleInTrash(tx, module, { record: before, locale });
      const after = withoutLocale(item, id);
      const otherLocales = list.filter((one) => one !== locale);
      const states = withStates<V, ArticleRecord<V>>(withReviewsIn(before, otherLocales), after, {
        parts,
        defaultId: list[0]?.id ?? '',
        now: tx.now,
      });
      const record = articleRecord(tx, module, before._id, states);
      await storeArticle(tx, module, { before, record, list });
      const readership = { list, addressesOf };
      const notice = noticeOf({ item, now: tx.now }, { item: after, now: tx.now }, readership);
      await emitLocaleChange(tx, module, { list, record, before: item, after, notice, at: tx.now });
      const { subject } = auditedArticle(module, record);
      const audit = { action: 'article.changed', subject, revision: after.revision } as const;
      return tx.stored({ ...audit, changed: ['locales'] }, { id: before._id, locale: id });
    },
    applyDueArticle(context, module),
  );
}
