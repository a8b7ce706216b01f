import { settleTypes } from './content-types/service.ts';
import { forgetOldDeliveries } from './deliveries/service.ts';
import { forgetOldEvents } from './events/service.ts';
import { sweepMedia } from './media/service.ts';
import type { Clock } from './platform/clock.ts';
import type { Job } from './platform/jobs/schema.ts';
import type { SystemDb } from './platform/mongo/handle.ts';
import type { Storage } from './platform/storage/storage.ts';
import { type DueDeps, plannedItems, publishDue, publishPlanned } from './publishing/service.ts';
import { recoverReleases, removeOrphans } from './releases/service.ts';
import { reconcile } from './webhooks/service.ts';

/** What jobs may use. */
export interface JobParts {
  system: SystemDb;
  clock: Clock;
  due: DueDeps;
  storage: Storage;
  /** Sets a timer for another job. */
  wake: (name: string, key: string, at: Date) => Promise<void>;
}

const publishJob = 'publishing.publish';
/** Timers are set for dates up to this far ahead, in milliseconds. */
const planAheadMs = 90_000;

/** What is done at times, once for all processes together; every feature with such work adds its own here. */
export function recurringJobs({ system, clock, due, storage, wake }: JobParts): Job[] {
  return [
    { name: publishJob, everySeconds: null, run: (key) => publishPlanned(due, key) },
    { name: 'publishing.due', everySeconds: 5, run: () => publishDue(due) },
    {
      name: 'publishing.plan',
      everySeconds: 30,
      async run() {
        const until = new Date(clock.now().getTime() + planAheadMs);
        for (const { key, at } of await plannedItems(due, until)) await wake(publishJob, key, at);
      },
    },
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
