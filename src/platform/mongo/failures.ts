import { MongoBulkWriteError, MongoError, MongoNetworkError, MongoServerError } from 'mongodb';

const duplicateKey = 11000;
const outOfTime = 50; // MaxTimeMSExpired
/** ExceededMemoryLimit, QueryExceededMemoryLimitNoDiskUseAllowed, a $lookup's row, BSONObjectTooLarge. */
const tooLarge = [146, 292, 4568, 10334];
/** A server that is going, coming or not the primary: HostUnreachable, NotWritablePrimary, InterruptedAtShutdown ... */
const unreachable = [6, 7, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436];

/** Whether the database or its driver threw this, and no work of ours. */
export function isDatabaseError(error: unknown): boolean {
  return error instanceof MongoError;
}

/** Whether what an aggregation collects is more than one row, or the database's memory for it, may hold. */
export function isResultTooLarge(error: unknown): boolean {
  return error instanceof MongoServerError && tooLarge.includes(Number(error.code));
}

/** Whether a write ran into a row that is there already. */
export function isDuplicateKey(error: unknown): boolean {
  return duplicatedIndex(error) !== null;
}

/** The name of the unique index that a write ran into, or null when the error is another one. */
export function duplicatedIndex(error: unknown): string | null {
  if (!(error instanceof MongoServerError) && !(error instanceof MongoBulkWriteError)) return null;
  if (error.code !== duplicateKey) return null;
  return /index: (\S+)/.exec(error.message)?.[1] ?? '';
}

/** Passes over the refusals of unique indexes in a bulk write that means "unless it is there"; throws all else. */
export function ignoreDuplicateKey(error: unknown): void {
  const faults = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
  const onlyTaken = faults.length > 0 && faults.every((fault) => fault.code === duplicateKey);
  const isDurable = !(error instanceof MongoBulkWriteError) || !error.result.getWriteConcernError();
  if (!onlyTaken || !isDurable) throw error;
}

/** Whether a read ran out of its database time. */
export function isTimeLimitExceeded(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === outOfTime;
}

/** Whether the error says that the database cannot be reached or did not answer, rather than that we are wrong. */
export function isDatabaseDown(error: unknown): boolean {
  if (error instanceof MongoNetworkError) return true;
  if (!(error instanceof MongoError)) return false;
  if (
    /^Mongo(ServerSelection|WaitQueueTimeout|PoolCleared|NotConnected|TopologyClosed|PoolClosed|ExpiredSession|OperationTimeout|ClientClosed)/.test(
      error.name,
    )
  )
    return true;
  if (error instanceof MongoServerError && unreachable.includes(Number(error.code))) return true;
  const transient = [
    'TransientTransactionError',
    'RetryableWriteError',
    'UnknownTransactionCommitResult',
    'NoWritesPerformed',
  ];
  return transient.some((label) => error.hasErrorLabel(label)) || isTimeLimitExceeded(error);
}
