import { findTypeOf, loadBlocks } from '../../types/lookup.ts';
import type { EntryRecord } from '../store/schema.ts';
import { findEntry, insertEntry } from '../store/repository.ts';
import { problem } from '../../../contract/errors/problem.ts';
import type { TrashKind } from '../../../core/context/index.ts';
import { countEntry, restored } from '../../../lifecycle/index.ts';
import { heldValues, leftOutWarnings } from './held-values.ts';
import { inState } from '../record.ts';
import { checkUniques } from './save.ts';

/** Entries come back as drafts, with the values that their type still has (specification: trash). */
export const trashedEntries: TrashKind = {
  kind: 'entry',
  async restore(inside, { itemId, type: slug, record }) {
    const before = record as EntryRecord; // what content put there
    const found = await findTypeOf(inside, slug ?? '');
    if (found === null || found.kind !== 'collection')
      throw problem('cannot_be_restored', { why: `the content type "${slug}" was deleted` });
    if ((await findEntry(inside.db, itemId)) !== null)
      throw problem('cannot_be_restored', { why: 'an entry with its id exists again' });
    const type = { ...found, blocks: await loadBlocks(inside, found) };
    const held = heldValues(type, before.draft, { live: null, now: inside.now });
    const draft = held.values;
    const state = restored({ ...before, draft }, inside.now);
    const entry = { ...inState(before, state, type), write_seq: await inside.writeSeq() };
    await checkUniques(inside.db, type, entry);
    await insertEntry(inside.db, entry);
    await countEntry(inside);
    return leftOutWarnings(held);
  },
};
