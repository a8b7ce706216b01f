import { findTypeOf, loadBlocks } from '../../types/lookup.ts';
import type { EntryRecord } from '../store/schema.ts';
import { findEntry, findSingleton, insertEntry } from '../store/repository.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import type { TrashKind } from '../../../core/context/index.ts';
import {
  contentWriteSeq,
  contributorsAfterRestore,
  countEntry,
  publishingNow,
  restored,
} from '../../../lifecycle/index.ts';
import { restoreValues, leftOutWarnings } from './values/restore-values.ts';
import { inState } from '../record.ts';
import { withTranslation } from '../store/locales/translation.ts';
import { usesLocaleStates } from './locales/addressed.ts';
import { restoreInLocales } from './locales/restore.ts';
import { restoreLocale } from './locales/trash.ts';
import { changeInBulk } from './bulk/bulk.ts';
import { checkUniques } from './validate.ts';
import { updateEntry, updateSingleton } from './write-entry.ts';

/** Restores deleted entries as drafts, without values that their type no longer accepts (specification: trash). */
export const trashedEntries: TrashKind = {
  kind: 'entry',
  async restore(tx, { itemId, type: slug, record, locale }) {
    const before = record as EntryRecord; // written by `deleteEntry`
    const definition = await findTypeOf(tx, slug ?? '');
    if (definition === null)
      throw apiError('cannot_be_restored', { why: `the content type "${slug}" was deleted` });
    if (locale !== undefined) {
      const shape = { ...definition, blocks: await loadBlocks(tx, definition) };
      return leftOutWarnings(await restoreLocale(tx, shape, { itemId, record, locale }));
    }
    if (definition.kind === 'singleton' && (await findSingleton(tx.db, definition.slug)) !== null)
      throw apiError('cannot_be_restored', { why: 'its content type has new values' });
    if ((await findEntry(tx.db, itemId)) !== null)
      throw apiError('cannot_be_restored', { why: 'an entry with its id exists again' });
    const type = { ...definition, blocks: await loadBlocks(tx, definition) };
    const restoredValues = await restoreValues(tx, type, { id: itemId, values: before.draft, live: null });
    const draft = restoredValues.values;
    if (await usesLocaleStates(tx, type, before)) await restoreInLocales(tx, type, { ...before, draft });
    else {
      const state = restored({ ...before, draft }, tx.now);
      const contributors = contributorsAfterRestore(before, tx.caller);
      const entry = {
        ...withTranslation(inState(before, state, type), type, (await tx.locales()).list),
        ...contributors,
        write_seq: await contentWriteSeq(tx),
      };
      await checkUniques(tx.db, type, entry);
      await insertEntry(tx.db, entry);
    }
    await countEntry(tx);
    return leftOutWarnings(restoredValues);
  },
  async publish(context, { itemId, type, locale: localeId }) {
    const slug = type ?? '';
    const locale = context.project.locales.list.find(({ id }) => id === localeId);
    if (locale !== undefined)
      return updateEntry(
        { ...context, writtenLocale: locale.code },
        { type: slug, entryId: itemId },
        { publish: true },
      );
    const isSingleton = (await findTypeOf(context, slug))?.kind === 'singleton';
    if (!isSingleton) return changeInBulk(context, { type: slug, entryId: itemId }, { action: 'publish' });
    const entry = await findEntry(context.db, itemId);
    return updateSingleton(context, slug, publishingNow(entry, context.now));
  },
};
