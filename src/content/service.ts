export { entryImages } from './image-uses.ts';
export { listOrRead } from './listing.ts';
export { readEntry } from './reading.ts';
export { deleteEntry, listReferrers } from './referring.ts';
export { entrySource } from './source.ts';
export { createEntry, patchEntry, patchSingleton, putSingleton } from './writing.ts';
export { scheduledEntries } from './schedule.ts';
