export { changeInBulk, changeMany, entryTitle } from './write/bulk.ts';
export { diffEntry } from './editor/entry-diff.ts';
export { duplicateEntry } from './write/duplicate.ts';
export {
  beginDraft,
  readDraft,
  readSingletonDraft,
  restoreDraft,
  saveDraft,
  saveSingletonDraft,
} from './editor/editor.ts';
export { listDraftIds, listDrafts } from './editor/editor-list.ts';
export { comingEntries, entriesWithin, recentEntries } from './editor/home.ts';
export { EditorEntry, EditorNarrowing } from './editor/editor-schema.ts';
export { entryImages } from './read/image-uses.ts';
export { listOrRead } from './list/listing.ts';
export { remakeValues } from './write/remake.ts';
export { readEntry } from './read/reading.ts';
export { deleteEntry, listReferrers, listUses } from './read/referring.ts';
export { entrySource } from './read/link-source.ts';
export { createEntry, patchEntry, patchSingleton, putSingleton } from './write/writing.ts';
export { scheduledEntries } from './write/schedule.ts';
