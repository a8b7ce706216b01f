import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { runCommand } from '../../../src/cli/program.ts';
import type { MediaRecord } from '../../../src/content/media/schema.ts';
import type { ObjectRef } from '../../../src/core/storage/settings.ts';
import { deleteAllAssets } from '../../../src/content/media/upload/delete-all-assets.ts';
import { sweepOrphanedObjects } from '../../../src/content/media/orphaned-objects/service.ts';
import { newAsset, newUpload, startMediaService, storeVariables } from '../../support/media.ts';
import { useImageEverywhere } from '../../support/image-uses.ts';
import { startReceiver } from '../../support/receiver.ts';
import { testVariables, type TestProject } from '../../support/service.ts';
import { tester } from '../../support/actor.ts';
import { databaseOf } from '../../support/database.ts';

vi.setConfig({ testTimeout: 120_000 });

const MONGODB_DB = `t_${randomUUID().slice(0, 13)}`;
const settings = { MONGODB_DB, WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8', WEBHOOK_RETRY_SECONDS: '3600' };
const { service, store } = await startMediaService(settings);
await service.app.start();
const { system } = service.app;
const env = testVariables({ ...storeVariables(store.settings), ...settings });

async function galley(...args: string[]): Promise<{ exitCode: number; body: any }> {
  const { out, exitCode } = await runCommand([...args, '--json'], env, tmpdir());
  return { exitCode, body: JSON.parse(out) };
}

/** A project with something in nearly every collection: content, articles, releases, files, people, deliveries. */
async function newFullProject(): Promise<{ project: TestProject; objects: ObjectRef[] }> {
  const project = await service.newProject();
  const receiver = await startReceiver();
  receiver.answer = 500; // so that deliveries wait
  await galley('webhook', 'create', '--project', project.id, '--url', receiver.url);
  const { secret } = project;
  const image = await newAsset(secret);
  await useImageEverywhere(project, image);
  await newUpload(secret);
  await secret.post('/v1/releases', { name: 'Next' });
  await secret.post('/v1/blog/articles', {
    title: 'Soon',
    publish: true,
    published_at: '2099-01-01T00:00:00Z',
  });
  await secret.post(
    '/v1/content/page/entries',
    { values: { title: 'X' } },
    { 'Idempotency-Key': randomUUID() },
  );
  await galley('user', 'invite', '--project', project.id);
  const variables = { ...env, GALLEY_PASSWORD: 'correct horse battery' };
  const email = `${randomUUID()}@example.com`;
  await runCommand(
    ['user', 'create', '--project', project.id, '--email', email, '--role', 'owner'],
    variables,
    tmpdir(),
  );
  await receiver.got(1);
  const assets = await databaseOf(system)
    .collection<MediaRecord>('media')
    .find({ project_id: project.id } as object)
    .toArray();
  return { project, objects: assets.map(({ object }) => object) };
}

/** Those of the objects that the storage has. */
async function stored(objects: readonly ObjectRef[]): Promise<ObjectRef[]> {
  const { storage } = await service.app.contextsOf(tester).project((await service.newProject()).id);
  const found = await Promise.all(objects.map((object) => storage.stat(object)));
  return objects.filter((_, i) => found[i] !== null);
}

/** How many rows of each collection name the project anywhere. */
/** Roots name all logs that they are over, for good. */
async function rowsOf(projectId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of await databaseOf(system).listCollections().toArray()) {
    if (name === 'audit_roots') continue;
    const all = await databaseOf(system).collection(name).find().toArray();
    const own = all.filter((row) => row['project_id'] !== 'installation'); // whose log says that it was deleted
    const count = own.filter((row) => JSON.stringify(row).includes(projectId)).length;
    if (count > 0) counts[name] = count;
  }
  return counts;
}

