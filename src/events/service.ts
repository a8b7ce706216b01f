import type { ChangeModule, NewEvent } from '../contract/events.ts';
import { newId } from '../contract/ids.ts';
import type { Tx } from '../platform/call.ts';
import type { ProjectDb } from '../platform/mongo/handle.ts';
import { WriteQueue } from '../platform/mongo/queue.ts';
import { inTransaction } from '../platform/mongo/transaction.ts';
import { countWrite, defaultReleaseOf } from '../projects/service.ts';
import { insertEvents } from './repository.ts';

const queue = new WriteQueue();

/**
 * Runs one write of a project: the change, its events and the project's row in one transaction, or nothing
 * (design, section 3, "Writes"). `work` may run more than once.
 */
export function transact<H extends ProjectDb, T>(
  db: H,
  options: { now: Date; dryRun: boolean; endsAt?: number },
  work: (tx: Tx<H>) => Promise<T>,
): Promise<T> {
  return queue.run(db.projectId, () =>
    inTransaction(db.system, options, async (session) => {
      const emitted: NewEvent[] = [];
      const touched = new Set<ChangeModule>();
      let newDefault: string | null = null;
      const inside = db.within(session) as H; // `within` answers the handle's own kind
      const result = await work({
        db: inside,
        emit: (event) => emitted.push(event),
        touch: (module) => touched.add(module),
        defaultReleaseId: () => defaultReleaseOf(inside),
        makeDefault: (releaseId) => (newDefault = releaseId),
      });
      const ids = emitted.map(() => newId('event', options.now)).sort(); // they sort as they were told
      await insertEvents(
        inside,
        emitted.map((event, i) => record(event, ids[i] ?? '', options.now)),
      );
      await countWrite(inside, { now: options.now, modules: touched, newDefault });
      return result;
    }),
  );
}

function record({ name, subject, revision, data, isPublic }: NewEvent, _id: string, now: Date) {
  return {
    _id,
    name,
    subject,
    revision,
    data,
    is_public: isPublic,
    created_at: now,
    fanned: false,
  };
}
