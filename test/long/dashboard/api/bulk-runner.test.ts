import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { BulkJob } from '../../../../src/dashboard/bulk/schema.ts';
import { defineType, publishEntry } from '../../../support/content.ts';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { multiplyEntry } from '../../../support/many-entries.ts';
import { type Program, runServer } from '../../../support/program.ts';
import { startOwnService, startService, testVariables, type TestService } from '../../../support/service.ts';

vi.setConfig({ testTimeout: 120_000 }); // processes start slowly on a busy machine

const hide = { action: 'unpublish', ids: null };

/** A project with so many live entries, and its bulk changes as one of its members sees them. */
async function projectOf(service: TestService, count: number) {
  const project = await service.newProject();
  await defineType(project, 'page', { title: 'string' });
  const first = await publishEntry(project, 'page', { title: 'A' });
  await multiplyEntry(service.app, first, count - 1);
  const editor = await signedIn(service, project.id, 'editor');
  const at = (path: string) => `/projects/${project.id}${path}`;
  const last = async (client: DashboardClient = editor) =>
    ((await client.send('GET', at('/bulk-jobs'))).body.data as BulkJob[])[0];
  const begin = async (query = '') => {
    const begun = await editor.send('POST', at(`/content/page/bulk-jobs${query}`), hide);
    expect(begun.status).toBe(201);
  };
  return { ...project, at, begin, last, editor };
}

describe('the bulk changes of several projects', () => {
  it('take turns in one place, and end with their member or their release', async () => {
    const service = await startOwnService({ BULK_CONCURRENCY: '1' });
    const long = await projectOf(service, 2_000);
    const short = await projectOf(service, 3);
    const left = await projectOf(service, 2);
    const gone = await projectOf(service, 2);
    await long.begin();
    await short.begin();
    await left.begin();
    const owner = await signedIn(service, left.id, 'owner');
    const { data } = (await owner.send('GET', left.at('/members'))).body as {
      data: { id: string; role: string }[];
    };
    const member = data.find(({ role }) => role === 'editor')?.id;
    expect((await owner.send('DELETE', left.at(`/members/${member}`))).status).toBe(204);
    const release = (await gone.secret.post('/v1/releases', { name: 'Spring' })).body.id as string;
    await gone.begin(`?release=${release}`);
    expect((await gone.secret.delete(`/v1/releases/${release}`)).status).toBe(204);

    await service.app.start();

    await expect.poll(async () => (await short.last())?.status, { timeout: 40_000 }).toBe('done');
    expect((await long.last())?.status).toBe('running');
    await expect.poll(async () => (await left.last(owner))?.status, { timeout: 40_000 }).toBe('failed');
    expect(await left.last(owner)).toMatchObject({
      done: 0,
      reason: expect.stringContaining('no longer a member'),
    });
    await expect.poll(async () => (await gone.last())?.status, { timeout: 40_000 }).toBe('failed');
    expect((await gone.secret.get('/v1/content/page')).body.data).toHaveLength(2);
    const { id } = (await long.last()) as BulkJob;
    expect((await long.editor.send('POST', long.at(`/bulk-jobs/${id}/stop`))).body.status).toBe('stopped');
  });
});

describe('a bulk change whose process is killed', () => {
  const MONGODB_DB = `t_${randomUUID().slice(0, 13)}`;
  const started: Program[] = [];
  afterAll(() => started.forEach(({ process }) => process.kill('SIGKILL')));

  it('is gone on with by another one; no item is changed twice', async () => {
    const items = 120;
    const service = await startService({ MONGODB_DB, ROLE: 'api' });
    const project = await projectOf(service, items);
    const env = { ...testVariables({ MONGODB_DB }), ROLE: 'worker', LOG_LEVEL: 'info' };
    const program = runServer({ env });
    started.push(program);
    await project.begin();
    const position = async () => (await project.last())?.position ?? 0;
    await expect.poll(position, { timeout: 60_000, interval: 20 }).toBeGreaterThan(20);

    program.process.kill('SIGKILL');
    await program.ended();
    const left = await position();
    expect(left).toBeLessThan(items);
    started.push(runServer({ env }));

    await expect.poll(async () => (await project.last())?.status, { timeout: 90_000 }).toBe('done');
    expect(await project.last()).toMatchObject({ total: items, position: items, done: items, failed: 0 });
    const events = databaseOf(service.app.system).collection('events');
    const hidden = { project_id: project.id, name: 'content.entry.unpublished' };
    expect(await events.countDocuments(hidden)).toBe(items);
    expect(await events.distinct('subject', hidden)).toHaveLength(items);
    const parts = databaseOf(service.app.system).collection('bulk_parts');
    expect(await parts.countDocuments({})).toBe(0);
    await databaseOf(service.app.system).dropDatabase();
  });
});
