import { describe, expect, it } from 'vitest';
import { openReleaseContext } from '../../../../src/server/create-context.ts';
import {
  type DueDeps,
  nextScheduledChange,
  publishDue,
} from '../../../../src/lifecycle/publishing/due/due.ts';
import { startService, type TestService, withLocales } from '../../../support/service.ts';
import { scheduledKinds } from '../../../support/assembly.ts';
import { tester } from '../../../support/actor.ts';

const dayMs = 24 * 60 * 60 * 1000;
const service = await startService();
const data = { MONGODB_DB: service.app.config.MONGODB_DB };
/** Two processes on the same data, two days later. */
const later = await startService({ ...data, CLOCK_OFFSET_MS: String(2 * dayMs) });
const another = await startService({ ...data, CLOCK_OFFSET_MS: String(2 * dayMs) });

function depsOf({ app: { system, clock, log, contextsOf: callsOf } }: TestService): DueDeps {
  return {
    system,
    clock,
    log,
    kinds: scheduledKinds,
    openProject: callsOf(tester).project,
    openRelease: openReleaseContext,
  };
}

const tomorrow = new Date(service.app.clock.now().getTime() + dayMs).toISOString();
const scheduled = { publish: true, published_at: tomorrow };

describe('the date of a scheduled article', () => {
  it('is told once, however often and wherever the work runs', async () => {
    const project = await service.newProject();
    const { body } = await project.secret.post('/v1/blog/articles', { title: 'A', ...scheduled });
    await project.secret.post('/v1/blog/articles', { title: 'B', ...scheduled });

    await publishDue(depsOf(service));
    expect(await project.events()).toEqual([]);

    await Promise.all([later, another, later, another].map((process) => publishDue(depsOf(process))));
    await publishDue(depsOf(later));

    expect(await project.events()).toEqual(['blog.article.published', 'blog.article.published']);
    const told = (await project.eventData()).find(({ slug }) => slug === 'a');
    expect(told).toEqual({
      id: body.id,
      slug: 'a',
      title: 'A',
      status: 'published',
      published_at: tomorrow,
      updated_at: body.updated_at,
      url: '/v1/blog/articles/a',
      ...withLocales({
        locales: [{ locale: 'en', change: 'published', url: '/v1/blog/articles/a?locale=en' }],
      }),
    });
    const answer = await project.secret.patch('/v1/blog/articles/a', { title: 'A' });
    expect(answer.body).toMatchObject({ status: 'published', revision: 1, scheduled_for: null });
    expect((await project.secret.patch('/v1/blog/articles/a', { slug: 'c' })).body.error.code).toBe(
      'slug_is_final',
    );
  });

  it('that was moved, hidden or deleted is not told', async () => {
    const project = await service.newProject();
    for (const title of ['moved', 'hidden', 'deleted'])
      await project.secret.post('/v1/blog/articles', { title, ...scheduled });
    const inFourDays = new Date(service.app.clock.now().getTime() + 4 * dayMs).toISOString();
    await project.secret.patch('/v1/blog/articles/moved', { published_at: inFourDays });
    await project.secret.patch('/v1/blog/articles/hidden', { publish: false });
    await project.secret.delete('/v1/blog/articles/deleted');

    await publishDue(depsOf(later));

    expect(await project.events()).toEqual(['blog.article.deleted']);
  });

  it('is told of in the knowledge base too, and counted there once', async () => {
    const project = await service.newProject();
    const { id } = (await project.secret.post('/v1/kb/collections', { title: 'C' })).body;
    await project.secret.post('/v1/kb/articles', { title: 'A', collection: id, ...scheduled });
    const counted = async () => (await project.secret.get('/v1/kb/tree')).body.data[0].article_count;

    expect(await counted()).toBe(0);
    await Promise.all([later, another].map((process) => publishDue(depsOf(process))));

    expect(await project.events()).toEqual(['kb.article.published']);
    expect(await counted()).toBe(1);
  });

  it('is known ahead as the next change of its project alone', async () => {
    const [project, other] = [await service.newProject(), await service.newProject()];
    await project.secret.post('/v1/blog/articles', { title: 'A', ...scheduled });
    const { system, clock } = service.app;
    const nextOf = ({ id: projectId, releaseId }: typeof project) =>
      nextScheduledChange(scheduledKinds, { db: system.project(projectId), releaseId }, clock.now());

    expect(await nextOf(project)).toEqual(new Date(tomorrow));
    expect(await nextOf(other)).toBeNull();
  });
});
