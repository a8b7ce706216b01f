import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../../../dev/embedded/mongod/instance.ts';
import { contextParts, openProjectContext } from '../../../../src/server/create-context.ts';
import { createRelease } from '../../../../src/lifecycle/releases/service.ts';
import { recoverReleases } from '../../../../src/lifecycle/releases/copy/clone.ts';
import { ApiClient } from '../../../support/client.ts';
import { defineType, publishEntry } from '../../../support/content.ts';
import { multiplyEntry } from '../../../support/many-entries.ts';
import { type Program, runServer } from '../../../support/program.ts';
import { startService, testVariables } from '../../../support/service.ts';
import { tester } from '../../../support/actor.ts';
import { databaseOf } from '../../../support/database.ts';

vi.setConfig({ testTimeout: 120_000 }); // processes start slowly on a busy machine

const MONGODB_DB = `t_${randomUUID().slice(0, 13)}`;
const service = await startService({ MONGODB_DB });
/** The same data after the time in which a clone must have told of itself. */
const later = await startService({ MONGODB_DB, CLOCK_OFFSET_MS: '120000' });
const started: Program[] = [];
afterAll(async () => {
  for (const { process } of started) process.kill('SIGKILL');
  await databaseOf(service.app.system).dropDatabase();
});

async function projectOf(count: number) {
  const project = await service.newProject();
  await defineType(project, 'page', { title: 'string' });
  await multiplyEntry(service.app, await publishEntry(project, 'page', { title: 'A' }), count - 1);
  return project;
}

const rowsOf = (release: string) =>
  databaseOf(service.app.system).collection('entries').countDocuments({ release_id: release });

describe('a long clone', () => {
  it('tells how far it is, is not read early, and is whole in the end', async () => {
    const project = await projectOf(12_000);

    const cloning = project.secret.post('/v1/releases', { name: 'Spring' });
    const seen: { copied: number; total: number }[] = [];
    let early: unknown = null;
    for (;;) {
      const { body } = await project.secret.get('/v1/releases');
      const [, clone] = body.data as {
        id: string;
        status: string;
        progress?: { copied: number; total: number };
      }[];
      if (clone?.status === 'ready') break;
      if (clone?.progress === undefined) continue;
      seen.push(clone.progress);
      early ??= (await project.publishable.get(`/v1/content/page?release=${clone.id}`)).body.error;
    }

    expect(early).toMatchObject({
      code: 'release_not_ready',
      progress: { copied: expect.any(Number), total: expect.any(Number) },
    });
    expect(seen.map(({ copied }) => copied)).toEqual(
      seen.map(({ copied }) => copied).toSorted((a, b) => a - b),
    );
    expect(seen.at(-1)).toMatchObject({ total: 12_001 });
    expect((await cloning).body).toMatchObject({ status: 'ready', entry_count: 12_000 });
  });

  it('goes on when the request that began it is answered', async () => {
    const { app } = service;
    const project = await projectOf(12_000);
    const { project: info } = await app.contextsOf(tester).project(project.id);
    const details = { requestId: 'req', now: app.clock.now(), ifMatch: null, dryRun: false };
    const opening = { project: info, caller: null, actor: tester, details };
    const parts = contextParts(app.system, app.config, app.assembly);
    const call = { ...openProjectContext(parts, opening), endsAt: Infinity };
    const releases = () =>
      databaseOf(app.system).collection('releases').countDocuments({ project_id: project.id });

    const cloning = createRelease(call, { name: 'Spring' });
    await expect.poll(releases, { interval: 5 }).toBe(2);
    call.endsAt = 0; // the request's time is over

    expect((await cloning).body).toMatchObject({ status: 'ready', entry_count: 12_000 });
  });

  it('leaves nothing when it is not wanted any more', async () => {
    const project = await projectOf(12_000);

    const cloning = project.secret.post('/v1/releases', { name: 'Spring' });
    const ids = async () => (await project.secret.get('/v1/releases')).body.data as { id: string }[];
    await expect.poll(async () => (await ids()).length).toBe(2);
    const id = (await ids())[1]?.id ?? '';
    expect((await project.secret.delete(`/v1/releases/${id}`)).status).toBe(204);
    await cloning;

    await expect.poll(() => rowsOf(id), { timeout: 20_000 }).toBe(0);
    expect(await ids()).toHaveLength(1);
  });
});

