import { describe, expect, it } from 'vitest';
import { signedIn } from '../../support/dashboard.ts';
import { startCommands } from '../../support/command-line.ts';
import { createEntry, defineType, expectDone, pluck, publishEntry } from '../../support/content.ts';

const { galley: run, service, env } = await startCommands();
const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY } = service.app.config;
/** With the settings that commands with a context read. */
const galley = (...args: string[]) =>
  run(args, { ...env, S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY });

describe('galley trash', () => {
  it('lists and restores what matches', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', { title: 'string' });
    const { id: author } = expectDone(await project.secret.post('/v1/authors', { name: 'Ada' })) as {
      id: string;
    };
    const live = await publishEntry(project, 'page', { title: 'Live' });
    const { id: draft } = await createEntry(project, 'page', { title: 'Draft' });
    for (const path of [`authors/${author}`, `content/page/${live}`, `content/page/${draft}`])
      expect((await project.secret.delete(`/v1/${path}`)).status).toBe(204);

    const all = (await galley('trash', 'list', '--project', project.id)).body.items;
    expect(pluck(all, 'id')).toEqual([draft, live, author]);
    expect(pluck(all, 'was_live')).toEqual([false, true, true]);
    const restored = await galley(
      ...['trash', 'restore', '--project', project.id, '--kind', 'entry', '--publish'],
    );

    expect(restored.body).toEqual({ restored: 2, failed: [], warnings: [] });
    expect((await project.secret.get(`/v1/content/page/${live}`)).status).toBe(200);
    expect((await project.secret.get(`/v1/content/page/${draft}`)).status).toBe(404);
    expect(pluck((await galley('trash', 'list', '--project', project.id)).body.items, 'id')).toEqual([
      author,
    ]);
    const since = new Date(service.app.clock.now().getTime() + 1_000).toISOString();
    const none = await galley('trash', 'restore', '--project', project.id, '--since', since);
    expect(none.body).toEqual({ restored: 0, failed: [], warnings: [] });
  });

  it('exits with 2 if an item can’t be restored', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', { title: 'string' });
    const { id } = await createEntry(project, 'page', { title: 'Draft' });
    await project.secret.delete(`/v1/content/page/${id}`);
    const owner = await signedIn(service, project.id, 'owner');
    await owner.send('DELETE', `/projects/${project.id}/content-types/page`, { confirm: 'page' });

    const { exitCode, body } = await galley('trash', 'restore', '--project', project.id, '--kind', 'entry');

    expect(exitCode).toBe(2);
    const [item] = (await galley('trash', 'list', '--project', project.id, '--kind', 'entry')).body.items;
    expect(item).toMatchObject({ id });
    expect(body.failed).toMatchObject([{ id: item.trash_id, code: 'cannot_be_restored' }]);
  });

  it.each([
    [['list', '--kind', 'poem'], 'invalid_parameter'],
    [['list', '--since', 'yesterday'], 'invalid_parameter'],
    [['restore', '--release', 'rel_none'], 'unknown_release'],
  ])('rejects %j', async (args, code) => {
    const { id } = await service.newProject();

    const { exitCode, body } = await galley('trash', ...args, '--project', id);

    expect(exitCode).toBe(1);
    expect(body.error).toMatchObject({ code });
  });
});