describe('galley project delete', () => {
  it('removes everything of a project and nothing of another: rows, files, keys, memberships, deliveries', async () => {
    const { project, objects } = await newFullProject();
    const { project: other, objects: otherObjects } = await newFullProject();
    const before = await rowsOf(project.id);
    expect(Object.keys(before).length, JSON.stringify(before)).toBeGreaterThan(18);
    const otherBefore = await rowsOf(other.id);
    const page = (await other.secret.get('/v1/content/page')).text;
    expect(await stored(objects)).toHaveLength(2);

    const { exitCode, body } = await galley('project', 'delete', '--project', project.id, '--yes');

    expect(exitCode).toBe(0);
    expect(body).toMatchObject({ deleted: project.id, files: 2, files_left: false });
    // Until nobody can send them any more, objects are removed once more; counters and locks end by themselves.
    const { media_leftovers: _, counters: __, ...left } = await rowsOf(project.id);
    expect(left).toEqual({});
    for (const client of [project.secret, project.publishable])
      expect((await client.get('/v1/ping')).body.error.code).toBe('invalid_api_key');
    expect(await stored(objects)).toEqual([]);
    expect((await galley('project', 'list')).body.projects).not.toContainEqual(
      expect.objectContaining({ id: project.id }),
    );

    expect((await other.secret.get('/v1/content/page')).text).toBe(page);
    expect(await stored(otherObjects)).toHaveLength(2);
    for (const [name, count] of Object.entries(otherBefore).filter(([name]) => name !== 'counters'))
      expect((await rowsOf(other.id))[name] ?? 0, name).toBeGreaterThanOrEqual(count);
  });

  it('can be killed on the way and run again by the id', async () => {
    const { project, objects } = await newFullProject();
    const db = system.project(project.id);
    await databaseOf(system)
      .collection('projects')
      .deleteOne({ _id: project.id as never }); // as it stands after the first step
    await deleteAllAssets(db, new Date()); // and after the second

    expect((await galley('project', 'delete', '--project', project.id)).body.error.param).toBe('--yes');
    expect((await galley('project', 'delete', '--project', project.id, '--yes')).exitCode).toBe(0);

    const { media_leftovers: _, counters: __, ...left } = await rowsOf(project.id);
    expect(left).toEqual({});
    expect(await stored(objects)).toEqual([]);
    const again = await galley('project', 'delete', '--project', project.id, '--yes');
    expect(again).toMatchObject({
      exitCode: 1,
      body: { error: { code: 'invalid_parameter', param: '--project' } },
    });
  });

  it('stores nothing of writes that are under way, and answers none of them with a fault', async () => {
    const project = await service.newProject();
    await project.secret.put('/v1/schema/content-types/page', { fields: [{ key: 'title', type: 'string' }] });
    const statuses = new Set<number>();
    let isOver = false;
    const writing = Promise.all(
      [1, 2, 3].map(async () => {
        while (!isOver)
          statuses.add(
            (await project.secret.post('/v1/content/page/entries', { values: { title: 'A' } })).status,
          );
      }),
    );
    await expect.poll(() => statuses.has(201)).toBe(true);

    const { exitCode } = await galley('project', 'delete', '--project', project.id, '--yes');
    await expect.poll(() => statuses.has(401)).toBe(true);
    isOver = true;
    await writing;

    expect(exitCode).toBe(0);
    expect([...statuses].filter((status) => ![201, 401, 503].includes(status))).toEqual([]);
    const { counters: _, ...left } = await rowsOf(project.id);
    expect(left).toEqual({});
  });

  it('leaves files to the service while the storage is down', async () => {
    const { project, objects } = await newFullProject();
    const args = ['project', 'delete', '--project', project.id, '--yes', '--json'];

    const { out } = await runCommand(args, { ...env, S3_ENDPOINT: 'http://127.0.0.1:9' }, tmpdir());

    expect(JSON.parse(out)).toMatchObject({ deleted: project.id, files: 2, files_left: true });
    const { counters: _, ...left } = await rowsOf(project.id);
    expect(left).toEqual({ media_leftovers: 2 });
    await service.app
      .contextsOf(tester)
      .project((await service.newProject()).id)
      .then(({ storage, now }) => sweepOrphanedObjects(system, storage, now));
    expect(await stored(objects)).toEqual([]);
  });

  it('asks for --yes where nobody is there to type the name, and removes nothing', async () => {
    const project = await service.newProject();

    const { exitCode, err } = await runCommand(['project', 'delete', '--project', project.id], env, tmpdir());

    expect([exitCode, err]).toEqual([1, expect.stringContaining('--yes')]);
    expect((await project.secret.get('/v1/ping')).status).toBe(200);
  });
});
