import { describe, expect, it } from 'vitest';
import { createEntry, defineType, pluck } from '../../support/content.ts';
import { startCommands } from '../../support/command-line.ts';

const { galley: run, service, env } = await startCommands();
const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY } = service.app.config;
const galley = (...args: string[]) =>
  run(args, { ...env, S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY });

describe('galley preview', () => {
  it('creates links with the rights of an owner, lists and revokes them', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', { title: 'string' });
    const { id } = await createEntry(project, 'page', { title: 'Draft' });
    const of = ['--project', project.id, '--hours', '24'];

    const one = await galley('preview', 'link', ...of, '--type', 'page', '--id', String(id), '--name', 'Ada');
    const all = await galley('preview', 'link', ...of, '--all');

    expect(one.body).toMatchObject({
      link: { name: 'Ada', drafts: 'item', item: { type: 'page', id }, created_by: null },
      url: null,
    });
    expect(all.body.link).toMatchObject({ drafts: 'all', item: null });
    const status = async (token: string) =>
      (await project.as(token).get(`/preview/v1/content/page/${String(id)}`)).status;
    expect([await status(one.body.token), await status(all.body.token)]).toEqual([200, 200]);
    const { body: listed } = await galley('preview', 'links', '--project', project.id);
    expect(pluck(listed.links, 'id')).toEqual([all.body.link.id, one.body.link.id]);

    const revoked = await galley('preview', 'revoke', one.body.link.id as string);

    expect(revoked.body.link).toMatchObject({ id: one.body.link.id });
    expect([await status(one.body.token), await status(all.body.token)]).toEqual([401, 200]);
    expect((await galley('preview', 'revoke', one.body.link.id as string)).body.error.param).toBe('link-id');
  });

  it('creates links to a time', async () => {
    const { id, releaseId } = await service.newProject();
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const timeOptions = ['--at', at, '--release', releaseId, '--name', 'x'.repeat(200)];
    const { body } = await galley('preview', 'link', '--project', id, '--hours', '720', ...timeOptions);
    expect(body.link).toMatchObject({ drafts: 'none', item: null, at, release: releaseId });
  });

  it.each([
    [['--hours', '0', '--all'], '--hours'],
    [['--hours', '721', '--all'], '--hours'],
    [['--hours', '1', '--type', 'page'], '--id'],
    [['--hours', '1'], '--all'],
    [['--hours', '1', '--all', '--name', 'x'.repeat(201)], '--name'],
    [['--hours', '1', '--all', '--at', new Date(Date.now() + 60_000).toISOString()], '--all'],
    [['--hours', '1', '--at', 'tomorrow'], 'at'],
    [['--hours', '1', '--all', '--release', 'rel_x'], 'release'],
  ])('rejects %j', async (args, param) => {
    const { id } = await service.newProject();
    const { exitCode, body } = await galley('preview', 'link', '--project', id, ...args);
    expect([exitCode, body.error.param]).toEqual([1, param]);
  });
});
