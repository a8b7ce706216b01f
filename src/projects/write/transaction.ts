import type { Actor } from '../../contract/events/actor.ts';
import type { AuditEntry } from '../../contract/events/audit-actions.ts';
import type { NewEvent } from '../../contract/events/events.ts';
import { storeAudit } from '../audit/store.ts';
import { newId } from '../../contract/ids.ts';
import { limits } from '../../contract/limits.ts';
import { dayMs, hourMs } from '../../contract/time.ts';
import type {
  Tx,
  WriteResult,
  NotInTransaction,
  ProjectState,
  WriteContext,
} from '../../core/context/index.ts';
import {
  hasWritten,
  isDatabaseError,
  isDuplicateKey,
  type ProjectDb,
  RetryTransaction,
  type SystemDb,
  watchDates,
  watchWrites,
  WriteQueue,
} from '../../core/mongo/index.ts';
import { originOf } from '../../core/util/index.ts';
import { projectLoop } from '../../core/jobs/index.ts';
import { storeInvalidation, storedTags } from '../invalidations/stored/service.ts';
import { countWrite, projectState, type StoredCount } from '../project/repository.ts';
import { noteForgotten } from '../project/pruned-events.ts';
import { Counting } from './counting.ts';
import { knownStates } from './project-state-cache.ts';
import { events, insertEvents, newestBefore, removeBefore } from '../events/repository.ts';
import type { EventRecord } from '../events/schema.ts';
import { PendingWrite } from './pending-write.ts';
import { inProjectTransaction } from './project-transaction.ts';

/** The collection of events, for code that follows its inserts. */
export const eventsName = events.name;

const queue = new WriteQueue();

/** The actor and the time of a write outside of a request. The origin defaults to the usual one of the actor. */
export type Acting = Pick<WriteContext, 'now' | 'actor' | 'bounds'> & Partial<Pick<WriteContext, 'origin'>>;

/** The context of a write outside of a request. */
export function writerOf<H extends ProjectDb>(
  db: H,
  { now, actor, bounds, origin = originOf(actor, actor.id) }: Acting,
): WriteContext & { readonly db: H } {
  return { now, actor, origin, ...(bounds && { bounds }), db, dryRun: false };
}

/**
 * Runs one write of a project: the change, its events, its audit rows, its cache tags and the project's row in one
 * transaction, or nothing (specification: project-row). `work` receives the context inside the transaction, may run more
 * than once, and ends with `tx.stored`, `tx.continued` or `tx.unchanged`.
 */
export function writeProject<C extends WriteContext, T>(
  context: C & NotInTransaction,
  work: (tx: Tx<C>) => Promise<WriteResult<T>>,
): Promise<T> {
  return queue.run(context.db.projectId, context, () => store<C, T>(context, work));
}

/**
 * Stores one write. What decides about it (the types, the default release, the number of the write) is taken from this
 * process's memory, and compared with the row that the write changes at its end: where the row differs, the work runs
 * again. That run, and each one whose state is unknown, takes the row first (specification: project-row).
 */
async function store<C extends WriteContext, T>(
  context: C,
  work: (tx: Tx<C>) => Promise<WriteResult<T>>,
): Promise<T> {
  const { db } = context;
  const stateCache = knownStates(db.system);
  let assumed = stateCache.newest(db.projectId, context.project);
  let checksUniques = false;
  let runs = 0;
  const { result, after, isAlone, followers } = await inProjectTransaction(
    db,
    context,
    async (session, claim) => {
      const within = db.within(session);
      const counting = new Counting(context.bounds?.perProject);
      const pending = new PendingWrite(within, { counting, assumed, claim });
      const runAgainFrom = (state: ProjectState): RetryTransaction => {
        stateCache.noteMiss(db.projectId, state);
        return new RetryTransaction();
      };
      runs += 1;
      if (assumed === null) await pending.claim();
      assumed = null;
      watchDates(session, context.now);
      watchWrites(session);
      let counted: StoredCount | null = null;
      try {
        const outcome = await runWork(context, { within, pending, checksUniques }, work);
        if (context.rejectPublish !== undefined && pending.isVisible) throw context.rejectPublish();
        counted = await countWrite(within, pending.forProject(context.now, outcome.audit.length));
        if (!pending.agrees(counted.before)) throw runAgainFrom(counted.before);
        await storeOutbox(context, within, { pending, counted, audit: outcome.audit });
        return {
          result: outcome.result,
          after: pending.stateAfter(counted.before),
          isAlone: runs === 1 && counted.reservedFor === null,
          followers: pending.followers,
        };
      } catch (error) {
        if (error instanceof RetryTransaction) throw error;
        if (isDatabaseError(error)) {
          if (checksUniques || !isDuplicateKey(error)) throw error;
          checksUniques = true;
          throw new RetryTransaction();
        }
        // A rejection that relied on an outdated state is decided again.
        const state = pending.isAssuming && counted === null ? await projectState(within) : null;
        throw state === null || pending.agrees(state) ? error : runAgainFrom(state);
      }
    },
  );
  if (context.dryRun) return result;
  if (isAlone) stateCache.note(db.projectId, after);
  else stateCache.noteMiss(db.projectId, after);
  for (const follow of followers) follow(db);
  return result;
}

