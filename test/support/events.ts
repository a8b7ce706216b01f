import type { NewEvent } from '../../src/contract/events.ts';
import type { App } from '../../src/app.ts';

let revision = 0;

/** Tells an event as a feature would: in a transaction of the project. For tests that are not about content. */
export async function tellEvents(app: App, projectId: string, ...events: Partial<NewEvent>[]): Promise<void> {
  const call = await app.calls.project(projectId);
  await call.transact(async (tx) => {
    for (const event of events) {
      revision += 1;
      tx.emit({
        name: 'content.entry.updated',
        subject: `ent_${String(revision).padStart(26, '0')}`,
        revision,
        data: { n: revision },
        isPublic: true,
        ...event,
      });
    }
  });
}
