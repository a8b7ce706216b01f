import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { expectDone } from '../support/content.ts';
import { DashboardClient, signedIn } from '../support/dashboard.ts';
import { clientOf, databaseOf } from '../support/database.ts';
import { newScene, type ServiceProcess } from './support/scene.ts';

const kills = Number(process.env['FAULT_KILLS'] ?? 20);
const entryCount = 150; // more than one batch of a deletion
const scene = await newScene();
const { service } = scene;
const db = databaseOf(service.app.system);

it(`loses no entry of a type whose deletion or restore is killed, at ${kills} moments`, async () => {
  const project = await service.newProject();
  const owned = { project_id: project.id };
  const fields = [{ key: 'title', type: 'string', options: { unique: true } }];
  expectDone(await project.secret.put('/v1/schema/content-types/story', { fields }));
  for (let i = 0; i < entryCount; i += 1) {
    const values = { title: `Story ${i}` };
    expectDone(await project.secret.post('/v1/content/story/entries', { values, publish: true }));
  }
  const member = await signedIn(service, project.id, 'owner');
  const clientFor = ({ url }: ServiceProcess) => {
    const client = new DashboardClient(url);
    client.cookie = member.cookie;
    client.csrf = member.csrf;
    return client;
  };
  const send = (victim: ServiceProcess, method: string, path: string, body: object) =>
    clientFor(victim).send(method, `/projects/${project.id}${path}`, body);
  const count = (name: string, filter: object = {}) =>
    db.collection(name).countDocuments({ ...owned, ...filter });
  const drafts = async () => {
    const rows = await db.collection('entries').find(owned).sort({ id: 1 }).toArray();
    return rows.map(({ id, draft }) => ({ id: id as unknown, draft: draft as unknown }));
  };
  const before = await drafts();
  const versions = await count('versions');

  /** Sends until the change is stored, because the first process may have been killed before its commit. */
  const deleteType = (victim: ServiceProcess) =>
    send(victim, 'DELETE', '/content-types/story', { confirm: 'story' });
  const restoreType = async (victim: ServiceProcess) => {
    const row = await db.collection('trash').findOne({ ...owned, kind: 'type' });
    return send(victim, 'POST', '/trash/restore', { ids: [String(row?.['trash_id'])], publish: true });
  };
  const isDeleted = async () => (await count('trash', { kind: 'type' })) === 1;
  const isMoved = async () => (await count('content_types')) === 0 && (await isDeleted());
  const isBack = async () =>
    (await count('content_types')) === 1 && (await count('bulk_jobs', { status: 'running' })) === 0;

  /** Waits until some entries are moved and others are not; a change that is too quick for that ends the wait. */
  const untilMidway = async () => {
    const since = performance.now();
    while (performance.now() - since < 10_000) {
      const remaining = await count('entries');
      if (remaining > 0 && remaining < entryCount) return;
    }
  };

  let victim = await scene.start();
  let longestMs = 500;
  let midway = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const isDeletion = kill % 2 === 0;
    const change = isDeletion ? deleteType : restoreType;
    const startedAt = performance.now();
    const interrupted = change(victim).catch(() => undefined);
    if (kill % 4 < 2) await wait(Math.random() * longestMs);
    else await untilMidway();
    await victim.kill();
    await interrupted;
    await clientOf(service.app.system).db('admin').command({ killAllSessions: [] });
    const remaining = await count('entries');
    if (remaining > 0 && remaining < entryCount) midway += 1;
    victim = await scene.start({ PORT: String(victim.port) });
    const isStored = async () => (await isDeleted()) === isDeletion;
    await expect
      .poll(async () => (await isStored()) || (await change(victim), await isStored()), {
        timeout: 60_000,
        interval: 500,
      })
      .toBe(true);
    await expect.poll(isDeletion ? isMoved : isBack, { timeout: 120_000, interval: 100 }).toBe(true);
    longestMs = Math.min(2_000, Math.max(500, (performance.now() - startedAt) / 4));

    if (isDeletion) expect(await count('trash', { kind: 'entry' })).toBe(entryCount);
    else expect([await drafts(), await count('trash')]).toEqual([before, 0]);
    expect(await count('versions')).toBeGreaterThanOrEqual(versions);
  }
  if ((await count('content_types')) === 0) await restoreType(victim);
  await expect.poll(isBack, { timeout: 60_000 }).toBe(true);
  const live = await project.publishable.get('/v1/content/story?limit=1&count=true');
  expect(live.body.meta.total).toBe(entryCount);
  expect(midway, 'kills in the middle').toBeGreaterThan(0);
});
