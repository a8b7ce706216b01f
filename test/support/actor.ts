import type { Actor } from '../../src/contract/events/actor.ts';
import { writerOf, writeProject } from '../../src/projects/write/transaction.ts';
import { invalidateManually } from '../../src/projects/invalidations/service.ts';
import type { Clock } from '../../src/core/util/clock.ts';
import type { ProjectDb } from '../../src/core/mongo/scope/handle.ts';

/** Whoever does what a test does without a request. */
export const tester: Actor = { kind: 'command', id: 'test', name: 'a test' };

/** The same at this moment, as a function of the service that is handed no call takes it. */
export function acting({ clock }: { clock: Clock }) {
  return { now: clock.now(), actor: tester };
}

/** Tells caches by hand, in a transaction of its own. */
export function tellByHand(db: ProjectDb, told: { tags: readonly string[]; now: Date }) {
  return writeProject(writerOf(db, { now: told.now, actor: tester }), async (inside) =>
    inside.stored(
      { action: 'project.cleared', subject: { kind: 'project', id: db.projectId } },
      await invalidateManually(inside.db, told),
    ),
  );
}
