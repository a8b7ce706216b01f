import { ApiError, apiError } from '../../contract/errors/api-error.ts';
import { type IdKind, newId } from '../../contract/ids.ts';
import { asSystem, type ReleaseContext } from '../../core/context/index.ts';
import { BatchBroken, writeBatch } from '../write/batch.ts';
import { DueChangePending } from '../write/transaction.ts';
import { type BulkRoutes, type PlannedOperation, rejectedResult } from './operations.ts';
import { BulkQueue } from './queue.ts';
import type { BulkWriteResults, BulkWrites, OperationResult } from './schema.ts';

const queue = new BulkQueue();

/** Errors of a rejected request with `all` that its response contains. */
const reportedMax = 20;
/** How often one transaction can find an item with due changes before the request fails. */
const dueChangesMax = 1_000;

interface BulkRun {
  routes: BulkRoutes;
  context: ReleaseContext;
  draft: boolean;
}

/**
 * Runs the operations of a bulk request one after another: each as its own write, or all in one transaction. Under an
 * idempotency key, a repetition continues after the last stored operation.
 * @throws too_many_operations, invalid_field_value, bulk_rejected, temporarily_unavailable
 */
export async function writeInBulk(
  run: BulkRun,
  { mode = 'each', operations }: BulkWrites,
): Promise<BulkWriteResults> {
  const { context, routes } = run;
  const most = context.bounds.bulkOperationsMax;
  const count = operations.length;
  if (count > most)
    throw apiError('too_many_operations', { most, count }, { param: 'operations', limit: most });
  const planned = routes.plan(operations);
  const leaveQueue = await queue.enter(context.db.projectId);
  try {
    const results = await (mode === 'all' ? writeAll(run, planned) : writeEach(run, planned));
    const failed = results.filter(({ error }) => error !== undefined).length;
    const counts = { in: results.length, succeeded: results.length - failed, failed };
    return { mode, counts, results };
  } finally {
    leaveQueue();
  }
}

async function writeEach(run: BulkRun, planned: readonly PlannedOperation[]): Promise<OperationResult[]> {
  const { context } = run;
  const startedAt = performance.now();
  const results = [...(context.progress?.results ?? [])] as OperationResult[];
  let storedCount = results.length;
  for (const operation of planned.slice(results.length)) {
    // Later operations have later times, as single requests would have, so items sort in the order of the operations.
    const now = new Date(context.now.getTime() + Math.floor(performance.now() - startedAt));
    try {
      results.push(
        await writeOne({ ...run, context: { ...context, now } }, operation, results.slice(storedCount)),
      );
      storedCount = results.length;
    } catch (error) {
      const cause = error instanceof BatchBroken ? error.cause : error;
      if (isRejection(cause)) results.push(rejectedResult(operation.index, cause, context));
      else if (canReport(context, cause, storedCount))
        return [
          ...results,
          ...planned.slice(results.length).map(({ index }) => rejectedResult(index, cause, context)),
        ];
      else throw cause;
    }
  }
  return results;
}

/** Whether the error is about the operation, and not a failure of the service. */
function isRejection(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500;
}

/**
 * Whether a failure of the service is reported in the results. With an idempotency key the request fails, because its
 * repetition continues. Without one, the caller has to know which operations are stored.
 */
function canReport(
  { progress, dryRun }: ReleaseContext,
  error: unknown,
  storedCount: number,
): error is ApiError {
  return error instanceof ApiError && progress === undefined && !dryRun && storedCount > 0;
}

/** Runs one operation in its own transaction, which also stores the results since the last one. */
function writeOne(
  run: BulkRun,
  operation: PlannedOperation,
  unstored: readonly OperationResult[],
): Promise<OperationResult> {
  return inOneTransaction(run.context, async (member, note) => {
    const result = await run.routes.run(member, operation, run.draft);
    note([...unstored, result]);
    return result;
  });
}

function writeAll(run: BulkRun, planned: readonly PlannedOperation[]): Promise<OperationResult[]> {
  const { context, routes, draft } = run;
  const stored = (context.progress?.results ?? []) as OperationResult[];
  if (stored.length > 0) return Promise.resolve(stored);
  const ids = idsInOrder(planned, context.now);
  return inOneTransaction(context, async (member, note) => {
    const results: OperationResult[] = [];
    for (const operation of planned) {
      const id = ids.get(operation.index);
      try {
        const own = id === undefined ? member : { ...member, creation: { id } };
        results.push(await routes.run(own, operation, draft));
      } catch (error) {
        // After a rejection nothing is committed. The other operations run to find all errors.
        const cause = error instanceof BatchBroken ? error.cause : error;
        if (!isRejection(cause)) throw cause;
        results.push(rejectedResult(operation.index, cause, context));
      }
    }
    const rejected = results.filter(({ error }) => error !== undefined);
    if (rejected.length > 0) throw rejectedRequest(rejected, planned.length);
    note(results);
    return results;
  });
}

/**
 * Ids for the items that the operations create, by the index of the operation. Items of one transaction have one time of
 * creation, and then sort by their ids.
 */
function idsInOrder(planned: readonly PlannedOperation[], now: Date): Map<number, string> {
  const indexesByKind = new Map<IdKind, number[]>();
  for (const { index, route } of planned) {
    if (typeof route.bulk !== 'string') continue;
    indexesByKind.set(route.bulk, [...(indexesByKind.get(route.bulk) ?? []), index]);
  }
  const ids = new Map<number, string>();
  for (const [kind, indexes] of indexesByKind) {
    const sorted = indexes.map(() => newId(kind, now)).sort();
    for (const [i, index] of indexes.entries()) ids.set(index, sorted[i] ?? newId(kind, now));
  }
  return ids;
}

/** Runs work in one transaction, and stores the noted results with it. Due changes of its items are applied before. */
async function inOneTransaction<T>(
  context: ReleaseContext,
  work: (member: ReleaseContext, note: (results: OperationResult[]) => void) => Promise<T>,
): Promise<T> {
  const { progress, commit: _commit, ...rest } = context;
  for (let attempt = 1; ; attempt += 1) {
    let noted: OperationResult[] = [];
    const outer: ReleaseContext =
      progress === undefined ? rest : { ...rest, commit: (tx) => progress.add(tx, noted) };
    try {
      return await writeBatch(outer, ({ commit: _each, ...member }) =>
        work(member, (results) => (noted = results)),
      );
    } catch (error) {
      if (!(error instanceof DueChangePending) || attempt > dueChangesMax) throw error;
      await applyDue(context, error.id);
    }
  }
}

/** Applies the due changes of an item, whatever its kind. */
async function applyDue(context: ReleaseContext, id: string): Promise<void> {
  const { creation: _creation, ...system } = asSystem(context);
  for (const kind of context.scheduled) await kind.applyDueChanges(system, [id]);
}

function rejectedRequest(rejected: readonly OperationResult[], count: number): ApiError {
  const { code, message } = apiError('bulk_rejected', { failed: rejected.length, count });
  const errors = rejected.slice(0, reportedMax).map(({ index, status, error }) => {
    const {
      code: operationCode,
      message: why,
      param,
    } = error as {
      code: ApiError['code'];
      message: string;
      param?: string;
    };
    return new ApiError(operationCode, why, { index, status, ...(param === undefined ? {} : { param }) });
  });
  return new ApiError(code, message, {}, errors);
}
