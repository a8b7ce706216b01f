import { describe, expect, it } from 'vitest';
import { jobActor } from '../../../../src/contract/events/actor.ts';
import { writerOf, writeProject } from '../../../../src/projects/write/transaction.ts';
import { insertView } from '../../../../src/dashboard/views/repository.ts';
import { expectDone } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { startService } from '../../../support/service.ts';
import { newWorld } from '../../../support/mcp/world.ts';
import { rowsOf } from '../../../support/audit/rows.ts';

const service = await startService();
const { app } = service;
const db = databaseOf(app.system);

describe('an actor', () => {
  it('of an agent is its key, by the door that is no header', async () => {
    const { agent, project, pageId } = await newWorld(service);
    const { key } = (await project.secret.get('/v1/ping')).body as { key: { id: string } };

    const rows = await rowsOf(app, project.id, async () => {
      const items = [{ type: 'page', id: pageId, values: { title: 'By an agent' } }];
      const { confirm } = (await agent.call('write', { items })).body;
      expect(
        (await agent.call('write', { items, ...(confirm === undefined ? {} : { confirm }) })).body.done,
      ).toBe(true);
      await project.secret.post('/v1/authors', { name: 'Ada' }, { Via: 'mcp', 'User-Agent': 'mcp' });
    });

    expect(rows.map(({ via, actor }) => [via, actor])).toEqual([
      ['mcp', { kind: 'key', id: key.id }],
      ['api', { kind: 'key', id: key.id }],
    ]);
  });

  it('is stored with each event, and is in no feed', async () => {
    const project = await service.newProject();
    const owner = await signedIn(service, project.id, 'owner');
    const { id } = (await owner.send('GET', '/session')).body.user as { id: string };

    const path = `/projects/${project.id}/v1/blog/articles`;
    expect((await owner.send('POST', path, { title: 'Kites', publish: true })).status).toBe(201);

    const event = await db.collection('events').findOne({ project_id: project.id });
    expect(event?.['actor']).toEqual({ kind: 'user', id });
    expect((await project.secret.get('/v1/changes?since=0')).text).not.toContain(id);
  });

  it('is in the row of what the service does by itself, as a job', async () => {
    const project = await service.newProject();
    const writer = writerOf(app.system.project(project.id), {
      now: app.clock.now(),
      actor: jobActor('publishing.due'),
    });

    const rows = await rowsOf(app, project.id, () =>
      writeProject(writer, async (inside) =>
        inside.stored({ action: 'project.cleared', subject: { kind: 'project', id: project.id } }),
      ),
    );

    expect(rows).toMatchObject([{ actor: { kind: 'job', id: 'publishing.due' }, via: 'job' }]);
  });
});

describe('work that says that it changed nothing', () => {
  it('and stored something fails, and leaves neither', async () => {
    const project = await service.newProject();
    const now = app.clock.now();
    const writer = writerOf(app.system.project(project.id), { now, actor: jobActor('publishing.due') });
    const view = {
      ...{ _id: 'viw_lied', list: 'blog', name: 'Lied', search: {}, columns: null, shared: true },
      ...{ owner: { id: 'usr_1', name: 'Nora' }, created_at: now },
    };

    const lied = rowsOf(app, project.id, () =>
      writeProject(writer, async (inside) => {
        await insertView(inside.db, view);
        return inside.unchanged();
      }),
    );

    await expect(lied).rejects.toThrow('ended with `unchanged`');
    expect(await db.collection('views').countDocuments({ project_id: project.id })).toBe(0);
    expectDone(await project.secret.post('/v1/authors', { name: 'Ada' })); // and the next write goes on
  });
});
