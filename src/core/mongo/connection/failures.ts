import { MongoBulkWriteError, MongoError, MongoNetworkError, MongoServerError } from 'mongodb';

const duplicateKey = 11000;
const outOfTime = 50; // MaxTimeMSExpired
/** ExceededMemoryLimit, QueryExceededMemoryLimitNoDiskUseAllowed, a too large $lookup result, BSONObjectTooLarge. */
const tooLarge = [146, 292, 4568, 10334];
/**
 * Codes of a server that stops, starts or is not the primary, and of cursors and sessions lost with it:
 * HostUnreachable, CursorNotFound, WriteConcernFailed, NotWritablePrimary, InterruptedAtShutdown and others.
 */
const unreachable = [
  6, 7, 43, 64, 89, 91, 133, 134, 189, 202, 237, 262, 9001, 10058, 10107, 11600, 11602, 13435, 13436,
];
/** Names of driver errors for an unusable server or one lost during a command. */
const unreachableNames =
  /^Mongo(ServerSelection|WaitQueueTimeout|PoolCleared|NotConnected|TopologyClosed|PoolClosed|ExpiredSession|OperationTimeout|ClientClosed|ServerClosed|StalePrimary|UnexpectedServerResponse)/;
const transientLabels = [
  'TransientTransactionError',
  'RetryableWriteError',
  'UnknownTransactionCommitResult',
  'NoWritesPerformed',
];

/** Returns whether the database or its driver threw the error. */
export function isDatabaseError(error: unknown): boolean {
  return error instanceof MongoError;
}

/** Returns whether an aggregation exceeded the maximum document size or the database's memory limit. */
export function isResultTooLarge(error: unknown): boolean {
  return error instanceof MongoServerError && tooLarge.includes(Number(error.code));
}

/** Returns whether a write violated a unique index. */
export function isDuplicateKey(error: unknown): boolean {
  return duplicatedIndex(error) !== null;
}

/** Returns the name of the unique index that a write violated, or null for other errors. */
export function duplicatedIndex(error: unknown): string | null {
  if (!(error instanceof MongoServerError) && !(error instanceof MongoBulkWriteError)) return null;
  if (error.code !== duplicateKey) return null;
  return /index: (\S+)/.exec(error.message)?.[1] ?? '';
}

/** Ignores duplicate keys in a bulk write that inserts only missing rows; throws all other errors. */
export function ignoreDuplicateKey(error: unknown): void {
  const writeErrors = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
  const onlyDuplicates = writeErrors.length > 0 && writeErrors.every(({ code }) => code === duplicateKey);
  const isDurable = !(error instanceof MongoBulkWriteError) || !error.result.getWriteConcernError();
  if (!onlyDuplicates || !isDurable) throw error;
}

/** Retries an upsert once, because another process can insert the row at the same time. */
export async function retryUpsert<T>(upsert: () => Promise<T>): Promise<T> {
  try {
    return await upsert();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return upsert();
  }
}

/** Returns the positions of the operations of an unordered bulk write that failed. @throws all other errors */
export function failedOperations(error: unknown): Set<number> {
  const writeErrors = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
  if (writeErrors.length === 0) throw error;
  return new Set(writeErrors.map(({ index }) => index));
}

/** Returns whether a read exceeded its `maxTimeMS`. */
export function isTimeLimitExceeded(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === outOfTime;
}

/** Returns whether the error means that the database is unreachable or too slow, and not a bug. */
export function isDatabaseDown(error: unknown): boolean {
  return withCauses(error).some(isOutage);
}

/** Returns whether the whole database is unreachable, and not just one command or transaction failed. */
export function isDatabaseAway(error: unknown): boolean {
  return withCauses(error).some(isUnreachable);
}

/**
 * Returns whether to run a transaction again after an error of its statements (not of its commit). If several
 * connections break at once, the driver labels only the first error, so a network error counts without its label.
 */
export function isTransientInTransaction(error: unknown): boolean {
  return withCauses(error).some(
    (each) => isNetworkError(each) || hasLabel(each, 'TransientTransactionError'),
  );
}

/** Returns whether a failed commit may have been stored, so that the commit can be sent again. */
export function isCommitUnknown(error: unknown): boolean {
  return withCauses(error).some(
    (each) => isNetworkError(each) || hasLabel(each, 'UnknownTransactionCommitResult'),
  );
}

/** Returns the error and the errors wrapped in it; `insertMany` wraps each in a `MongoBulkWriteError`. */
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
