import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { dayMs } from '../../../../src/contract/time.ts';
import type { UsageKind } from '../../../../src/contract/usage.ts';
import { UsageCounter } from '../../../../src/dashboard/usage/counter.ts';
import { startOfDay, startOfMonth } from '../../../../src/dashboard/usage/figures.ts';
import { readLimitShares, readWarnings } from '../../../../src/dashboard/usage/read.ts';
import type { ProjectUsage } from '../../../../src/dashboard/usage/schema.ts';
import { changeUsageLimits } from '../../../../src/dashboard/usage/limits.ts';
import { measureDueProjects, measureProject } from '../../../../src/dashboard/usage/measure.ts';
import { writerOf } from '../../../../src/projects/write/transaction.ts';
import { acting } from '../../../support/actor.ts';
import { collections } from '../../../support/assembly.ts';
import { allCommandsOf } from '../../../support/commands.ts';
import { createEntry, defineType } from '../../../support/content.ts';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { clientOf, databaseOf } from '../../../support/database.ts';
import { openEventSource } from '../../../support/event-source.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';
import { newEndpoint, quickDeliveries } from '../../../support/webhooks/endpoints.ts';

vi.setConfig({ testTimeout: 60_000 });

const MONGODB_DB = `${inject('databasePrefix')}${randomUUID().slice(0, 13)}`; // dropped at the end of the run
const service = await startOwnService({ MONGODB_DB, ...quickDeliveries });
const second = await startOwnService({ MONGODB_DB, RATE_READ: '3' });
const { app } = service;
const { system, clock } = app;
const usageRows = databaseOf(system).collection<{ project_id: string; at: Date }>('usage_days');

/** Counts are stored five seconds later. */
const patience = { timeout: 20_000, interval: 100 };

interface Owned {
  project: TestProject;
  owner: DashboardClient;
}

async function owned(): Promise<Owned> {
  const project = await service.newProject();
  return { project, owner: await signedIn(service, project.id, 'owner') };
}

const usageOf = async ({ project, owner }: Owned) =>
  (await owner.send('GET', `/projects/${project.id}/usage`)).body as ProjectUsage;
/** The last measurement, which must exist. */
async function storageOf(site: Owned): Promise<NonNullable<ProjectUsage['storage']>> {
  const { storage } = await usageOf(site);
  if (storage === null) throw new Error('the project was not measured');
  return storage;
}
const monthOf = async (site: Owned) => (await usageOf(site)).months[0];
const limitsOf = (project: TestProject, limits: Parameters<typeof changeUsageLimits>[1]) =>
  changeUsageLimits(writerOf(system.project(project.id), acting(app)), limits);

/** Counts as a process does whose clock shows a time. */
async function countAt(project: TestProject, at: Date, times: number, kind: UsageKind = 'requests') {
  const counter = new UsageCounter(system, { now: () => at });
  for (let i = 0; i < times; i += 1) counter.count(project.id, kind);
  await counter.flush();
}

