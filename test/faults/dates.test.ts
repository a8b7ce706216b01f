import { describe, expect, it } from 'vitest';
import { expectDone, defineType, inMs } from '../support/content.ts';
import { ApiClient } from '../support/client.ts';
import { startReceiver } from '../support/receiver.ts';
import type { TestProject } from '../support/service.ts';
import { newEndpoint } from './support/outbox.ts';
import { newScene } from './support/scene.ts';
import { databaseOf } from '../support/database.ts';

const scene = await newScene();
const { app } = scene.service;

/** An entry, a blog article and an article of the knowledge base, all with a date. */
async function scheduleThree(project: TestProject, published_at: string) {
  const { secret } = project;
  await defineType(project, 'page', { title: 'string' });
  const { id: collection } = expectDone(await secret.post('/v1/kb/collections', { title: 'All' }));
  const dated = { publish: true, published_at };
  const entry = expectDone(
    await secret.post('/v1/content/page/entries', { values: { title: 'A' }, ...dated }),
  );
  const items = [`/v1/content/page/${entry.id}`, '/v1/blog/articles/a', '/v1/kb/articles/a'];
  expectDone(await secret.post('/v1/blog/articles', { title: 'A', slug: 'a', ...dated }));
  expectDone(await secret.post('/v1/kb/articles', { title: 'A', slug: 'a', collection, ...dated }));
  return items;
}

const names = ['content.entry.published', 'blog.article.published', 'kb.article.published'];

/** The events of publication, each of which must be there once in the end. */
async function publications(project: TestProject): Promise<string[]> {
  return (await project.events()).filter((name) => names.includes(name)).sort();
}

async function statuses(client: ApiClient, paths: readonly string[]): Promise<number[]> {
  return Promise.all(paths.map(async (path) => (await client.get(path)).status));
}

async function deleteAllJobs(): Promise<number> {
  return (await databaseOf(app.system).collection('jobs').deleteMany({})).deletedCount;
}

describe('a date that comes', () => {
  it('while every process is down and all jobs are gone is kept at once by two that start, and told once', async () => {
    const project = await scene.service.newProject();
    const receiver = await startReceiver();
    await newEndpoint(app, project.id, receiver.url);
    const first = await scene.start();
    const at = inMs(20_000);
    const paths = await scheduleThree(project, at);
    await first.kill();
    expect(await publications(project), 'too slow a machine: the date came before the kill').toEqual([]);
    await deleteAllJobs();
    await expect.poll(() => new Date().toISOString() > at, { timeout: 60_000 }).toBe(true);

    const [one, two] = await Promise.all([scene.start(), scene.start()]);

    for (const { url } of [one, two]) {
      const client = new ApiClient(url, project.publishable.token);
      expect(await statuses(client, paths)).toEqual([200, 200, 200]);
    }
    await expect.poll(() => publications(project), { timeout: 60_000 }).toEqual([...names].sort());
    const told = () => receiver.received.filter(({ body }) => names.includes(body.event));
    await expect.poll(() => told().length, { timeout: 60_000 }).toBeGreaterThanOrEqual(3);
    expect(new Set(told().map(({ body }) => body.id)).size).toBe(3);
    for (const { body } of told()) expect(body.data).toMatchObject({ status: 'published', published_at: at });
    await Promise.all([one.kill(), two.kill()]);
  });

  it('is visible to the moment and told soon though all jobs are deleted meanwhile, by two processes once', async () => {
    const project = await scene.service.newProject();
    const [one, two] = await Promise.all([scene.start(), scene.start()]);
    const at = inMs(6_000);
    const paths = await scheduleThree(project, at);
    const client = new ApiClient(one.url, project.publishable.token);
    expect((await client.get('/v1/changes')).body.next_scheduled_change).toBe(at);
    expect(await statuses(client, paths)).toEqual([404, 404, 404]);

    await deleteAllJobs();
    await expect.poll(() => new Date().toISOString() >= at, { timeout: 60_000, interval: 5 }).toBe(true);

    expect(await statuses(client, paths)).toEqual([200, 200, 200]);
    await expect
      .poll(() => publications(project), { timeout: 60_000, interval: 200 })
      .toEqual([...names].sort());
    expect((await client.get('/v1/changes')).body.next_scheduled_change).toBeNull();
    await Promise.all([one.kill(), two.kill()]);
  });

  it('and is moved before anybody told of it is kept anew, and each appearance is told once', async () => {
    const project = await scene.service.newProject();
    const api = await scene.start({ ROLE: 'api' }); // it serves and tells nothing
    const at = inMs(5_000);
    const paths = await scheduleThree(project, at);
    const reader = new ApiClient(api.url, project.publishable.token);
    const visible = () => statuses(reader, paths);
    await expect.poll(visible, { timeout: 60_000 }).toEqual([200, 200, 200]);
    expect(await publications(project), 'too slow a machine: the date came before the entries').toEqual([]);

    const later = inMs(12_000);
    const writer = new ApiClient(api.url, project.secret.token);
    for (const path of paths) expectDone(await writer.patch(path, { publish: true, published_at: later }));
    expect(await visible(), 'too slow a machine: the second date came').toEqual([404, 404, 404]);
    // Readers had seen the three until the write that hid them again: it told of that itself.
    expect(await publications(project)).toEqual([...names].sort());
    const [one, two] = await Promise.all([scene.start(), scene.start()]);

    await expect.poll(visible, { timeout: 60_000, interval: 50 }).toEqual([200, 200, 200]);
    expect(new Date().toISOString() >= later).toBe(true);
    const both = [...names, ...names].sort();
    await expect.poll(() => publications(project), { timeout: 60_000 }).toEqual(both);
    await one.kill();
    await two.kill();
    expect(await publications(project)).toEqual(both);
    await api.kill();
  });
});

