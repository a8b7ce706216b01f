import type { ClientSession } from 'mongodb';
import type { AuditEntry } from '../../contract/events/audit-actions.ts';
import type {
  NotInTransaction,
  ProjectState,
  Tx,
  WriteContext,
  WriteResult,
} from '../../core/context/index.ts';
import {
  hasWritten,
  inTransaction,
  isDatabaseError,
  isDuplicateKey,
  type ProjectDb,
  RetryTransaction,
  watchDates,
  watchWrites,
} from '../../core/mongo/index.ts';
import { originOf } from '../../core/util/index.ts';
import { countWrite, projectState, type StoredCount } from '../project/repository.ts';
import { PendingWrite, storeOutbox } from './outbox.ts';
import { projectStates } from './project-state-cache.ts';
import { checkWrittenLocales, withLocaleInAudit } from './written-locales.ts';
import { Reservation, WriteQueue } from './write-order.ts';

const queue = new WriteQueue();

/** The actor and the time of a write outside of a request. The origin defaults to the usual one of the actor. */
export type WriteSource = Pick<WriteContext, 'now' | 'actor' | 'bounds'> &
  Partial<Pick<WriteContext, 'origin'>>;

/** The context of a write outside of a request. */
export function writerOf<H extends ProjectDb>(
  db: H,
  { now, actor, bounds, origin = originOf(actor, actor.id) }: WriteSource,
): WriteContext & { readonly db: H } {
  return { now, actor, origin, ...(bounds && { bounds }), db, dryRun: false };
}

/** Thrown by work on an item whose scheduled change is due. The change must be applied first, in its own transaction. */
export class DueChangePending extends Error {
  readonly id: string;

  constructor(id: string) {
    super('a scheduled change of this item is due and comes before this write');
    this.id = id;
  }
}

/**
 * Runs one write of a project in one transaction (specification: project-row): the change, its events, audit rows and
 * cache tags, and the project's row. If the row differs from the state in memory that `work` relied on, the work runs again.
 * @param work - receives the context of the transaction and ends with `tx.stored`, `tx.continued` or `tx.unchanged`.
 * @param applyDue - applies the due change of an item, after which the write runs again.
 * @throws the errors of `work`, `limit_reached`, `temporarily_unavailable`
 */
export async function writeProject<C extends WriteContext, T>(
  context: C & NotInTransaction,
  work: (tx: Tx<C>) => Promise<WriteResult<T>>,
  applyDue?: (id: string) => Promise<void>,
): Promise<T> {
  if (context.batch !== undefined) return context.batch.run<C, T>(context, work);
  const leaveQueue = await queue.enter(context.db.projectId, context);
  let dueId: string;
  try {
    return await commitWork<C, T>(context, work);
  } catch (error) {
    if (!(error instanceof DueChangePending) || applyDue === undefined) throw error;
    dueId = error.id;
  } finally {
    leaveQueue();
  }
  await applyDue(dueId);
  return writeProject(context, work);
}

/** Runs transactions until one of them commits. */
async function commitWork<C extends WriteContext, T>(
  context: C,
  work: (tx: Tx<C>) => Promise<WriteResult<T>>,
): Promise<T> {
  const { db, dryRun, endsAt, onDelay } = context;
  const states = projectStates(db.system);
  const run: Run = { assumed: states.newest(db.projectId, context.project), checksUniques: false, count: 0 };
  const reservation = new Reservation(db, onDelay);
  const { waitAfterLoss } = reservation;
  const options = {
    dryRun,
    waitAfterLoss,
    lostBecause: 'other_writes',
    ...(endsAt !== undefined && { endsAt }),
  } as const;
  let isStored = false;
  try {
    const write = await inTransaction(db.system, options, (session) =>
      runOnce<C, T>(context, run, { session, reservation, work }),
    );
    onDelay?.(null);
    if (dryRun) return write.result;
    isStored = true;
    if (write.isAlone) states.note(db.projectId, write.after);
    else states.noteMiss(db.projectId, write.after);
    for (const runAfterCommit of write.afterCommit) runAfterCommit(db);
    return write.result;
  } finally {
    if (!isStored) reservation.end();
  }
}