describe('the counts of a project', () => {
  it('are requests with API keys, streams and webhooks, without those of another project', async () => {
    const site = await owned();
    const { project } = site;
    const other = await owned();
    const receiver = await startReceiver();
    await newEndpoint(app, project, { receiver });
    await app.start();
    const key = (await project.newKey({})).token;

    await defineType(project, 'page', [{ key: 'title', type: 'string' }]);
    await receiver.got(1);
    await project.secret.get('/v1/content/page');
    await project.publishable.get('/v1/content/page');
    await project.secret.get('/v1/content/unknown_type');
    await project.secret.get('/preview/v1/content/page');
    await openEventSource(`${service.url}/v1/changes`, key);
    await project.as('sk_wrong').get('/v1/content/page');
    await site.owner.send('GET', `/projects/${project.id}/v1/content/page`);

    await expect
      .poll(() => monthOf(site), patience)
      .toMatchObject({
        requests: 6,
        streams: 1,
        webhooks: 1,
      });
    const { days } = await usageOf(site);
    expect(days).toHaveLength(30);
    expect(days.at(-1)).toMatchObject({ requests: 6, streams: 1, webhooks: 1 });
    expect(await monthOf(other)).toMatchObject({ requests: 0, streams: 0, webhooks: 0 });
  });

  it('add up over processes, without requests above a rate limit', async () => {
    const site = await owned();
    const { token } = await site.project.newKey({});
    const read = async (url: string) =>
      (await fetch(`${url}/v1/ping`, { headers: { Authorization: `Bearer ${token}` } })).status;

    await Promise.all(Array.from({ length: 20 }, () => read(service.url)));
    const statuses = await Promise.all(Array.from({ length: 5 }, () => read(second.url)));

    const admitted = statuses.filter((status) => status === 200).length;
    expect(statuses.filter((status) => status === 429)).toHaveLength(5 - admitted);
    expect(admitted).toBeLessThan(5);
    await expect.poll(async () => (await monthOf(site))?.requests, patience).toBe(20 + admitted);
  });

  it('of two processes are complete when both insert the row of the day at once', async () => {
    const site = await owned();
    const now = clock.now();

    await Promise.all(Array.from({ length: 8 }, () => countAt(site.project, now, 3)));

    await expect.poll(async () => (await monthOf(site))?.requests, patience).toBe(24);
    expect(await usageRows.countDocuments({ project_id: site.project.id })).toBe(1);
  });

  it('belong to the month of their day in UTC', async () => {
    const site = await owned();
    const monthStart = startOfMonth(clock.now());

    await countAt(site.project, new Date(monthStart.getTime() - 1), 2);
    await countAt(site.project, monthStart, 3);
    await countAt(site.project, startOfMonth(clock.now(), 12), 4, 'webhooks');

    const { months } = await usageOf(site);
    expect(months).toHaveLength(13);
    expect(months[0]).toEqual({
      month: monthStart.toISOString().slice(0, 7),
      ...{ requests: 3, streams: 0, webhooks: 0 },
    });
    expect(months[1]).toMatchObject({ requests: 2 });
    expect(months[12]).toMatchObject({ requests: 0, webhooks: 4 });
  });

  it('cost the database nothing while nothing is counted, and one read and one write otherwise', async () => {
    const { project } = await owned();
    const idle = second.app.system; // its worker was not started
    const counter = new UsageCounter(idle, clock);
    const flush = () => allCommandsOf(clientOf(idle), () => counter.flush());

    expect(await flush()).toEqual([]);
    for (let i = 0; i < 1_000; i += 1) counter.count(project.id, 'requests');

    expect(await flush()).toEqual(['find projects', 'update usage_days']);
  });

  it('are kept for the next time when the database rejects them', async () => {
    const site = await owned();
    const counter = new UsageCounter(system, clock);
    counter.count(site.project.id, 'requests');
    const db = databaseOf(system);
    await db.command({ collMod: 'usage_days', validator: { never: true }, validationLevel: 'strict' });

    await counter.flush();
    await db.command({ collMod: 'usage_days', validator: {} });
    expect(await usageRows.countDocuments({ project_id: site.project.id })).toBe(0);
    await counter.flush();

    expect((await monthOf(site))?.requests).toBe(1);
  });

  it('are not stored for a project that was deleted', async () => {
    const { project } = await owned();
    const counter = new UsageCounter(system, clock);
    counter.count(project.id, 'requests');
    await databaseOf(system).collection<{ _id: string }>('projects').deleteOne({ _id: project.id });

    await counter.flush();
    await measureProject(system.project(project.id), { collections, now: clock.now() });

    expect(await usageRows.countDocuments({ project_id: project.id })).toBe(0);
  });
});

describe('GET /usage', () => {
  it.each(['editor', 'author', 'viewer'] as const)('is rejected for %s', async (role) => {
    const project = await service.newProject();
    const member = await signedIn(service, project.id, role);

    const answer = await member.send('GET', `/projects/${project.id}/usage`);

    expect(answer.status).toBe(403);
  });

  it('hides the project from owners of other projects', async () => {
    const [{ owner }, { project }] = [await owned(), await owned()];

    const answer = await owner.send('GET', `/projects/${project.id}/usage`);

    expect(answer.status).toBe(404);
    expect(answer.body.error.code).toBe('unknown_project');
  });
});

