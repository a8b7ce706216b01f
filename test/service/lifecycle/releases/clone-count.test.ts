import { expect, it } from 'vitest';
import { createEntry, defineType, expectDone } from '../../../support/content.ts';
import { databaseOf } from '../../../support/database.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();

it('the entries of a project are counted exactly when a clone ends, whatever was counted when it began', async () => {
  const project = await service.newProject();
  await defineType(project, 'page', { title: 'string' });
  for (const title of ['A', 'B', 'C']) await createEntry(project, 'page', { title });
  const db = databaseOf(service.app.system);
  const projects = db.collection<{ _id: string; usage: object }>('projects');
  const releases = db.collection<{ entry_count: number }>('releases');
  // As a clone leaves it that began before two of the entries were written.
  await projects.updateOne({ _id: project.id }, { $inc: { 'usage.entries_per_project_max': -2 } });

  const clone = expectDone(await project.secret.post('/v1/releases', { name: 'Next' }));

  expect(clone).toMatchObject({ status: 'ready', entry_count: 3 });
  const row = await projects.findOne({ _id: project.id });
  const counts = await releases.find({ project_id: project.id }).toArray();
  const sum = counts.reduce((total, { entry_count: count }) => total + count, 0);
  expect(row?.usage).toMatchObject({ entries_per_project_max: sum });
});
