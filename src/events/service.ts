import type { ChangeModule, NewEvent } from '../contract/events.ts';
import { newId } from '../contract/ids.ts';
import { limits } from '../contract/limits.ts';
import type { Bounds, ProjectCall, Tx } from '../platform/call.ts';
import { watchDates } from '../platform/mongo/coming.ts';
import type { ProjectDb, SystemDb } from '../platform/mongo/handle.ts';
import { WriteQueue } from '../platform/mongo/queue.ts';
import { inTransaction } from '../platform/mongo/transaction.ts';
import {
  claimProject,
  countWrite,
  noteForgotten,
  type ProjectState,
  projectState,
} from '../projects/service.ts';
import { Counting } from './counting.ts';
import { insertEvents, newestBefore, removeBefore } from './repository.ts';
import type { EventRecord } from './schema.ts';

export { watcherLease } from './lease.ts';
export {
  eventsAfter,
  eventsFrom,
  markFanned,
  oldestUnfanned,
  type Place,
  revisionBefore,
  unfannedEvents,
} from './repository.ts';

const queue = new WriteQueue();
const dayMs = 24 * 60 * 60 * 1000;

/** What a write is told beside its work. Where it adds nothing that is limited it needs no limits. */
export type WriteOptions = Pick<ProjectCall, 'now' | 'dryRun' | 'endsAt' | 'commit'> & {
  bounds?: Pick<Bounds, 'perProject'>;
};

/**
 * Runs one write of a project: the change, its events and the project's row in one transaction, or nothing
 * (design, section 3, "Writes"). `work` may run more than once.
 */
export function transact<H extends ProjectDb, T>(
  db: H,
  options: WriteOptions,
  work: (tx: Tx<H>) => Promise<T>,
): Promise<T> {
  return queue.run(db.projectId, options.endsAt, () =>
    inTransaction(db.system, options, async (session) => {
      watchDates(session, options.now);
      const emitted: NewEvent[] = [];
      const touched = new Set<ChangeModule>();
      const counting = new Counting(options.bounds?.perProject);
      let newDefault: string | null = null;
      const inside = db.within(session) as H; // `within` answers the handle's own kind
      let known: Promise<ProjectState> | null = null;
      const state = () => (known ??= projectState(inside));
      const result = await work({
        db: inside,
        emit: (event) => emitted.push(event),
        touch: (module) => touched.add(module),
        defaultReleaseId: async () => (await state()).default_release_id,
        writeSeq: async () => (await state()).write_seq + 1,
        claim: async () => void (await (known ??= claimProject(inside))),
        count: (limit, by, recount) => counting.add(limit, by, recount),
        makeDefault: (releaseId) => (newDefault = releaseId),
      });
      const hasEvents = emitted.length > 0;
      const { usage } = counting;
      const counted = { now: options.now, modules: touched, hasEvents, newDefault, usage };
      const { revision, usage: used = {} } = await countWrite(inside, counted);
      await counting.check(inside, used);
      await insertEvents(inside, recordsOf(emitted, { projectId: db.projectId, revision, now: options.now }));
      await options.commit?.(inside);
      return result;
    }),
  );
}

/** Rows of the outbox. Their ids sort as the events were told, so that order survives inside one transaction. */
function recordsOf(
  emitted: readonly NewEvent[],
  { projectId, revision, now }: { projectId: string; revision: number; now: Date },
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
    fanned: false,
  }));
}

/** Ends the event log after 30 days; each project's row keeps from where on it is whole (contract, section 11). */
export async function forgetOldEvents(system: SystemDb, now: Date): Promise<number> {
  const before = new Date(now.getTime() - limits.changes_days * dayMs);
  for (const { _id, revision } of await newestBefore(system, before)) {
    await noteForgotten(system.project(_id), revision);
  }
  return removeBefore(system, before);
}
