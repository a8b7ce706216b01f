import { ApiError, apiError } from '../../contract/errors/api-error.ts';
import { type IdKind, newId } from '../../contract/ids.ts';
import { asSystem, type ReleaseContext } from '../../core/context/index.ts';
import { ConcurrencyLimit } from '../../core/util/index.ts';
import { BatchBroken, writeBatch } from '../write/batch.ts';
import { DueChangePending } from '../write/transaction.ts';
import { type BulkRoutes, type PlannedOperation, rejectedResult } from './operations.ts';
import type { BulkWriteResults, BulkWrites, OperationResult } from './schema.ts';

/** One bulk request of each project runs at a time in this process. Others wait for up to 10 seconds. */
const bulkRequests = new ConcurrencyLimit({
  atOnce: 1,
  waitingMax: Infinity,
  waitMs: 10_000,
  because: 'other_bulk',
});

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
  const plan = routes.plan(operations);
  const arrivedAt = performance.now();
  const results = await bulkRequests.run(context.db.projectId, Infinity, () => {
    // Earlier bulk requests wrote during the wait, so the items of this one are later.
    const lateRun = { ...run, context: { ...context, now: after(context.now, arrivedAt) } };
    return mode === 'all' ? writeAll(lateRun, plan) : writeEach(lateRun, plan);
  });
  const failed = results.filter(({ error }) => error !== undefined).length;
  return { mode, counts: { in: results.length, succeeded: results.length - failed, failed }, results };
}

/** The time of a request that has run since `startedAt`, on the clock of `performance.now()`. */
function after(time: Date, startedAt: number): Date {
  return new Date(time.getTime() + Math.floor(performance.now() - startedAt));
}

async function writeEach(run: BulkRun, plan: readonly PlannedOperation[]): Promise<OperationResult[]> {
  const { context } = run;
  const startedAt = performance.now();
  const results = [...(context.progress?.results ?? [])] as OperationResult[];
  let storedCount = results.length;
  for (const operation of plan.slice(results.length)) {
    // Later operations have later times, as single requests would have, so items sort in the order of the operations.
    const now = after(context.now, startedAt);
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
          ...plan.slice(results.length).map(({ index }) => rejectedResult(index, cause, context)),
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
  unstoredResults: readonly OperationResult[],
): Promise<OperationResult> {
  return inOneTransaction(run.context, async (member, note) => {
    const result = await run.routes.run(member, operation, run.draft);
    note([...unstoredResults, result]);
    return result;
  });
}

function writeAll(run: BulkRun, plan: readonly PlannedOperation[]): Promise<OperationResult[]> {
  const { context, routes, draft } = run;
  const storedResults = (context.progress?.results ?? []) as OperationResult[];
  if (storedResults.length > 0) return Promise.resolve(storedResults);
  const ids = idsInOrder(plan, context.now);
  return inOneTransaction(context, async (member, note) => {
    const results: OperationResult[] = [];
    for (const operation of plan) {
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
    const rejections = results.filter(({ error }) => error !== undefined);
    if (rejections.length > 0) throw rejectedRequest(rejections, plan.length);
    note(results);
    return results;
  });
}

/**
 * Ids for the items that the operations create, by the index of the operation. Items of one transaction have one time of
 * creation, and then sort by their ids.
 */
function idsInOrder(plan: readonly PlannedOperation[], now: Date): Map<number, string> {
  const indexesByKind = new Map<IdKind, number[]>();
  for (const { index, route } of plan) {
    if (typeof route.bulk !== 'string') continue;
    indexesByKind.set(route.bulk, [...(indexesByKind.get(route.bulk) ?? []), index]);
  }
  const ids = new Map<number, string>();
  for (const [kind, indexes] of indexesByKind) {
    const sortedIds = indexes.map(() => newId(kind, now)).sort();
    for (const [i, index] of indexes.entries()) ids.set(index, sortedIds[i] ?? newId(kind, now));
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
    let notedResults: OperationResult[] = [];
    const outer: ReleaseContext =
      progress === undefined ? rest : { ...rest, commit: (tx) => progress.add(tx, notedResults) };
    try {
      return await writeBatch(outer, ({ commit: _each, ...member }) =>
        work(member, (results) => (notedResults = results)),
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

function rejectedRequest(rejections: readonly OperationResult[], count: number): ApiError {
  const { code, message } = apiError('bulk_rejected', { failed: rejections.length, count });
  const errors = rejections.slice(0, reportedMax).map(({ index, status, error }) => {
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
