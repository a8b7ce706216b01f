import { generateX25519Identity } from 'age-encryption';
import { describe, expect, it, vi } from 'vitest';
import { createEntry, defineType } from '../../../support/content.ts';
import { databaseOf } from '../../../support/database.ts';
import { newAsset } from '../../../support/media.ts';
import type { TestProject } from '../../../support/service.ts';
import type { Variables } from '../../../../src/core/settings/config.ts';
import { newBackedUpInstallation } from '../../../support/transfer/backups.ts';
import { everyRow } from '../../../support/transfer/every-answer.ts';
import { withHistory } from '../../../support/transfer/history-project.ts';

vi.setConfig({ testTimeout: 60_000 });

const installation = await newBackedUpInstallation();
const { app, bucket } = installation;
const galley = (...args: string[]) => installation.galley(...args);
const galleyWith = (more: Variables, ...args: string[]) => installation.galleyWith(more, ...args);
const identity = await generateX25519Identity();

/** A project with an entry and a file, and its backup. */
async function newBackup(more = {}): Promise<{ project: TestProject; start: string; id: string }> {
  const project = await installation.newProject();
  await defineType(project, 'page', { title: 'string' });
  await createEntry(project, 'page', { title: 'A' }, { publish: true });
  await newAsset(project.secret);
  const { exitCode, body } = await galleyWith(more, 'backup', 'run', '--project', project.id);
  expect(exitCode, JSON.stringify(body)).toBe(0);
  const { id } = body.backups[0];
  return { project, id, start: `galley-backups/${project.id}` };
}

const restore = async ({ id }: Pick<TestProject, 'id'>, ...args: string[]) =>
  galley('backup', 'restore', '--project', id, '--name', 'Restored', ...args);
const countProjects = () => databaseOf(app.system).collection('projects').countDocuments();
const mediaOf = (id: string) =>
  databaseOf(app.system).collection<any>('media').findOne({ project_id: id, status: 'ready' });

async function fileOf(id: string): Promise<string> {
  const { S3_ENDPOINT, S3_BUCKET } = installation.variables;
  const { object } = await mediaOf(id);
  return (await fetch(`${String(S3_ENDPOINT)}/${String(S3_BUCKET)}/${object.key}`)).text();
}

describe('galley backup restore', () => {
  it('restores beside the original with new ids', async () => {
    const { project, id } = await newBackup();

    const { exitCode, body } = await restore(project, '--new-ids');

    expect(exitCode, JSON.stringify(body)).toBe(0);
    expect(body).toMatchObject({ backup: id, files: { copied: 1, kept: 0, missing: [] } });
    expect(body.rows).toMatchObject({ entries: 1, content_types: 1, media: 1 });
    const restored = { id: String(body.project) };
    const masked = (rows: object) =>
      JSON.stringify(rows).replaceAll(/([a-z]{3}_[0-9a-z]{18})[0-9a-z]{8}/g, '$1');
    const [before, after] = [await everyRow(app, project), await everyRow(app, restored)];
    expect(masked(after['entries'] ?? [])).toBe(masked(before['entries'] ?? []));
    expect(await fileOf(restored.id)).toBe('xxxxx');
    const { body: list } = await galley('project', 'list');
    expect(list.projects).toContainEqual(expect.objectContaining({ id: restored.id, name: 'Restored' }));
    const audit = databaseOf(app.system).collection('audit');
    expect(await audit.countDocuments({ project_id: restored.id, action: 'backup.restored' })).toBe(1);
  });

  it('restores a deleted project by its id, with its ids', async () => {
    const { project } = await newBackup();
    const before = await everyRow(app, project);
    const rejected = await restore(project);
    expect(rejected.exitCode).toBe(1);
    expect(rejected.body.error).toMatchObject({ code: 'invalid_parameter', param: '--new-ids' });
    await galley('project', 'delete', '--project', project.id, '--yes');

    const { exitCode, body } = await restore(project);

    expect(exitCode, JSON.stringify(body)).toBe(0);
    expect(await everyRow(app, { id: body.project })).toEqual(before);
    expect(await fileOf(body.project)).toBe('xxxxx');
  });

  it('restores versions, the trash and comments', async () => {
    const { project } = await withHistory(installation);
    const historyOf = async (id: string) => {
      const { versions, trash, comments } = await everyRow(app, { id }, { history: true });
      return JSON.stringify({ versions, trash, comments });
    };
    const before = await historyOf(project.id);
    await galley('backup', 'run', '--project', project.id);
    await galley('project', 'delete', '--project', project.id, '--yes');

    const { exitCode, body } = await restore(project);

    expect(exitCode, JSON.stringify(body)).toBe(0);
    expect(body.rows).toMatchObject({ trash: 2, comments: 1 });
    expect(await historyOf(body.project)).toBe(before.replaceAll('"words"', '"text"')); // a renamed field
  });

  it('restores the backup with an id, and names a missing one', async () => {
    const { project, id } = await newBackup();
    await createEntry(project, 'page', { title: 'B' });
    await galley('backup', 'run', '--project', project.id);

    const { body } = await restore(project, '--new-ids', '--backup', id);
    const missing = await restore(project, '--new-ids', '--backup', 'bkp_01jd2v8k3q5w7x9y0z1a2b3c4d');

    expect(body).toMatchObject({ backup: id, rows: { entries: 1 } });
    expect(missing).toMatchObject({ exitCode: 1, body: { error: { param: '--backup' } } });
  });

  it.each([
    ['a missing part', '/entries.ndjson', null],
    ['a damaged part', '/entries.ndjson', '{"_id":"x"}\n'],
    ['a changed part', '/media.ndjson', ''],
    ['a missing file', '/files/', null],
    ['a damaged file of the same size', '/files/', 'yyyyy'],
    ['a missing list of files', '/files.txt', null],
    ['a damaged list of files', '/files.txt', ''],
    ['a damaged manifest', '/galley.json', '{"format": 1}'],
  ])('leaves no project for %s', async (_name, part, content) => {
    const { project, start } = await newBackup();
    const keys = (await bucket.keys()).filter((key) => key.startsWith(start) && key.includes(part));
    expect(keys).toHaveLength(1);
    for (const key of keys)
      await (content === null ? bucket.remove(key) : bucket.put(key, Buffer.from(content)));
    const before = await countProjects();

    const { exitCode, body } = await restore(project, '--new-ids');

    expect(exitCode).toBe(1);
    expect(body.error.code, body.error.message).toBe('invalid_parameter');
    expect(await countProjects()).toBe(before);
  });
});

