import { settleTypes } from './content-types/service.ts';
import { forgetOldDeliveries } from './deliveries/service.ts';
import { forgetOldEvents } from './events/service.ts';
import { sweepMedia } from './media/service.ts';
import type { Clock } from './platform/clock.ts';
import type { Job } from './platform/jobs/schema.ts';
import type { SystemDb } from './platform/mongo/handle.ts';
import type { Storage } from './platform/storage/storage.ts';
import { type DueDeps, dueEveryMs, publishDue } from './publishing/service.ts';
import { recoverReleases, removeOrphans } from './releases/service.ts';
import { reconcile, settleQueues } from './webhooks/service.ts';

/** What jobs may use. */
export interface JobParts {
  system: SystemDb;
  clock: Clock;
  due: DueDeps;
  storage: Storage;
}

/** What is done at times, once for all processes together; every feature with such work adds its own here. */
export function recurringJobs({ system, clock, due, storage }: JobParts): Job[] {
  return [
    { name: 'publishing.due', everySeconds: dueEveryMs / 1000, run: () => publishDue(due) },
    { name: 'webhooks.settle', everySeconds: 10, run: () => settleQueues(system, clock.now()) },
    { name: 'webhooks.reconcile', everySeconds: 60, run: () => reconcile(system, clock.now()) },
    { name: 'releases.recover', everySeconds: 60, run: () => recoverReleases(system, clock) },
    {
      name: 'releases.orphans',
      everySeconds: 3_600,
      run: async () => void (await removeOrphans(system)),
    },
    { name: 'content-types.settle', everySeconds: 60, run: () => settleTypes(system, clock.now()) },
    { name: 'media.sweep', everySeconds: 600, run: () => sweepMedia({ system, storage, now: clock.now() }) },
    {
      name: 'history.forget',
      everySeconds: 3_600,
      async run() {
        await forgetOldDeliveries(system, clock.now());
        await forgetOldEvents(system, clock.now());
      },
    },
  ];
}
