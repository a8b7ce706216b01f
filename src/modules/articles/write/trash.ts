import { withNormalizedTexts } from '../../../content/index.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { freeSlug } from '../../../contract/text/slugs.ts';
import { type ProjectContext, slugRemarks, type TrashKind } from '../../../core/context/index.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import {
  contributorsAfterRestore,
  isInLocales,
  restored,
  withoutDates,
  withoutReview,
} from '../../../lifecycle/index.ts';
import { withTranslation } from '../locales/translation.ts';
import { articleRecord } from '../store/derive.ts';
import type { ArticleModule } from '../module.ts';
import { restoreInLocales } from './locales/restore.ts';
import { restoreLocale } from './locales/trash.ts';
import { countArticle } from './write.ts';
import { findArticle, insertArticle, takenSlugs } from '../store/repository.ts';
import type { ArticleRecord, ArticleValues } from '../store/schema.ts';

/** The module's additions to restoring articles. */
interface RestoreHooks<V extends ArticleValues> {
  /** @throws cannot_be_restored if the article's container is gone */
  check?: (tx: ProjectContext, values: V) => Promise<void>;
  publish: NonNullable<TrashKind['publish']>;
  /** Removes the module's other data about an article. */
  forget?: (db: ProjectDb, id: string) => Promise<void>;
}

/**
 * Restores a module's articles as drafts; a slug that is in use by now gets a number (specification: trash).
 */
export function trashedArticles<V extends ArticleValues>(
  module: ArticleModule<V>,
  { check, publish, forget }: RestoreHooks<V>,
): TrashKind {
  return {
    kind: module.kind,
    async restore(tx, { itemId, record, locale }) {
      if (locale !== undefined) return restoreLocale(tx, module, { itemId, record, locale });
      const deleted = record as ArticleRecord<V>; // stored by this module
      const before = withoutReview(withoutDates(deleted));
      if ((await findArticle(tx.db, module, itemId)) !== null)
        throw apiError('cannot_be_restored', { why: 'an article with its id exists again' });
      await check?.(tx, before.draft);
      if (isInLocales(deleted)) return restoreInLocales(tx, module, { ...deleted, _id: itemId });
      const slug = freeSlug(before.slug, await takenSlugs(tx.db, module, before.slug));
      const state = restored({ ...before, draft: { ...withNormalizedTexts(before.draft), slug } }, tx.now);
      const isSame = slug === before.slug;
      const after = articleRecord(tx, module, itemId, {
        ...before,
        ...state,
        ...contributorsAfterRestore(deleted, tx.caller),
        was_live: state.was_live && isSame,
      });
      await insertArticle(tx.db, withTranslation(module, after, (await tx.locales()).list));
      countArticle(tx, 1);
      await module.updateCounts?.(tx.db, null, after);
      return slugRemarks(before.slug, slug);
    },
    publish(context, item) {
      const locale = context.project.locales.list.find(({ id }) => id === item.locale);
      return publish(locale === undefined ? context : { ...context, writtenLocale: locale.code }, item);
    },
    ...(forget === undefined ? {} : { forget }),
  };
}