describe('BACKUP_AGE_IDENTITY', () => {
  const encrypted = { BACKUP_AGE_IDENTITY: identity };

  it('encrypts every object of a backup, which its identity alone opens', async () => {
    const { project, start, id } = await newBackup(encrypted);
    const keys = (await bucket.keys()).filter((key) => key.startsWith(start));
    for (const key of keys.filter((one) => !/files\.txt|backup\.json/.test(one)))
      expect(String((await bucket.read(key)).subarray(0, 21)), key).toBe('age-encryption.org/v1');
    expect(keys).toContain(`${start}/${id}/galley.json.age`);
    const args = ['backup', 'restore', '--project', project.id, '--name', 'Restored', '--new-ids'];
    const before = await countProjects();

    const without = await galley(...args);
    const withAnother = await galleyWith({ BACKUP_AGE_IDENTITY: await generateX25519Identity() }, ...args);
    expect([without.exitCode, withAnother.exitCode]).toEqual([1, 1]);
    expect(without.body.error).toMatchObject({ param: 'BACKUP_AGE_IDENTITY' });
    expect(withAnother.body.error.message).toContain('another identity');
    expect(await countProjects()).toBe(before);

    const { exitCode, body } = await galleyWith(encrypted, ...args);

    expect(exitCode, JSON.stringify(body)).toBe(0);
    expect(body).toMatchObject({ rows: { entries: 1 }, files: { copied: 1 } });
    expect(await fileOf(body.project)).toBe('xxxxx');
  });

  it('can change, while each backup needs the identity that it was created with', async () => {
    const { project, id } = await newBackup(encrypted);
    const other = { BACKUP_AGE_IDENTITY: await generateX25519Identity() };
    await galleyWith(other, 'backup', 'run', '--project', project.id);
    const args = ['backup', 'restore', '--project', project.id, '--name', 'Restored', '--new-ids'];

    const newest = await galleyWith(other, ...args);
    const first = await galleyWith(encrypted, ...args, '--backup', id);

    expect(newest.exitCode, JSON.stringify(newest.body)).toBe(0);
    expect(first.exitCode, JSON.stringify(first.body)).toBe(0);
    expect(await fileOf(first.body.project)).toBe('xxxxx');
  });

  it('notices a damaged encrypted file', async () => {
    const { project, start } = await newBackup(encrypted);
    const [key = ''] = (await bucket.keys()).filter((one) => one.startsWith(`${start}/files/`));
    const bytes = await bucket.read(key);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    await bucket.put(key, bytes);

    const args = ['backup', 'restore', '--project', project.id, '--name', 'Restored', '--new-ids'];
    const { exitCode, body } = await galleyWith(encrypted, ...args);

    expect(exitCode).toBe(1);
    expect(body.error.message).toContain('damaged');
  });
});
