import { MongoBulkWriteError, MongoError, MongoNetworkError, MongoServerError } from 'mongodb';

const duplicateKey = 11000;
const outOfTime = 50; // MaxTimeMSExpired
/** ExceededMemoryLimit, QueryExceededMemoryLimitNoDiskUseAllowed, a $lookup's row, BSONObjectTooLarge. */
const tooLarge = [146, 292, 4568, 10334];
/**
 * A server that stops, starts or is not the primary, and what is lost with it: HostUnreachable, CursorNotFound,
 * WriteConcernFailed, NotWritablePrimary, InterruptedAtShutdown ...
 */
const unreachable = [
  6, 7, 43, 64, 89, 91, 133, 134, 189, 202, 237, 262, 9001, 10058, 10107, 11600, 11602, 13435, 13436,
];
/** Errors of the driver when no server can be used, or one was lost in the middle of its work. */
const unreachableNames =
  /^Mongo(ServerSelection|WaitQueueTimeout|PoolCleared|NotConnected|TopologyClosed|PoolClosed|ExpiredSession|OperationTimeout|ClientClosed|ServerClosed|StalePrimary|UnexpectedServerResponse)/;
const transientLabels = [
  'TransientTransactionError',
  'RetryableWriteError',
  'UnknownTransactionCommitResult',
  'NoWritesPerformed',
];

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
  return withCauses(error).some(isOutage);
}

/** Whether the whole database cannot be reached, rather than that one command or transaction failed. */
export function isDatabaseAway(error: unknown): boolean {
  return withCauses(error).some(isUnreachable);
}

/**
 * Whether a transaction should run again after an error of its statements. The driver labels only the first of several
 * connections that break at once, so a network error counts without its label. Not for errors of a commit.
 */
export function isTransientInTransaction(error: unknown): boolean {
  return withCauses(error).some(
    (each) => isNetworkError(each) || hasLabel(each, 'TransientTransactionError'),
  );
}

/** Whether a commit may have been stored although it failed: the driver can ask the server again. */
export function isCommitUnknown(error: unknown): boolean {
  return withCauses(error).some(
    (each) => isNetworkError(each) || hasLabel(each, 'UnknownTransactionCommitResult'),
  );
}

/** The error, and the errors that the driver wrapped in it: `insertMany` throws `MongoBulkWriteError` around each. */
function withCauses(error: unknown): MongoError[] {
  const chain: MongoError[] = [];
  let next = error;
  while (next instanceof MongoError && !chain.includes(next)) {
    chain.push(next);
    next = next instanceof MongoServerError ? next.errorResponse : next.cause;
  }
  return chain;
}

function isNetworkError(error: MongoError): boolean {
  return error instanceof MongoNetworkError;
}

function hasLabel(error: MongoError, label: string): boolean {
  return error.hasErrorLabel(label);
}

function isUnreachable(error: MongoError): boolean {
  if (isNetworkError(error) || unreachableNames.test(error.name)) return true;
  return error instanceof MongoServerError && unreachable.includes(Number(error.code));
}

function isOutage(error: MongoError): boolean {
  if (isUnreachable(error)) return true;
  return transientLabels.some((label) => hasLabel(error, label)) || isTimeLimitExceeded(error);
}