describe('the storage of a project', () => {
  it('is measured once a day, by collection, without rows of other projects', async () => {
    const site = await owned();
    const { project } = site;
    await defineType(project, 'page', [{ key: 'title', type: 'string' }]);
    for (const title of ['a', 'b', 'c']) await createEntry(project, 'page', { title });
    expect((await usageOf(site)).storage).toBeNull();
    const measure = () => measureDueProjects({ system, clock, log: silent, collections });

    await measure();
    const storage = await storageOf(site);
    const { days } = await usageOf(site);
    const entries = storage.collections.find(({ name }) => name === 'entries');
    const stored = await databaseOf(system)
      .collection('entries')
      .aggregate<{ bytes: number }>([
        { $match: { project_id: project.id } },
        { $group: { _id: null, bytes: { $sum: { $bsonSize: '$$ROOT' } } } },
      ])
      .toArray();
    expect(entries).toEqual({ name: 'entries', rows: 3, bytes: stored[0]?.bytes, is_estimated: false });
    expect(storage).toMatchObject({ files: 0, file_bytes: 0, total_bytes: storage.database_bytes });
    expect(storage.rows).toBeGreaterThan(3);
    expect(days.at(-1)?.storage_bytes).toBe(storage.total_bytes);
    expect(days.at(-2)?.storage_bytes).toBeNull();

    await createEntry(project, 'page', { title: 'd' });
    await measure();
    expect((await storageOf(site)).measured_at).toBe(storage.measured_at);
  });

  it('is estimated from the first 2,000 rows of a larger collection', async () => {
    const site = await owned();
    const events = databaseOf(system).collection<{ _id: string; project_id: string }>('events');
    const row = (i: number) => ({
      _id: `${site.project.id}/${i}`,
      project_id: site.project.id,
      subject: `s${i}`,
    });
    await events.insertMany(Array.from({ length: 4_500 }, (_, i) => row(10_000 + i)));

    await measureProject(system.project(site.project.id), { collections, now: clock.now() });

    const { collections: sizes } = await storageOf(site);
    const measured = sizes.find(({ name }) => name === 'events');
    expect(measured).toMatchObject({ rows: 4_500, is_estimated: true });
    const bytesEach = Number(measured?.bytes) / 4_500;
    expect(bytesEach).toBeGreaterThan(60);
    expect(bytesEach).toBeLessThan(200);
    await events.deleteMany({ project_id: site.project.id });
  });

  it('of one project that fails stops no other project', async () => {
    const [bad, good] = [await owned(), await owned()];
    const db = databaseOf(system);
    const validator = { project_id: { $ne: bad.project.id } };
    await db.command({ collMod: 'usage_days', validator, validationLevel: 'strict' });
    onTestFinished(async () => void (await db.command({ collMod: 'usage_days', validator: {} })));

    await measureDueProjects({ system, clock, log: silent, collections });

    expect((await usageOf(bad)).storage).toBeNull();
    expect((await storageOf(good)).rows).toBeGreaterThan(0);
  });

  it('lists the collections of the newest measurement only', async () => {
    const { project } = await owned();
    const db = system.project(project.id);
    const now = clock.now();

    await measureProject(db, { collections, now: new Date(now.getTime() - dayMs) });
    await measureProject(db, { collections, now });

    const [before, today] = await usageRows.find({ project_id: project.id }, { sort: { at: 1 } }).toArray();
    expect(before).toMatchObject({ storage: { rows: expect.any(Number) } });
    expect(before).not.toHaveProperty('storage.collections');
    expect(today).toMatchObject({ at: startOfDay(now), storage: { collections: expect.any(Array) } });
  });
});

