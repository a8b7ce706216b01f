import { endpointsWith } from '../deliveries/service.ts';
import type { SystemDb } from '../platform/mongo/handle.ts';
import { queueWork } from './queue-work.ts';
import { findEndpoint } from './repository.ts';

/**
 * Brings queues in line with their endpoints, where a process ended between the two or they changed at the same
 * moment: deliveries of disabled endpoints are held, those of enabled ones are not, those of none are removed.
 */
export async function reconcile(system: SystemDb, now: Date): Promise<void> {
  for (const state of ['queued', 'held'] as const) {
    for (const queue of await endpointsWith(system, state)) {
      const endpoint = await findEndpoint(system.project(queue.project_id), queue.endpoint_id);
      const isInLine = endpoint?.enabled === (state === 'queued');
      if (!isInLine) await queueWork(system).settle(queue, now);
    }
  }
}
