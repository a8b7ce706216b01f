import { loadSeeds, type SeedContexts } from '../../../src/seeds/service.ts';
import { tester } from '../actor.ts';
import { createEntry, dayMs, defineType, expectDone, inMs } from '../content.ts';
import { databaseOf } from '../database.ts';
import type { TestProject } from '../service.ts';
import type { Installation } from './installations.ts';

/** The demo, and beside it what the demo has not: drafts, dates, two releases, votes, an archived article, a block. */
export async function fullProject(installation: Installation): Promise<TestProject> {
  const project = await installation.newProject();
  const settings = {
    'settings.link_patterns': { author: '/people/{slug}', 'entry:notice': '/notices/{id}' },
  };
  const projects = databaseOf(installation.app.system).collection<{ _id: string }>('projects');
  await projects.updateOne({ _id: project.id }, { $set: settings });
  const { secret, publishable } = project;
  const calls = installation.app.contextsOf(tester);
  const doors: SeedContexts = {
    project: () => calls.project(project.id),
    release: () => calls.release(project.id),
  };
  await loadSeeds(doors, 'all', { progress: () => undefined });
  await defineType(project, 'notice', { title: 'string' });
  const code = { key: 'code', type: 'string', options: { unique: true } };
  expectDone(await secret.put('/v1/schema/content-types/topic', { fields: [code] }));
  await createEntry(project, 'topic', { code: 'first' }, { publish: true });
  expectDone(await secret.put('/v1/schema/blocks/rule', { fields: [] }));
  await createEntry(project, 'notice', { title: 'A draft' });
  const made = await createEntry(
    project,
    'notice',
    { title: 'Soon' },
    { publish: true, published_at: inMs(dayMs) },
  );
  const spring = expectDone(await secret.post('/v1/releases', { name: 'Spring' })).id as string;
  expectDone(
    await secret.patch(`/v1/content/notice/${made.id}?release=${spring}`, { values: { title: 'Sooner' } }),
  );
  expectDone(await secret.delete(`/v1/content/notice/${made.id}`));
  const { data } = expectDone(await secret.get('/v1/kb/articles')) as { data: { slug: string }[] };
  const [voted = '', archived = ''] = data.map(({ slug }) => slug);
  expectDone(await publishable.post(`/v1/kb/articles/${voted}/vote`, { helpful: true, visitor_id: 'ada' }));
  expectDone(await publishable.post(`/v1/kb/articles/${voted}/vote`, { helpful: false }));
  expectDone(await secret.patch(`/v1/kb/articles/${archived}`, { archived: true }));
  expectDone(await secret.post(`/v1/releases/${spring}/promote`));
  return project;
}
