export { derive, uniqueValues } from './derive.ts';
export {
  countEntries,
  deleteEntriesOfType,
  deleteEntry,
  explainPage,
  findBatch,
  findEntries,
  findEntry,
  findHolderOfUnique,
  findPage,
  findReferring,
  findSingleton,
  findUsedChoice,
  hasEntries,
  insertEntry,
  type PageQuery,
  replaceEntry,
} from './repository.ts';
