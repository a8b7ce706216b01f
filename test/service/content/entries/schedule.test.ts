import { describe, expect, it } from 'vitest';
import { openReleaseContext } from '../../../../src/server/create-context.ts';
import { publishDue } from '../../../../src/lifecycle/publishing/due/due.ts';
import { startService, type TestService } from '../../../support/service.ts';
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
});
