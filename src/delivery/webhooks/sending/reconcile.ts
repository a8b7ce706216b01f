import { minuteMs } from '../../../contract/time.ts';
import type { QueueKey } from '../../queue/schema.ts';
import { endpointsWith } from '../../queue/queue-repository.ts';
import type { SystemDb } from '../../../core/mongo/index.ts';
import { projectLoop } from '../../../core/jobs/index.ts';
import { queueWork } from './queue-work.ts';
import { findEndpoint } from '../repository.ts';

const each = {
  projectOf: (queue: QueueKey) => queue.project_id,
  keyOf: (queue: QueueKey) => queue.endpoint_id,
};

/**
 * Repairs queues that don't match their endpoints because a process ended or both changed concurrently: holds
 * deliveries of disabled endpoints, queues those of enabled ones, and deletes those of deleted ones.
 */
export async function reconcile(system: SystemDb, now: Date): Promise<void> {
  const loop = projectLoop(system, 'webhooks.reconcile', minuteMs);
  for (const state of ['queued', 'held'] as const) {
    await loop.runRows(await endpointsWith(system, state), each, async (queue) => {
      const endpoint = await findEndpoint(system.project(queue.project_id), queue.endpoint_id);
      const isConsistent = endpoint?.enabled === (state === 'queued');
      if (!isConsistent) await queueWork(system).settle(queue, now);
    });
  }
}
