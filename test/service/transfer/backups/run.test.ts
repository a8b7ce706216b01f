import { describe, expect, it, vi } from 'vitest';
import { HeldLease } from '../../../../src/core/mongo/transaction/held-lease.ts';
import { withPublicRead } from '../../../../src/core/storage/bucket/bucket-policy.ts';
import { createEntry, defineType } from '../../../support/content.ts';
import { databaseOf } from '../../../support/database.ts';
import { newAsset } from '../../../support/media.ts';
import type { TestProject } from '../../../support/service.ts';
import type { Variables } from '../../../../src/core/settings/config.ts';
import { newBackedUpInstallation } from '../../../support/transfer/backups.ts';

vi.setConfig({ testTimeout: 60_000 });

const installation = await newBackedUpInstallation();
const { bucket } = installation;
const galley = (...args: string[]) => installation.galley(...args);
const galleyWith = (more: Variables, ...args: string[]) => installation.galleyWith(more, ...args);

/** A project with a type, an entry and a file. */
async function newSite(): Promise<TestProject & { file: string }> {
  const project = await installation.newProject();
  await defineType(project, 'page', { title: 'string' });
  await createEntry(project, 'page', { title: 'A' }, { publish: true });
  return { ...project, file: await newAsset(project.secret) };
}

const keysOf = async ({ id }: TestProject) =>
  (await bucket.keys()).filter((key) => key.startsWith(`galley-backups/${id}/`));
const filesOf = async (project: TestProject) =>
  (await keysOf(project)).filter((key) => key.includes('/files/'));
const backUp = async ({ id }: TestProject, more = {}) => galleyWith(more, 'backup', 'run', '--project', id);
const listed = async ({ id }: TestProject) =>
  (await galley('backup', 'list', '--project', id)).body.backups as { id: string }[];
const auditOf = ({ id }: TestProject, action: string) =>
  databaseOf(installation.app.system).collection('audit').countDocuments({ project_id: id, action });