interface Attempt {
  within: ProjectDb;
  pending: PendingWrite;
  checksUniques: boolean;
}

async function runWork<C extends WriteContext, T>(
  context: C,
  { within, pending, checksUniques }: Attempt,
  work: (tx: Tx<C>) => Promise<WriteResult<T>>,
): Promise<WriteResult<T>> {
  const tx = { ...context, ...pending.operations(checksUniques), db: within };
  // Only contexts of releases have `bind`; it returns their properties as this transaction sees them.
  const bound = (await context.bind?.(tx as never)) ?? {};
  const outcome = await work({ ...tx, ...bound });
  checkAudits(context, outcome.audit);
  if (outcome.ending === 'unchanged' && within.session !== null && hasWritten(within.session))
    throw new Error('work that says it changed nothing stored rows');
  return outcome;
}

/** A job that applies due dates during a request stores actions of its own. @throws Error in tests */
function checkAudits({ declaredAudits, actor }: WriteContext, audit: readonly AuditEntry[]): void {
  if (declaredAudits === undefined || actor.kind === 'job') return;
  const { route, actions } = declaredAudits;
  const undeclared = audit.find(({ action }) => !actions.includes(action));
  if (undeclared === undefined) return;
  throw new Error(`${route} left ${undeclared.action}, which its "audits" do not name`);
}

/**
 * Stores a write's events with its cache tags, its audit rows and what its request stores with it. The tags are in the
 * first event, or in a row of their own without one, so a write costs one insert.
 */
async function storeOutbox(
  { db, now, actor, origin, commit }: WriteContext,
  within: ProjectDb,
  { pending, counted, audit }: { pending: PendingWrite; counted: StoredCount; audit: readonly AuditEntry[] },
): Promise<void> {
  const { revision, usage, auditSeq: lastSeq, isSeen: visible } = counted;
  await pending.counting.check(within, usage);
  const gathered = pending.tagsIn(counted.before.defaultReleaseId);
  const [first, ...others] = recordsOf(pending.events, {
    projectId: db.projectId,
    releaseId: counted.before.defaultReleaseId,
    revision,
    now,
    actor,
  });
  if (first === undefined) await storeInvalidation(within, { ...gathered, revision, now });
  else await insertEvents(within, [{ ...first, ...storedTags(gathered, db.projectId) }, ...others]);
  if (audit.length > 0) await storeAudit(within, audit, { writer: { now, actor, origin }, lastSeq, visible });
  await commit?.(within);
}

/** Rows of the outbox. Their ids sort as the events were emitted, so that order survives inside one transaction. */
function recordsOf(
  emitted: readonly NewEvent[],
  {
    projectId,
    releaseId,
    revision,
    now,
    actor,
  }: { projectId: string; releaseId: string; revision: number; now: Date; actor: Actor },
): EventRecord[] {
  const ids = emitted.map(() => newId('event', now)).sort();
  return emitted.map((event, i) => ({
    _id: ids[i] ?? newId('event', now),
    project_id: projectId,
    project_revision: revision,
    name: event.name,
    subject: event.subject,
    revision: event.revision,
    data: event.data,
    is_public: event.isPublic,
    release_id: releaseId,
    created_at: now,
    actor: { kind: actor.kind, id: actor.id },
    fanned: false,
  }));
}

/**
 * Removes events after 30 days; each project's row stores from where on its log is complete (specification: changes).
 * A project whose row cannot be updated keeps its events until it can.
 */
export async function forgetOldEvents(system: SystemDb, now: Date): Promise<number> {
  const before = new Date(now.getTime() - limits.changes_days * dayMs);
  const loop = projectLoop(system, 'events.forget', hourMs);
  const failed = await loop.runEach(
    await newestBefore(system, before),
    ({ _id }) => _id,
    async (own, projectId) => {
      for (const { revision } of own) await noteForgotten(system.project(projectId), revision);
    },
  );
  return removeBefore(
    system,
    before,
    failed.map(({ _id }) => _id),
  );
}
