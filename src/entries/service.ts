export { derive, indexOf, sortKeyOf, uniqueValues } from './derive.ts';
export {
  countEach,
  countEntries,
  deleteEntries,
  deleteEntry,
  findBatch,
  findDueEntries,
  findEntry,
  findHolderOfUnique,
  findSingleton,
  findStates,
  findUsedChoice,
  findValues,
  hasOtherValue,
  insertEntry,
  nextEntryDate,
  type PageQuery,
  replaceEntries,
  replaceEntry,
  reserveUniques,
} from './repository.ts';
export {
  findPage,
  findTargets,
  type ListedEntry,
  type ReadQuota,
  type ReferenceTarget,
} from './page-repository.ts';
export { findLabels, type LabelPlace } from './label-repository.ts';
export { assignSlots, type SortSlot } from './sort-slots.ts';
export {
  countFilled,
  findComing,
  findDrafts,
  findLastEdited,
  type ListedDraft,
  type NamedEntry,
} from './draft-repository.ts';
export {
  countSeenReferring,
  findReferring,
  findSeenReferring,
  type Referring,
} from './referring-repository.ts';