describe('galley backup run', () => {
  it('stores the export and the files, and lists the backup', async () => {
    const project = await newSite();

    const { exitCode, body } = await backUp(project);

    expect(exitCode, JSON.stringify(body)).toBe(0);
    const [backup] = body.backups;
    expect(body).toMatchObject({ failed: [], missing: [] });
    expect(backup).toMatchObject({
      project: project.id,
      files: 1,
      encrypted: false,
      tested_at: null,
      test: null,
    });
    expect(await listed(project)).toEqual([backup]);
    const keys = await keysOf(project);
    const start = `galley-backups/${project.id}/${backup.id}`;
    expect(keys).toEqual(
      expect.arrayContaining([`${start}/galley.json`, `${start}/entries.ndjson`, `${start}/media.ndjson`]),
    );
    const manifest = JSON.parse(String(await bucket.read(`${start}/galley.json`)));
    const rows = (manifest.parts as { rows: number }[]).reduce((sum, part) => sum + part.rows, 0);
    expect(backup.rows).toBe(rows);
    expect(manifest).toMatchObject({ files: 1, history: true, project: { name: 'Test' } });
    const [file = ''] = await filesOf(project);
    expect(file).toContain(`/files/${project.file}-`);
    expect(String(await bucket.read(file))).toBe('xxxxx');
    expect(await auditOf(project, 'backup.created')).toBe(1);
  });

  it('stores each file once, for as long as a backup names it', async () => {
    const project = await newSite();
    await backUp(project, { BACKUP_KEEP: '2' });
    const first = await filesOf(project);
    await newAsset(project.secret);
    await backUp(project, { BACKUP_KEEP: '2' });
    expect(await filesOf(project)).toHaveLength(2);
    const media = databaseOf(installation.app.system).collection<{ _id: string }>('media');
    await media.deleteOne({ _id: project.file, project_id: project.id });

    const { body } = await backUp(project, { BACKUP_KEEP: '2' });

    expect(body.backups[0].files).toBe(1);
    expect(await listed(project)).toHaveLength(2);
    expect(await filesOf(project)).toHaveLength(2); // the second backup names both
    await backUp(project, { BACKUP_KEEP: '2' });
    const last = await filesOf(project);
    expect(last).toHaveLength(1);
    expect(first.some((key) => last.includes(key))).toBe(false);
    const folders = new Set((await keysOf(project)).map((key) => key.split('/')[2]));
    expect(folders.size).toBe(3); // two backups and the files
  });

  it('hides a killed backup, and removes it with the next one', async () => {
    const project = await newSite();
    const id = 'bkp_01jd2v8k3q5w7x9y0z1a2b3c4d';
    const start = `galley-backups/${project.id}`;
    const leftovers = [`${start}/${id}/entries.ndjson`, `${start}/${id}/backup.json`];
    for (const key of [...leftovers, `${start}/files/med_gone-1-2`]) await bucket.put(key, Buffer.from('{}'));

    expect(await listed(project)).toEqual([]);
    await backUp(project);

    expect(await listed(project)).toHaveLength(1);
    expect((await keysOf(project)).filter((key) => /bkp_01jd2v8k3q|med_gone/.test(key))).toEqual([]);
  });

  it('reports a file that the storage has lost, and backs up everything else', async () => {
    const project = await newSite();
    const media = databaseOf(installation.app.system).collection('media');
    await media.updateMany({ project_id: project.id }, { $set: { size_bytes: 7 } });

    const { exitCode, body } = await backUp(project);

    expect(exitCode).toBe(1);
    expect(body).toMatchObject({ missing: [project.file], backups: [{ files: 0 }] });
  });

  it('backs up every other project when one fails', async () => {
    const [failing, other] = [await newSite(), await newSite()];
    const name = `backup/${failing.id}`;
    const lease = new HeldLease(installation.app.system, { name, forMs: 60_000 });
    expect(await lease.keep()).toBe(true);

    const { exitCode, body } = await galley('backup', 'run', '--all');
    await lease.release();

    expect(exitCode).toBe(1);
    expect(body.failed).toEqual([
      { project: failing.id, message: expect.stringContaining('another process') },
    ]);
    expect(await listed(failing)).toEqual([]);
    expect(await listed(other)).toHaveLength(1);
  });

  it('writes nothing to a bucket that everyone can read', async () => {
    const project = await newSite();
    await bucket.client.setBucketPolicy(bucket.name, withPublicRead('', bucket.name));

    const { exitCode, body } = await backUp(project);
    await bucket.client.setBucketPolicy(bucket.name, '');

    expect(exitCode).toBe(1);
    expect(body.error).toMatchObject({ code: 'invalid_parameter', param: 'BACKUP_S3_BUCKET' });
    expect(body.error.message).toContain('Everyone can read');
    expect(await keysOf(project)).toEqual([]);
    expect((await bucket.keys()).filter((key) => key.includes('galley-check'))).toEqual([]);
  });

  it('needs a bucket of its own', async () => {
    const { S3_BUCKET = '', S3_PRIVATE_BUCKET = '' } = installation.variables;
    const args = ['backup', 'run', '--all'];

    for (const [name, other] of [
      [S3_BUCKET, 'S3_BUCKET'],
      [S3_PRIVATE_BUCKET, 'S3_PRIVATE_BUCKET'],
    ] as const) {
      const { exitCode, body } = await galleyWith({ BACKUP_S3_BUCKET: name }, ...args);
      expect(exitCode).toBe(1);
      expect(body.error).toMatchObject({ code: 'invalid_parameter', param: 'BACKUP_S3_BUCKET' });
      expect(body.error.message).toContain(`bucket of ${other}`);
    }
    for (const command of ['run', 'list', 'restore']) {
      const more = { run: ['--all'], list: ['--project', 'x'], restore: ['--project', 'x', '--name', 'x'] };
      const options = more[command as keyof typeof more];
      const { exitCode, body } = await galleyWith({ BACKUP_S3_BUCKET: '' }, 'backup', command, ...options);
      expect(exitCode).toBe(1);
      expect(body.error).toMatchObject({ code: 'invalid_parameter', param: 'BACKUP_S3_BUCKET' });
    }
  });

  it('says which storage failed', async () => {
    const project = await newSite();

    const { exitCode, body } = await backUp(project, { BACKUP_S3_ENDPOINT: 'http://127.0.0.1:9' });

    expect(exitCode).toBe(1);
    expect(body.error.message).toMatch(/list the backup bucket .*ECONNREFUSED.*BACKUP_S3_ENDPOINT/);
  });
});
