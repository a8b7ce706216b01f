export { derive, snapshotsOf, sortKeyOf } from './derive.ts';
export { type DerivedRow, findDerivedRows, storeDerived } from './derived-repository.ts';
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
export { findPageAndTargets } from './joined-repository.ts';
export {
  findPage,
  findTargets,
  type ListedEntry,
  type ReadQuota,
  type ReferenceTarget,
} from './page-repository.ts';
export { type TargetMemory, targetMemory } from './target-cache.ts';
export { findPosition, type OrderedList, type OrderPosition, positionAt } from './position-repository.ts';
export { findBatch, findBlockBatch, findFirstIds } from './batch-repository.ts';
export { countedEntriesMax, countFieldUses, countingMs, type FieldUse } from './field-use-repository.ts';
export { findUsingBlockWhile, findWithBlockUse } from './block-repository.ts';
export { facetIndex, orderIndexNames } from './order-indexes.ts';
export { findLabels, type LabelPath } from './label-repository.ts';
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
} from './draft-repository.ts';
export {
  countReferring,
  countSeenReferring,
  findHeldAmong,
  findHolding,
  findReferring,
  findSeenReferring,
  type Referring,
} from './referring-repository.ts';
