import { findTypeOf, loadBlocks } from '../../types/lookup.ts';
import type { EntryRecord } from '../store/schema.ts';
import { findEntry, insertEntry } from '../store/repository.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import type { TrashKind } from '../../../core/context/index.ts';
import { contributorsAfterRestore, countEntry, restored, contentWriteSeq } from '../../../lifecycle/index.ts';
import { restoreValues, leftOutWarnings } from './values/restore-values.ts';
import { inState } from '../record.ts';
import { usesLocaleStates } from './locales/addressed.ts';
import { restoreInLocales } from './locales/restore.ts';
import { changeInBulk } from './bulk/bulk.ts';
import { checkUniques } from './validate.ts';

/** Restores deleted entries as drafts, without values that their type no longer accepts (specification: trash). */
export const trashedEntries: TrashKind = {
  kind: 'entry',
  async restore(tx, { itemId, type: slug, record }) {
    const before = record as EntryRecord; // written by `deleteEntry`
    const definition = await findTypeOf(tx, slug ?? '');
    if (definition === null || definition.kind !== 'collection')
      throw apiError('cannot_be_restored', { why: `the content type "${slug}" was deleted` });
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
        ...inState(before, state, type),
        ...contributors,
        write_seq: await contentWriteSeq(tx),
      };
      await checkUniques(tx.db, type, entry);
      await insertEntry(tx.db, entry);
    }
    await countEntry(tx);
    return leftOutWarnings(restoredValues);
  },
  publish: (context, { itemId, type }) =>
    changeInBulk(context, { type: type ?? '', entryId: itemId }, { action: 'publish' }),
};
