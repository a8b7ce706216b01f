import type { Actor } from '../contract/actor.ts';
import type { NewEvent } from '../contract/events.ts';
import { newId } from '../contract/ids.ts';
import { limits } from '../contract/limits.ts';
import { dayMs } from '../contract/time.ts';
import type { Inside, RunWrite, Writer } from '../platform/writer.ts';
import { watchDates } from '../platform/mongo/next-change.ts';
import type { ProjectDb, SystemDb } from '../platform/mongo/handle.ts';
import { WriteQueue } from '../platform/mongo/queue.ts';
import { inTransaction } from '../platform/mongo/transaction.ts';
import type { Outcome } from '../platform/outcome.ts';
import { countWrite, noteForgotten } from '../projects/service.ts';
import { Counting } from './counting.ts';
import { insertEvents, newestBefore, removeBefore } from './repository.ts';
import type { EventRecord } from './schema.ts';
import { PendingEvents } from './pending-events.ts';

export { watcherLease } from './lease.ts';
export {
  eventsAfter,
  eventsFrom,
  markFanned,
  oldestUnfanned,
  type FeedPosition,
  revisionBefore,
  unfannedEvents,
} from './repository.ts';

const queue = new WriteQueue();

/** A writer outside of any call: work of the service that is handed a database alone. */
export function writerOf<H extends ProjectDb>(
  db: H,
  opening: Pick<Writer, 'now' | 'actor' | 'bounds'>,
): Writer & { readonly db: H } {
  return { ...opening, db, dryRun: false, runWrite };
}

/** What `platform/transact.ts` promises; every call carries it, so that the features that are written know no outbox. */
export const runWrite: RunWrite = <C extends Writer, T>(
  call: C,
  work: (inside: Inside<C>) => Promise<Outcome<T>>,
): Promise<T> => {
  const { db, now } = call;
  return queue.run(db.projectId, call.endsAt, () =>
    inTransaction(db.system, call, async (session) => {
      watchDates(session, now);
      const within = db.within(session);
      const told = new PendingEvents(within, new Counting(call.bounds?.perProject));
      const inside = { ...call, ...told.operations(), db: within };
      // Only calls on releases are bound inside; `bind` answers the properties of its own call.
      const bound = (await call.bind?.(inside as never)) ?? {};
      const { result } = await work({ ...inside, ...bound });
      const { revision, usage = {} } = await countWrite(within, told.forProject(now));
      await told.counting.check(within, usage);
      const { actor } = call;
      await insertEvents(within, recordsOf(told.events, { projectId: db.projectId, revision, now, actor }));
      await call.commit?.(within);
      return result;
    }),
  );
};

/** Rows of the outbox. Their ids sort as the events were told, so that order survives inside one transaction. */
function recordsOf(
  emitted: readonly NewEvent[],
  { projectId, revision, now, actor }: { projectId: string; revision: number; now: Date; actor: Actor },
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
    created_at: now,
    actor: { kind: actor.kind, id: actor.id },
    fanned: false,
  }));
}

/** Ends the event log after 30 days; each project's row keeps from where on it is whole (specification: changes). */
export async function forgetOldEvents(system: SystemDb, now: Date): Promise<number> {
  const before = new Date(now.getTime() - limits.changes_days * dayMs);
  for (const { _id, revision } of await newestBefore(system, before)) {
    await noteForgotten(system.project(_id), revision);
  }
  return removeBefore(system, before);
}
