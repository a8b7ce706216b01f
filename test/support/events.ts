import { writeProject } from '../../src/projects/write/transaction.ts';
import { eventPayloads } from '../../src/contract/events/event-payloads.ts';
import type { NewEvent } from '../../src/contract/events/events.ts';
import type { App } from '../../src/server/app.ts';
import type { EventRecord } from '../../src/projects/events/schema.ts';
import { compile } from '../../src/core/http/query/compile.ts';
import { tester } from './actor.ts';

const checks = new Map(
  Object.entries(eventPayloads).map(([name, schema]) => [name, compile(schema, 'json')]),
);

/** Holds an event to the payload that is promised for its name. @throws Error naming what is wrong */
export function checkedEvent(event: EventRecord): EventRecord {
  const check = checks.get(event.name);
  if (check === undefined) throw new Error(`${event.name} is no event`);
  if (!check(event.data)) throw new Error(`${event.name}: ${JSON.stringify(check.errors(event.data))}`);
  return event;
}

let revision = 0;

/** Tells an event as a feature would: in a transaction of the project. For tests that are not about content. */
export async function emitTestEvents(
  app: App,
  projectId: string,
  ...events: Partial<NewEvent>[]
): Promise<void> {
  const call = await app.contextsOf(tester).project(projectId);
  await writeProject(call, async (inside) => {
    for (const event of events) {
      revision += 1;
      inside.emit({
        name: 'content.entry.updated',
        subject: `ent_${String(revision).padStart(26, '0')}`,
        revision,
        data: { n: revision },
        isPublic: true,
        ...event,
      });
    }
    return inside.stored({ action: 'entry.changed', subject: { kind: 'entry', id: 'test' } });
  });
}
