export { derive, snapshotsOf, sortKeyOf } from './derive.ts';
export { type DerivedRow, findDerivedRows, storeDerived } from './queries/derived-repository.ts';
export {
  countEach,
  countEntries,
  deleteEntries,
  deleteEntry,
  findDueEntries,
  findDueIn,
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
export { findPageAndTargets } from './queries/joined-repository.ts';
export {
  findPage,
  findTargets,
  type ListedEntry,
  type ReadQuota,
  type ReferenceTarget,
} from './queries/page-repository.ts';
export { type TargetMemory, targetMemory } from './target-cache.ts';
export {
  findPosition,
  type OrderedList,
  type OrderPosition,
  positionAt,
} from './queries/position-repository.ts';
export { findBatch, findBlockBatch, findFirstIds } from './queries/batch-repository.ts';
export {
  countedEntriesMax,
  countFieldUses,
  countingMs,
  type FieldUse,
} from './queries/field-use-repository.ts';
export { findUsingBlockWhile, findWithBlockUse } from './queries/block-repository.ts';
export { facetIndex, orderIndexNames } from './order-indexes.ts';
export { findLabels, type LabelPath } from './queries/label-repository.ts';
export { assignSlots, type SortSlot } from './sort-slots.ts';
export {
  countFilled,
  findComing,
  findDraftIds,
  findDrafts,
  findLastEdited,
  findWithin,
  type ListedDraft,
  type NamedEntry,
} from './queries/draft-repository.ts';
export {
  countReferring,
  countSeenReferring,
  findHeldAmong,
  findHolding,
  findReferring,
  findSeenReferring,
  type Referring,
} from './queries/referring-repository.ts';