describe('a clone that could not be made in time', () => {
  it('is refused by name before it begins, and so is one whose source is gone', async () => {
    const small = await startService({ MAX_CLONE_ENTRIES: '2' });
    const project = await small.newProject();
    await defineType(project, 'page', { title: 'string' });
    for (const title of ['A', 'B']) await publishEntry(project, 'page', { title });
    const spring = await project.secret.post('/v1/releases', { name: 'Spring' });
    await publishEntry(project, 'page', { title: 'C' });

    const refused = await project.secret.post('/v1/releases', { name: 'Summer' });
    await project.secret.delete(`/v1/releases/${spring.body.id}`);
    const gone = await project.secret.post('/v1/releases', { name: 'Summer', from: spring.body.id });

    expect(spring.body).toMatchObject({ status: 'ready', entry_count: 2 });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { code: 'limit_reached', limit: 'entries_per_clone_max', value: 2 } },
    });
    expect(refused.body.error.message).toContain('ask the operator to raise the limit');
    expect(gone.body.error).toMatchObject({ code: 'unknown_release', param: 'from' });
    expect((await project.secret.get('/v1/releases')).body.data).toHaveLength(1);
  });
});

describe('a clone whose process is killed', () => {
  it('is ended as failed by the next one, which removes what was copied and harms nothing else', async () => {
    const project = await projectOf(30_000);
    const port = await freePort(0);
    const env = { ...testVariables({ MONGODB_DB, PORT: String(port) }), ROLE: 'api', LOG_LEVEL: 'info' };
    const program = runServer({ env: env });
    started.push(program);
    await expect.poll(() => program.err, { timeout: 60_000 }).toContain('Galley serves');

    const doomed = new ApiClient(`http://127.0.0.1:${port}`, project.secret.token);
    const lost = doomed.post('/v1/releases', { name: 'Spring' }).catch((fault: unknown) => fault);
    const clone = async () => (await project.secret.get('/v1/releases')).body.data[1];
    await expect
      .poll(async () => (await clone())?.progress?.copied, { timeout: 20_000, interval: 20 })
      .toBeGreaterThan(2_000);
    program.process.kill('SIGKILL');
    expect(await lost).toBeInstanceOf(Error);
    const { id, status } = await clone();

    expect(status).toBe('cloning');
    expect(await rowsOf(id)).toBeGreaterThan(0);
    await recoverReleases(service.app.system, service.app.clock); // too early: the process might be slow
    expect((await clone()).status).toBe('cloning');
    await recoverReleases(later.app.system, later.app.clock);
    await recoverReleases(later.app.system, later.app.clock);

    const failed = await clone();
    expect(failed).toMatchObject({ id, status: 'failed', reason: expect.stringContaining('Clone again.') });
    expect(failed).not.toHaveProperty('progress');
    expect(await rowsOf(id)).toBe(0);
    for (const path of [`/v1/content/page?release=${id}`, `/v1/releases/${id}/diff`]) {
      expect((await project.secret.get(path)).body.error.code).toBe('release_not_ready');
    }
    expect((await project.secret.post(`/v1/releases/${id}/promote`)).body.error.code).toBe(
      'release_not_ready',
    );
    expect((await project.secret.get('/v1/content/page?limit=100')).body.data).toHaveLength(100);
    expect((await project.secret.delete(`/v1/releases/${id}`)).status).toBe(204);
    expect(await project.events()).toEqual([
      'content.type.updated',
      'content.entry.published',
      'release.deleted',
    ]);
  });
});