describe('a scheduled change', () => {
  it('whose process is killed before its date is made by one of two that start, and told once', async () => {
    const project = await scene.service.newProject();
    const first = await scene.start();
    const paths = await scheduleThree(project, inMs(-60_000));
    const publish_at = inMs(15_000);
    const [entry = '', ...articles] = paths;
    expectDone(await project.secret.patch(entry, { values: { title: 'New' }, publish_at }));
    for (const path of articles) expectDone(await project.secret.patch(path, { title: 'New', publish_at }));
    await first.kill();
    const changes = names.map((name) => name.replace('published', 'updated')).sort();
    const told = async () => (await project.events()).filter((name) => changes.includes(name)).sort();
    expect(await told(), 'too slow a machine: the date came before the kill').toEqual([]);
    await deleteAllJobs();
    await expect.poll(() => new Date().toISOString() > publish_at, { timeout: 60_000 }).toBe(true);
    const titles = (client: ApiClient) =>
      Promise.all(
        paths.map(async (path) => {
          const { body } = await client.get(path);
          return (body.values ?? body).title;
        }),
      );
    expect(await titles(project.publishable)).toEqual(['A', 'A', 'A']); // no process has made them yet

    const [one, two] = await Promise.all([scene.start(), scene.start()]);

    await expect.poll(told, { timeout: 60_000 }).toEqual(changes);
    for (const { url } of [one, two])
      expect(await titles(new ApiClient(url, project.publishable.token))).toEqual(['New', 'New', 'New']);
    await one.kill();
    await two.kill();
    expect(await told()).toEqual(changes);
  });
});

const [dates, dateKills] = [600, 3];

describe(`${dates} dates that come at once`, () => {
  it('are announced once each, in batches, by processes that are killed again and again', async () => {
    const project = await scene.service.newProject();
    const receiver = await startReceiver();
    await newEndpoint(app, project.id, receiver.url);
    await defineType(project, 'page', { title: 'string' });
    const api = await scene.start({ ROLE: 'api' });
    const writer = new ApiClient(api.url, project.secret.token);
    const at = inMs(30_000);
    const ids: string[] = [];
    const path = '/v1/content/page/entries';
    for (let batch = 0; batch < dates / 100; batch += 1) {
      const operations = Array.from({ length: 100 }, (_, i) => {
        const body = { values: { title: `Page ${batch * 100 + i}` }, publish: true, published_at: at };
        return { method: 'POST', path, body };
      });
      const { results } = expectDone(await writer.post('/v1/bulk', { mode: 'all', operations }));
      ids.push(...(results as { id: string }[]).map(({ id }) => id));
    }
    const announced = async () =>
      databaseOf(app.system)
        .collection<{ project_id: string; subject: string; fanned: boolean }>('events')
        .find({ project_id: project.id, name: 'content.entry.published' })
        .toArray();
    expect(await announced(), 'too slow a machine: the date came before the entries').toEqual([]);
    await expect.poll(() => new Date().toISOString() > at, { timeout: 60_000 }).toBe(true);

    const counts: number[] = [];
    while (counts.length < dateKills && (counts.at(-1) ?? 0) < ids.length) {
      const worker = await scene.launch();
      const before = counts.at(-1) ?? 0;
      await expect
        .poll(async () => (await announced()).length, { timeout: 60_000, interval: 2 })
        .toBeGreaterThan(before);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 100)); // into the midst of the next batch
      await worker.kill();
      counts.push((await announced()).length);
    }

    console.log(`announced after each kill: ${counts.join(', ')}`);
    expect(counts[0], 'too fast a machine: one process announced everything').toBeLessThan(ids.length);
    const last = await scene.start();
    const received = () => receiver.received.filter(({ body }) => body.event === 'content.entry.published');
    await expect
      .poll(() => new Set(received().map(({ body }) => body.data.id)).size, { timeout: 120_000 })
      .toBe(ids.length);
    await last.kill();
    const subjects = (await announced()).map(({ subject }) => subject);
    expect(subjects.sort()).toEqual([...ids].sort());
    expect(new Set(received().map(({ body }) => body.id)).size).toBe(ids.length);
    const live = await Promise.all(ids.slice(0, 20).map((id) => writer.get(`/v1/content/page/${id}`)));
    expect(live.map(({ status }) => status)).toEqual(live.map(() => 200));
    await api.kill();
  }, 300_000);
});