describe('a usage limit', () => {
  it('warns from 80 % of the requests of the month on', async () => {
    const site = await owned();
    const { project, owner } = site;
    await limitsOf(project, { requests_per_month: 35 });
    const warnings = async () => {
      const home = await owner.send('GET', `/projects/${project.id}/home`);
      const own = (await usageOf(site)).warnings;
      expect(home.body.usage_warnings).toEqual(own);
      return own;
    };
    const monthStart = startOfMonth(clock.now());
    await countAt(project, new Date(monthStart.getTime() - 1), 100);

    await countAt(project, clock.now(), 27);
    expect(await warnings()).toEqual([]);
    await countAt(project, clock.now(), 1);
    expect(await warnings()).toEqual([{ limit: 'requests_per_month', used: 28, max: 35 }]);
    await countAt(project, clock.now(), 10);
    expect(await warnings()).toEqual([{ limit: 'requests_per_month', used: 38, max: 35 }]);
    expect((await project.secret.get('/v1/ping')).status).toBe(200);
  });

  it('warns from 80 % of the storage on, in the log and as a metric', async () => {
    const site = await owned();
    const { project } = site;
    await measureProject(system.project(project.id), { collections, now: clock.now() });
    const { total_bytes: used } = await storageOf(site);
    const max = Math.floor((used * 5) / 4);
    const lines: object[] = [];
    const log = { ...silent, warn: (fields: object) => void lines.push(fields) };
    const measureAgain = async () => {
      await usageRows.updateOne({ project_id: project.id }, { $unset: { checked_at: '' } });
      await measureDueProjects({ system, clock, log, collections });
    };

    await limitsOf(project, { storage_bytes: max + 1_000 });
    expect((await usageOf(site)).warnings).toEqual([]);
    await limitsOf(project, { storage_bytes: max });
    expect((await usageOf(site)).warnings).toEqual([{ limit: 'storage_bytes', used, max }]);
    await limitsOf(project, { storage_bytes: 10 });
    await measureAgain();

    expect(lines).toContainEqual(expect.objectContaining({ project: project.id, limit: 'storage_bytes' }));
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toMatch(
      new RegExp(`galley_usage_limit_ratio\\{project="${project.id}",limit="storage_bytes"\\} \\d{2,}`),
    );
  });

  it('warns in the log once a day, also when someone has measured the project before', async () => {
    const { project } = await owned();
    const lines: { project?: string }[] = [];
    const log = { ...silent, warn: (fields: object) => void lines.push(fields) };
    await limitsOf(project, { storage_bytes: 10 });
    await measureProject(system.project(project.id), { collections, now: clock.now() });

    await measureDueProjects({ system, clock, log, collections });
    await measureDueProjects({ system, clock, log, collections });

    expect(lines.filter((line) => line.project === project.id)).toHaveLength(1);
  });

  it('warns from the newest measurement, however old it is', async () => {
    const site = await owned();
    const { project } = site;
    const db = system.project(project.id);
    const limits = { storage_bytes: 10 };
    await limitsOf(project, limits);

    await measureProject(db, { collections, now: new Date(clock.now().getTime() - 200 * dayMs) });

    const warning = expect.objectContaining({ limit: 'storage_bytes', max: 10 }) as unknown;
    expect(await readWarnings(db, limits, clock.now())).toEqual([warning]);
    const shares = await readLimitShares(system, clock.now());
    const share = shares.find(({ labels }) => labels.project === project.id);
    expect(share?.value).toBeGreaterThan(1);
  });

  it('stays when an owner changes other settings, and is removed with null', async () => {
    const site = await owned();
    const { project, owner } = site;
    await limitsOf(project, { storage_bytes: 1_000, requests_per_month: 500 });

    await owner.send('PATCH', `/projects/${project.id}/settings`, { name: 'Renamed' });
    expect((await usageOf(site)).limits).toEqual({ storage_bytes: 1_000, requests_per_month: 500 });
    await limitsOf(project, { storage_bytes: null });

    expect((await usageOf(site)).limits).toEqual({ storage_bytes: null, requests_per_month: 500 });
  });
});

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
