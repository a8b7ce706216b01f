import { describe, expect, it } from 'vitest';
import { databaseOf } from '../../../support/database.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { newBackedUpInstallation } from '../../../support/transfer/backups.ts';

const hourMs = 3_600_000;
const before = (hours: number) => new Date(Date.now() - hours * hourMs);

// The day that it replaces, without the seconds for which the state of a real day is cached.
const installation = await newBackedUpInstallation({ BACKUP_INTERVAL_SECONDS: '86400' });
const { app, url } = installation;
const rows = (name: string) => databaseOf(app.system).collection<any>(name);
const galley = (...args: string[]) => installation.galley(...args);

/** The sentence of `/readyz` about backups. */
async function problem(): Promise<string | undefined> {
  const { problems } = (await (await fetch(`${url}/readyz`)).json()) as {
    problems: { part: string; problem: string }[];
  };
  return problems.find(({ part }) => part === 'backups')?.problem;
}

describe('the state of backups', () => {
  const patience = { timeout: 30_000, interval: 250 };

  it('is listed for owners alone, newest first', async () => {
    const project = await installation.newProject();
    const [owner, editor] = [
      await signedIn(installation, project.id, 'owner'),
      await signedIn(installation, project.id, 'editor'),
    ];
    const read = (client: typeof owner) => client.send('GET', `/projects/${project.id}/backups`);
    expect((await read(owner)).body.data).toEqual([]);
    for (let i = 0; i < 2; i += 1) await galley('backup', 'run', '--project', project.id);

    const { status, body } = await read(owner);

    const { backups } = (await galley('backup', 'list', '--project', project.id)).body;
    expect([status, body.data]).toEqual([200, backups]);
    expect(backups).toHaveLength(2);
    expect(backups[0].at > backups[1].at).toBe(true);
    expect((await read(editor)).status).toBe(403);
  });

  it('is degraded in /readyz by a late backup and a failed test', async () => {
    const project = await installation.newProject();
    await rows('projects').deleteMany({ _id: { $ne: project.id } });
    await expect.poll(problem, patience).toBeUndefined(); // a new project has time
    await rows('projects').updateOne({ _id: project.id }, { $set: { created_at: before(27) } });
    await expect.poll(problem, patience).toBe(`No backup of the last 26 hours: ${project.id}.`);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);

    await galley('backup', 'run', '--project', project.id);
    await expect.poll(problem, patience).toBeUndefined();
    await rows('backups').updateOne({ project_id: project.id }, { $set: { last_at: before(25) } });
    const ages = [await metric('galley_backup_age_seconds'), await metric('galley_backup_test_age_seconds')];
    expect(ages.map((age) => Math.round(age / 3600))).toEqual([25, 27]);
    expect(await metric('galley_backup_failures_total')).toBe(0);

    await rows('backups').updateOne({ project_id: project.id }, { $set: { last_at: before(27) } });
    await expect.poll(problem, patience).toContain('No backup of the last 26 hours');
    await galley('backup', 'run', '--project', project.id);
    await galley('backup', 'test', '--project', project.id);
    await expect.poll(problem, patience).toBeUndefined();
    await rows('backups').updateOne({ project_id: project.id }, { $set: { test: 'failed' } });
    await expect.poll(problem, patience).toBe(`The last test of a restore failed: ${project.id}.`);
  }, 120_000);

  it('is checked by galley doctor', async () => {
    const backupsIn = ({ body }: { body: any }) =>
      (body.checks as { name: string; ok: boolean; why: string }[]).find(({ name }) => name === 'backups');

    await rows('backups').updateMany({}, { $set: { test: 'passed', last_at: new Date() } });
    expect(backupsIn(await galley('doctor'))).toMatchObject({ ok: true });
    await rows('backups').updateMany({}, { $set: { test: 'failed' } });
    expect(backupsIn(await galley('doctor'))).toMatchObject({
      ...{ ok: false, why: expect.stringContaining('test of a restore failed') },
    });
    const more = { BACKUP_S3_SECRET_KEY: 'wrong' };
    expect(backupsIn(await installation.galleyWith(more, 'doctor'))).toMatchObject({
      ...{ ok: false, why: expect.stringContaining('SignatureDoesNotMatch') },
    });
  });
});

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}
