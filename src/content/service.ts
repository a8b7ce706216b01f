export { changeMany } from './bulk.ts';
export {
  beginDraft,
  readDraft,
  readSingletonDraft,
  restoreDraft,
  saveDraft,
  saveSingletonDraft,
} from './editor.ts';
export { listDrafts } from './editor-list.ts';
export { comingEntries, recentEntries } from './home.ts';
export { EditorEntry } from './editor-schema.ts';
export { entryImages } from './image-uses.ts';
export { listOrRead } from './listing.ts';
export { remakeValues } from './remake.ts';
export { readEntry } from './reading.ts';
export { deleteEntry, listReferrers, listUses } from './referring.ts';
export { entrySource } from './link-source.ts';
export { createEntry, patchEntry, patchSingleton, putSingleton } from './writing.ts';
export { scheduledEntries } from './schedule.ts';