/** What one run of the work leaves for the next one. */
interface Run {
  /** The project's state that the next run relies on; null locks the row first. */
  assumed: ProjectState | null;
  checksUniques: boolean;
  count: number;
}

interface StoredWrite<T> {
  result: T;
  after: ProjectState;
  /** Whether no other process wrote to the project meanwhile. */
  isAlone: boolean;
  afterCommit: PendingWrite['afterCommit'];
}

interface Attempt<C extends WriteContext, T> {
  session: ClientSession;
  reservation: Reservation;
  work: (tx: Tx<C>) => Promise<WriteResult<T>>;
}

/** One transaction, up to its commit. @throws RetryTransaction to run it again */
async function runOnce<C extends WriteContext, T>(
  context: C,
  run: Run,
  { session, reservation, work }: Attempt<C, T>,
): Promise<StoredWrite<T>> {
  const within = context.db.within(session);
  const pending = new PendingWrite(within, { assumed: run.assumed, reservation });
  run.count += 1;
  if (run.assumed === null) await pending.lockProject();
  run.assumed = null;
  watchDates(session, context.now);
  watchWrites(session);
  let storedCount: StoredCount | null = null;
  try {
    const workResult = await runWork(context, { within, pending, checksUniques: run.checksUniques }, work);
    if (context.rejectPublish !== undefined && pending.isVisible) throw context.rejectPublish();
    const { ending } = workResult;
    const changedLocales = [pending.changedLocales.ids, () => pending.locales()] as const;
    if (ending !== 'unchanged') await checkWrittenLocales(context, ...changedLocales);
    const audit = await withLocaleInAudit(workResult.audit, ...changedLocales);
    await pending.storeSums();
    storedCount = await countWrite(within, pending.projectUpdate(context.now, audit.length));
    if (!pending.agreesWith(storedCount.before)) throw retryFrom(context, storedCount.before);
    await storeOutbox(context, within, { pending, counted: storedCount, work: { audit, ending } });
    return {
      result: workResult.result,
      after: pending.stateAfter(storedCount.before),
      isAlone: run.count === 1 && storedCount.reservedFor === null,
      afterCommit: pending.afterCommit,
    };
  } catch (error) {
    if (error instanceof RetryTransaction) throw error;
    if (isDatabaseError(error)) {
      if (run.checksUniques || !isDuplicateKey(error)) throw error;
      run.checksUniques = true;
      throw new RetryTransaction();
    }
    // A rejection that relied on an outdated state is decided again.
    const state = pending.isAssuming && storedCount === null ? await projectState(within) : null;
    throw state === null || pending.agreesWith(state) ? error : retryFrom(context, state);
  }
}

function retryFrom({ db }: WriteContext, state: ProjectState): RetryTransaction {
  projectStates(db.system).noteMiss(db.projectId, state);
  return new RetryTransaction();
}

async function runWork<C extends WriteContext, T>(
  context: C,
  { within, pending, checksUniques }: { within: ProjectDb; pending: PendingWrite; checksUniques: boolean },
  work: (tx: Tx<C>) => Promise<WriteResult<T>>,
): Promise<WriteResult<T>> {
  const tx = { ...context, ...pending.operations(checksUniques), db: within };
  // Only contexts of releases have `bind`; it returns their properties as this transaction sees them.
  const bound = (await context.bind?.(tx as never)) ?? {};
  const result = await work({ ...tx, ...bound });
  checkAudits(context, result.audit);
  if (result.ending === 'unchanged' && within.session !== null && hasWritten(within.session))
    throw new Error('work that ended with `unchanged` stored rows');
  return result;
}

/**
 * A job that applies due dates during a request stores actions of its own, and a dry run stores none.
 * @throws Error in tests
 */
function checkAudits({ declaredAudits, actor, dryRun }: WriteContext, audit: readonly AuditEntry[]): void {
  if (declaredAudits === undefined || actor.kind === 'job' || dryRun) return;
  const { route, actions } = declaredAudits;
  const undeclaredEntry = audit.find(({ action }) => !actions.includes(action));
  if (undeclaredEntry === undefined) return;
  throw new Error(
    `${route} stored the audit action ${undeclaredEntry.action}, which its "audits" do not name`,
  );
}
