import { describe, expect, it } from 'vitest';
import { ApiClient } from '../support/client.ts';
import { defineType, expectDone, inMs } from '../support/content.ts';
import { startReceiver } from '../support/receiver.ts';
import type { TestProject } from '../support/service.ts';
import { newEndpoint } from './support/outbox.ts';
import { newScene } from './support/scene.ts';

const scene = await newScene();
const { app } = scene.service;

/** An entry and an article of each module that are live until a moment; where each is read. */
async function liveUntil(project: TestProject, unpublish_at: string): Promise<string[]> {
  const post = async (path: string, body: object) => expectDone(await project.secret.post(path, body));
  const live = { publish: true, unpublish_at };
  await defineType(project, 'page', { title: 'string' });
  const { id: collection } = await post('/v1/kb/collections', { title: 'All' });
  const { id } = await post('/v1/content/page/entries', { values: { title: 'A' }, ...live });
  await post('/v1/blog/articles', { title: 'A', slug: 'a', ...live });
  await post('/v1/kb/articles', { title: 'A', slug: 'a', collection, ...live });
  return [`/v1/content/page/${id}`, '/v1/blog/articles/a', '/v1/kb/articles/a'];
}

const ends = ['blog.article.unpublished', 'content.entry.unpublished', 'kb.article.unpublished'];
const told = async (project: TestProject) =>
  (await project.events()).filter((name) => name.endsWith('.unpublished')).sort();

describe('an end that comes', () => {
  it('after the one of two processes that would tell it was killed is kept at once, and told once', async () => {
    const project = await scene.service.newProject();
    const receiver = await startReceiver();
    await newEndpoint(app, project.id, receiver.url);
    const [one, two] = await Promise.all([scene.start(), scene.start()]);
    const end = inMs(8_000);
    const paths = await liveUntil(project, end);
    const client = new ApiClient(two.url, project.publishable.token);
    const statuses = async () => Promise.all(paths.map(async (path) => (await client.get(path)).status));
    two.freeze();
    await one.kill();
    expect(await told(project), 'too slow a machine: the end came before the kill').toEqual([]);
    await expect.poll(() => new Date().toISOString() > end, { timeout: 30_000 }).toBe(true);
    two.thaw();

    expect(await statuses()).toEqual([404, 404, 404]);
    await expect.poll(() => told(project), { timeout: 30_000 }).toEqual(ends);
    await expect
      .poll(() => receiver.received.filter(({ body }) => ends.includes(body.event)).length, {
        timeout: 60_000,
      })
      .toBeGreaterThanOrEqual(3);
    expect(await told(project)).toEqual(ends);

    // Who keys on id and time has both events of each item, and the end counts as the newer one.
    const keys = receiver.received.map(
      ({ body }) => `${String(body.data['id'])} ${String(body.data['updated_at'])}`,
    );
    for (const { body } of receiver.received.filter(({ body: { event } }) => ends.includes(event))) {
      expect(body.data).toMatchObject({ status: 'draft', updated_at: end });
      expect(
        keys.filter((key) => key.startsWith(`${String(body.data['id'])} `)).length,
      ).toBeGreaterThanOrEqual(2);
    }
    await two.kill();
  });

  it('while the one of two processes is frozen is told by the other, and not again when it is thawed', async () => {
    const project = await scene.service.newProject();
    const [one, two] = await Promise.all([scene.start(), scene.start()]);
    const { add } = await newReleases(project);
    for (const [frozen, other] of [[one, two] as const, [two, one] as const]) {
      const id = await add(inMs(4_000));
      frozen.freeze(); // one of the two times it holds the job
      await expect.poll(() => endsOf(project, id), { timeout: 45_000 }).toBe(1);
      other.freeze();
      frozen.thaw();
      const marker = await add(inMs(3_000));
      await expect.poll(() => endsOf(project, marker), { timeout: 45_000 }).toBe(1);
      other.thaw();
      expect(await endsOf(project, id)).toBe(1);
    }
    await Promise.all([one.kill(), two.kill()]);
  });

  it('while every process stands still is told by the promotion of another release, once and before it', async () => {
    const project = await scene.service.newProject();
    const [one, two] = await Promise.all([scene.start(), scene.start()]);
    const { copy, add } = await newReleases(project);
    const end = inMs(4_000);
    const id = await add(end);
    one.freeze();
    two.freeze();
    await expect.poll(() => new Date().toISOString() > end, { timeout: 30_000 }).toBe(true);
    expect(await told(project), 'too slow a machine: the end came before the freeze').toEqual([]);

    expectDone(await project.secret.post(`/v1/releases/${copy}/promote`));
    one.thaw();
    two.thaw();

    const later = inMs(3_000);
    const marker = await add(later);
    await expect.poll(() => new Date().toISOString() > later, { timeout: 30_000 }).toBe(true);
    await expect.poll(() => endsOf(project, marker), { timeout: 45_000 }).toBe(1);
    expect(await endsOf(project, id)).toBe(1);
    const names = await project.events();
    expect(names.indexOf('content.entry.unpublished')).toBeLessThan(names.indexOf('release.published'));
    await Promise.all([one.kill(), two.kill()]);
  });

  it('while releases are promoted to and fro by two processes is told once, in whichever it came', async () => {
    const project = await scene.service.newProject();
    const [one, two] = await Promise.all([scene.start(), scene.start()]);
    const { add } = await newReleases(project);
    const first = Date.now() + 12_000;
    const ids = await Promise.all(
      Array.from({ length: 10 }, (_, n) => add(new Date(first + n * 200).toISOString())),
    );
    const both = expectDone(await project.secret.post('/v1/releases', { name: 'Both' })).id as string;
    expect(Date.now(), 'too slow a machine: the ends come already').toBeLessThan(first);

    const byOne = new ApiClient(one.url, project.secret.token);
    const byTwo = new ApiClient(two.url, project.secret.token);
    for (const n of ids.keys()) {
      await expect.poll(() => Date.now() >= first + n * 200, { timeout: 30_000, interval: 1 }).toBe(true);
      for (const [client, release] of [[byOne, both] as const, [byTwo, project.releaseId] as const])
        expectDone(await client.post(`/v1/releases/${release}/promote`));
    }

    await expect.poll(async () => (await told(project)).length, { timeout: 30_000 }).toBe(ids.length);
    const marker = await add(inMs(3_000));
    await expect.poll(() => endsOf(project, marker), { timeout: 30_000 }).toBe(1);
    for (const id of ids) expect(await endsOf(project, id)).toBe(1);
    await Promise.all([one.kill(), two.kill()]);
  });
});

/** A project with a copy of its release, and what adds entries to the default one that end. */
async function newReleases(project: TestProject) {
  await defineType(project, 'page', { title: 'string' });
  const { id: copy } = expectDone(await project.secret.post('/v1/releases', { name: 'Copy' }));
  const add = async (unpublish_at: string): Promise<string> => {
    const body = { values: { title: 'A' }, publish: true, unpublish_at };
    return expectDone(await project.secret.post('/v1/content/page/entries', body)).id;
  };
  return { copy: String(copy), add };
}

/** How often the end of an entry was told. */
async function endsOf(project: TestProject, id: string): Promise<number> {
  const names = await project.events();
  const data = await project.eventData();
  return names.filter((name, i) => name === 'content.entry.unpublished' && data[i]?.['id'] === id).length;
}
