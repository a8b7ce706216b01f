import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { ApiClient, type ApiAnswer } from '../support/client.ts';
import { cleanup } from '../support/cleanup.ts';
import { defineType, expectDone } from '../support/content.ts';
import { DashboardClient, signedIn } from '../support/dashboard.ts';
import { clientOf, databaseOf } from '../support/database.ts';
import { newAsset, storeVariables } from '../support/media.ts';
import { openTestStore } from '../support/test-store.ts';
import { newScene, type ServiceProcess } from './support/scene.ts';

const kills = Math.max(8, Number(process.env['FAULT_KILLS'] ?? 20)); // each kind once
vi.setConfig({ testTimeout: 120_000 + kills * 60_000 });
const store = await openTestStore();
cleanup(() => store.stop());
const scene = await newScene(storeVariables(store.settings) as Record<string, string>);
const { service } = scene;
const { system } = service.app;

/** An item that a key or member deletes, and everything that readers and members see of it. */
interface Deletable {
  id: string;
  path: string;
  by: 'key' | 'member';
  read: () => Promise<unknown>;
}

/** Keys that a restore changes by design: it is a new draft that is published again. */
const movingKeys = ['updated_at', 'revision', 'published_at', 'request_id', 'created_at'];

const withoutMoving = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (key, value: unknown) => (movingKeys.includes(key) ? undefined : value)));

async function newItems() {
  const project = await service.newProject();
  const { id: projectId, secret, publishable } = project;
  const read = (client: ApiClient, path: string) => async () =>
    withoutMoving(expectDone(await client.get(path)));
  const post = async (path: string, body: object) => String(expectDone(await secret.post(path, body)).id);

  const image = await newAsset(secret, { alt: 'A kite' });
  await defineType(project, 'story', [
    { key: 'title', type: 'string', options: { unique: true } },
    { key: 'image', type: 'image' },
  ]);
  const entry = await post('/v1/content/story/entries', { values: { title: 'Kites', image }, publish: true });
  expectDone(await secret.patch(`/v1/content/story/${entry}`, { values: { title: 'Kites, again' } }));
  const author = await post('/v1/authors', { name: 'Ada' });
  const category = await post('/v1/blog/categories', { name: 'News' });
  const blog = { title: 'Boats', body: { markdown: 'Sails' }, publish: true };
  const article = await post('/v1/blog/articles', blog);
  const parent = await post('/v1/kb/collections', { title: 'Guides' });
  const collection = await post('/v1/kb/collections', { title: 'Help' });
  const section = await post('/v1/kb/sections', { title: 'Start', collection: parent });
  const release = await post('/v1/releases', { name: 'Autumn' });
  await expect
    .poll(async () => (await secret.get(`/v1/releases/${release}`)).body.status, { timeout: 30_000 })
    .toBe('ready');

  const member = await signedIn(service, projectId, 'owner');
  const file = async () => {
    const asset = expectDone(await secret.get(`/v1/media/${image}`));
    return [withoutMoving(asset), (await fetch(String(asset.url))).status];
  };
  const items: Deletable[] = [
    {
      id: entry,
      path: `/v1/content/story/${entry}`,
      by: 'key',
      read: read(publishable, `/v1/content/story/${entry}`),
    },
    {
      id: article,
      path: `/v1/blog/articles/${article}`,
      by: 'key',
      read: read(publishable, '/v1/blog/articles/boats'),
    },
    { id: author, path: `/v1/authors/${author}`, by: 'key', read: read(publishable, '/v1/authors/ada') },
    {
      id: category,
      path: `/v1/blog/categories/${category}`,
      by: 'key',
      read: read(publishable, '/v1/blog/categories'),
    },
    { id: section, path: `/v1/kb/sections/${section}`, by: 'key', read: read(publishable, '/v1/kb/tree') },
    {
      id: collection,
      path: `/v1/kb/collections/${collection}`,
      by: 'key',
      read: read(publishable, '/v1/kb/tree'),
    },
    {
      id: release,
      path: `/v1/releases/${release}`,
      by: 'key',
      read: read(secret, `/v1/content/story?release=${release}`),
    },
    { id: image, path: `/projects/${projectId}/media/${image}`, by: 'member', read: file },
  ];
  return { project, member, items };
}

it(`restores each kind as it was after a killed deletion or restore, at ${kills} moments`, async () => {
  const { project, member, items } = await newItems();
  const trash = databaseOf(system).collection('trash');
  const isDeleted = async (id: string) =>
    (await trash.countDocuments({ project_id: project.id, item_id: id })) > 0;

  const desk = ({ url }: ServiceProcess) =>
    Object.assign(new DashboardClient(url), { cookie: member.cookie, csrf: member.csrf });
  const send = (victim: ServiceProcess, item: Deletable, isDeletion: boolean): Promise<ApiAnswer> => {
    if (!isDeletion) {
      const body = { ids: [item.id], publish: true };
      return desk(victim).send('POST', `/projects/${project.id}/trash/restore`, body);
    }
    if (item.by === 'member') return desk(victim).send('DELETE', item.path);
    return new ApiClient(victim.url, String(project.secret.token)).delete(item.path);
  };

  let victim = await scene.start();
  for (let kill = 0; kill < kills; kill += 1) {
    const item = items[kill % items.length] as Deletable;
    const before = await item.read();
    const isKilledInDeletion = Math.floor(kill / items.length) % 2 === 0;
    for (const isDeletion of [true, false]) {
      const change = send(victim, item, isDeletion).catch(() => undefined);
      if (isDeletion === isKilledInDeletion) {
        await wait(Math.random() * 60);
        await victim.kill();
        await change;
        await clientOf(system).db('admin').command({ killAllSessions: [] });
        victim = await scene.start({ PORT: String(victim.port) });
      }
      await change;
      const store = async () => {
        if ((await isDeleted(item.id)) === isDeletion) return 'stored';
        const { status, text } = await send(victim, item, isDeletion);
        return (await isDeleted(item.id)) === isDeletion ? 'stored' : `${item.path}: ${status} ${text}`;
      };
      await expect.poll(store, { timeout: 90_000, interval: 500 }).toBe('stored');
    }
    await expect.poll(item.read, { timeout: 30_000 }).toEqual(before);
  }
});
