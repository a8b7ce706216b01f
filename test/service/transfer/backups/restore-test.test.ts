import { describe, expect, it, vi } from 'vitest';
import { createProject } from '../../../../src/accounts/new-project/store.ts';
import { acting } from '../../../support/actor.ts';
import { createEntry, dayMs, defineType, inMs } from '../../../support/content.ts';
import { databaseOf } from '../../../support/database.ts';
import { newAsset } from '../../../support/media.ts';
import type { TestProject } from '../../../support/service.ts';
import { newBackedUpInstallation } from '../../../support/transfer/backups.ts';
import { fullProject } from '../../../support/transfer/full-project.ts';
import { withHistory } from '../../../support/transfer/history-project.ts';

vi.setConfig({ testTimeout: 60_000 });

const installation = await newBackedUpInstallation();
const { app, bucket } = installation;
const galley = (...args: string[]) => installation.galley(...args);
const rows = (name: string) => databaseOf(app.system).collection<any>(name);

async function newBackup(): Promise<{ project: TestProject; start: string; id: string }> {
  const project = await installation.newProject();
  await defineType(project, 'page', { title: 'string' });
  await createEntry(project, 'page', { title: 'A' }, { publish: true });
  await createEntry(project, 'page', { title: 'B' }, { publish: true, published_at: inMs(dayMs) });
  await newAsset(project.secret);
  const { body } = await galley('backup', 'run', '--project', project.id);
  return { project, id: body.backups[0].id, start: `galley-backups/${project.id}` };
}

const test = ({ id }: Pick<TestProject, 'id'>) => galley('backup', 'test', '--project', id);

describe('galley backup test', () => {
  it('passes for a backup of everything that a project can have, and leaves nothing', async () => {
    const project = await fullProject(installation);
    await galley('backup', 'run', '--project', project.id);
    const counts = async () => ({
      projects: await rows('projects').countDocuments(),
      entries: await rows('entries').countDocuments(),
      media: await rows('media').countDocuments(),
      deliveries: await rows('deliveries').countDocuments(),
      events: await rows('events').countDocuments(),
    });
    const before = await counts();

    const { exitCode, body } = await test(project);

    expect(body).toMatchObject({ passed: true, differences: [] });
    expect(exitCode).toBe(0);
    expect(await counts()).toEqual(before);
    const [listed] = (await galley('backup', 'list', '--project', project.id)).body.backups;
    expect(listed).toMatchObject({ id: body.backup, test: 'passed', tested_at: expect.any(String) });
    const state = await rows('backups').findOne({ project_id: project.id });
    expect(state).toMatchObject({ test: 'passed', backups: [listed] });
    const audit = await rows('audit').countDocuments({ project_id: project.id, action: 'backup.tested' });
    expect(audit).toBe(1);
    const log = await rows('audit').find({ action: 'project.deleted' }).toArray();
    expect(log).toEqual([]);
  });

  it('passes for versions, the trash and comments', async () => {
    const { project } = await withHistory(installation);
    await galley('backup', 'run', '--project', project.id);

    const { exitCode, body } = await test(project);

    expect(body).toMatchObject({ passed: true, differences: [] });
    expect(exitCode).toBe(0);
  });

  it.each([
    ['missing part', '/entries.ndjson', null, 'entries.ndjson is missing'],
    ['missing part of the history', '/versions.ndjson', null, 'versions.ndjson is missing'],
    ['missing file', '/files/', null, 'is missing'],
    ['damaged file', '/files/', 'yyyyy', 'is damaged'],
  ])('fails for a %s', async (_name, part, content, reason) => {
    const { project, start } = await newBackup();
    const [key = ''] = (await bucket.keys()).filter((one) => one.startsWith(start) && one.includes(part));
    await (content === null ? bucket.remove(key) : bucket.put(key, Buffer.from(content)));

    const { exitCode, body } = await test(project);

    expect(exitCode).toBe(2);
    expect(body).toMatchObject({ passed: false, differences: [expect.stringContaining(reason)] });
    const [listed] = (await galley('backup', 'list', '--project', project.id)).body.backups;
    expect(listed.test).toBe('failed');
    expect(await rows('projects').countDocuments({ restore_test: { $exists: true } })).toBe(0);
  });

  it('removes the hidden project of a killed test', async () => {
    const { project } = await newBackup();
    const hidden = { name: 'Test', privateMedia: false, copyingSince: app.clock.now() };
    const { project: left } = await createProject(
      app.system,
      { ...hidden, restoreTest: 'bkp_1' },
      acting(app),
    );
    const { body: list } = await galley('project', 'list');
    expect(JSON.stringify(list)).not.toContain(left._id);

    expect((await test(project)).exitCode).toBe(0);

    expect(await rows('projects').countDocuments({ _id: left._id })).toBe(0);
    expect(await rows('releases').countDocuments({ project_id: left._id })).toBe(0);
  });

  it('tests the backup of a deleted project', async () => {
    const { project } = await newBackup();
    await galley('project', 'delete', '--project', project.id, '--yes');

    const { exitCode, body } = await test(project);

    expect(exitCode, JSON.stringify(body)).toBe(0);
    expect(body.passed).toBe(true);
  });

  it('needs a backup', async () => {
    const project = await installation.newProject();

    const { exitCode, body } = await test(project);

    expect(exitCode).toBe(1);
    expect(body.error).toMatchObject({ code: 'invalid_parameter', param: '--project' });
  });
});
