export { changeInBulk, changeMany, entryTitle } from './bulk.ts';
export { diffEntry } from './entry-diff.ts';
export { duplicateEntry } from './duplicate.ts';
export {
  beginDraft,
  readDraft,
  readSingletonDraft,
  restoreDraft,
  saveDraft,
  saveSingletonDraft,
} from './editor.ts';
export { listDraftIds, listDrafts } from './editor-list.ts';
export { comingEntries, entriesWithin, recentEntries } from './home.ts';
export { EditorEntry, EditorNarrowing } from './editor-schema.ts';
export { entryImages } from './image-uses.ts';
export { listOrRead } from './listing.ts';
export { remakeValues } from './remake.ts';
export { readEntry } from './reading.ts';
export { deleteEntry, listReferrers, listUses } from './referring.ts';
export { entrySource } from './link-source.ts';
export { createEntry, patchEntry, patchSingleton, putSingleton } from './writing.ts';
export { scheduledEntries } from './schedule.ts';
