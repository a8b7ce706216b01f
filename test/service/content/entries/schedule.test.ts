import { describe, expect, it } from 'vitest';
import { openReleaseContext } from '../../../../src/server/create-context.ts';
import { publishDue } from '../../../../src/lifecycle/publishing/due/due.ts';
import { commandsOfService } from '../../../support/commands.ts';
import { expectDone } from '../../../support/content.ts';
import { databaseOf } from '../../../support/database.ts';
import { multiplyEntry } from '../../../support/many-entries.ts';
import { startService, type TestProject, type TestService } from '../../../support/service.ts';
import { scheduledKinds } from '../../../support/assembly.ts';
import { tester } from '../../../support/actor.ts';

const dayMs = 24 * 60 * 60 * 1000;
const service = await startService();
/** The same data two days later. */
const later = await startService({
  MONGODB_DB: service.app.config.MONGODB_DB,
  CLOCK_OFFSET_MS: String(2 * dayMs),
});

function publishDueIn({ app: { system, clock, log, contextsOf: callsOf } }: TestService): Promise<void> {
  const openProject = callsOf(tester).project;
  return publishDue({
    system,
    clock,
    log,
    kinds: scheduledKinds,
    openProject,
    openRelease: openReleaseContext,
  });
}

describe('the date of a scheduled entry', () => {
  it('makes it visible by itself, and is told once; in another release it is not told', async () => {
    const project = await service.newProject();
    await project.secret.put('/v1/schema/content-types/page', { fields: [{ key: 'title', type: 'string' }] });
    const published_at = new Date(service.app.clock.now().getTime() + dayMs).toISOString();
    const body = { values: { title: 'A' }, publish: true, published_at };
    const entry = await project.secret.post('/v1/content/page/entries', body);
    const release = await project.secret.post('/v1/releases', { name: 'Next' });
    const path = `/v1/content/page/${entry.body.id}`;
    expect((await project.secret.get('/v1/changes')).body.next_scheduled_change).toBe(published_at);
    expect((await project.publishable.get(path)).body.error).toMatchObject({
      code: 'entry_not_published',
      available_at: published_at,
    });

    const tomorrow = await fetch(later.url + path, {
      headers: { Authorization: `Bearer ${project.secret.token}` },
    });
    await Promise.all([publishDueIn(later), publishDueIn(later)]);
    await publishDueIn(later);

    expect(tomorrow.status).toBe(200);
    expect(await project.events()).toEqual(['content.type.updated', 'content.entry.published']);
    const copy = await project.secret.patch(`${path}?release=${release.body.id}`, { values: { title: 'B' } });
    expect(copy.body.status).toBe('published');
  });

  it('that 150 entries share is announced in few transactions, each entry with its own event and audit row', async () => {
    const [project, other] = [await service.newProject(), await service.newProject()];
    await storeScheduled(project, 149);
    await storeScheduled(other, 1);

    const commands = await commandsOfService(later.app.system, () => publishDueIn(later));

    for (const [{ id: projectId }, count] of [
      [project, 150],
      [other, 2],
    ] as const) {
      const stored = (name: string, filter: object) =>
        databaseOf(later.app.system)
          .collection(name)
          .find({ project_id: projectId, ...filter })
          .toArray();
      const events = await stored('events', { name: 'content.entry.published' });
      expect(new Set(events.map(({ subject }) => String(subject))).size).toBe(count);
      expect(events).toHaveLength(count);
      expect(await stored('audit', { action: 'entry.published' })).toHaveLength(count);
      expect(await stored('entries', { status: 'scheduled' })).toEqual([]);
      expect(await stored('entries', { status: 'published' })).toHaveLength(count);
    }
    expect(commands.filter((command) => command.startsWith('commitTransaction')).length).toBeLessThan(40);
  });
});

/** Stores one scheduled entry and `count` copies with other ids. */
async function storeScheduled(project: TestProject, count: number): Promise<void> {
  await project.secret.put('/v1/schema/content-types/page', { fields: [{ key: 'title', type: 'string' }] });
  const published_at = new Date(service.app.clock.now().getTime() + dayMs).toISOString();
  const body = { values: { title: 'A' }, publish: true, published_at };
  const entry = expectDone(await project.secret.post('/v1/content/page/entries', body));
  await multiplyEntry(service.app, String(entry.id), count);
}
