import { describe, expect, it } from 'vitest';
import { createEntry, dayMs, defineType, inMs, publishEntry, refusal } from '../../../support/content.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { databaseOf } from '../../../support/database.ts';

const service = await startService();
const deleted = 'content.entry.deleted';

async function newPages(): Promise<TestProject> {
  const project = await service.newProject();
  await defineType(project, 'page', { title: 'string' });
  return project;
}

const at = (id: string) => `/v1/content/page/${id}`;

describe('DELETE', () => {
  it.each(['draft', 'scheduled', 'published'])(
    'removes a %s entry for good, 204, and says so',
    async (state) => {
      const project = await newPages();
      const more = {
        draft: {},
        scheduled: { publish: true, published_at: inMs(dayMs) },
        published: { publish: true },
      }[state];
      const { id } = await createEntry(project, 'page', { title: 'A' }, more);

      const answer = await project.secret.delete(at(id));

      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(refusal(await project.secret.get(at(id)))).toEqual([404, 'unknown_entry', 'entryId']);
      expect(refusal(await project.secret.delete(at(id)))).toEqual([404, 'unknown_entry', 'entryId']);
      expect((await project.events()).at(-1)).toBe(deleted);
      expect((await project.eventData()).at(-1)).toMatchObject({ id, status: state });
    },
  );

  it('with dry_run=true answers 200 with meta and removes nothing', async () => {
    const project = await newPages();
    const id = await publishEntry(project, 'page', { title: 'A' });

    const answer = await project.secret.delete(`${at(id)}?dry_run=true`);

    expect([answer.status, answer.body]).toEqual([200, { meta: { dry_run: true } }]);
    expect((await project.publishable.get(at(id))).status).toBe(200);
  });
});

describe('events and changes', () => {
  it('are one transaction: what is refused tells nothing and moves no revision', async () => {
    const project = await newPages();
    const rows = databaseOf(service.app.system).collection<{ _id: string; revision: number }>('projects');
    const revision = async () => (await rows.findOne({ _id: project.id }))?.revision ?? 0;
    const before = await revision();

    await project.secret.post('/v1/content/page/entries', { values: { title: 5 }, publish: true });
    await createEntry(project, 'page', { title: 'draft' });
    expect(await revision()).toBe(before);
    await publishEntry(project, 'page', { title: 'live' });
    expect(await revision()).toBe(before + 1);
  });
});
