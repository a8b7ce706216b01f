export { BadAddress } from './connection/address.ts';
export { databaseTime, type Following, type Inserted, Inserts } from './connection/change-stream.ts';
export { traceCommands } from './connection/command-spans.ts';
export { measureCommands } from './connection/command-meter.ts';
export { connect, connectPatiently, type DatabaseWait } from './connection/connect.ts';
export { clockOffsetIssue, DatabaseClock } from './connection/database-clock.ts';
export {
  duplicatedIndex,
  failedOperations,
  ignoreDuplicateKey,
  isDatabaseAway,
  isDatabaseError,
  isDuplicateKey,
  isResultTooLarge,
  isTimeLimitExceeded,
  retryUpsert,
} from './connection/failures.ts';
export { type RowChange, RowChanges, type StreamStart } from './connection/row-changes.ts';
export { databaseName, ping, serverVersion } from './connection/server.ts';
export { hasRows, measureRows, removeBatch, type RowsSize } from './query/batches.ts';
export { asBytes, decoded } from './query/decoded.ts';
export { anyKey, type KeyBounds, keysAfter } from './query/key-bounds.ts';
export { eachWord, literalPattern } from './query/literal-pattern.ts';
export { comingDate, watchDates } from './query/next-change.ts';
export { rowBytes, rowOfText, textOfRow } from './query/row-text.ts';
export { stagesOf } from './query/stages.ts';
export {
  type DatabaseDeclaration,
  ensureCollections,
  findNewerBuild,
  type Migration,
  missingParts,
  setUpDatabase,
} from './schema/set-up.ts';
export { planUpgrade, type UpgradePlan } from './schema/upgrade-plan.ts';
export { renewSealed } from './scope/renew-sealed.ts';
export {
  type AnyCollection,
  type CollectionSpec,
  comingIndexes,
  datePaths,
  dueIndexes,
  grantedBy,
  hasDates,
  namedBy,
  ofModules,
  projectCollection,
  releaseCollection,
  type RowView,
  systemCollection,
} from './scope/collection.ts';
export { type Narrowing, narrowingOf, opensRelease } from './scope/grant-filter.ts';
export { type DbLocale, ProjectDb, ReleaseDb, SystemDb } from './scope/handle.ts';
export { joinWithin, unionWithin } from './scope/joined.ts';
export type { TakeRow, Within } from './scope/scoped-reads.ts';
export { HeldLease } from './transaction/held-lease.ts';
export { freeLeaseRows, isLeaseHeld } from './transaction/lease.ts';
export { type Renewal, renewRows } from './transaction/renew.ts';
export {
  inSnapshot,
  isSnapshotTooOld,
  openSnapshot,
  readingIn,
  type SnapshotTime,
  snapshotTimeOf,
} from './transaction/snapshot.ts';
export {
  inTransaction,
  RetryTransaction,
  type TransactionOptions,
  waitShortly,
} from './transaction/transaction.ts';
export { countWrites, hasWritten, watchWrites } from './transaction/write-guard.ts';
