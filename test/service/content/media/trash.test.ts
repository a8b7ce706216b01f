import { beforeEach, describe, expect, it } from 'vitest';
import { sweepMedia } from '../../../../src/content/media/upload/expiry.ts';
import { moveTrashedFiles } from '../../../../src/content/media/trash/move.ts';
import { createStorage, type Storage } from '../../../../src/core/storage/storage.ts';
import { sweepTrash, trimTrashFiles } from '../../../../src/lifecycle/trash/expiry.ts';
import { assembly } from '../../../support/assembly.ts';
import { dayMs, expectDone, pluck } from '../../../support/content.ts';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { newAsset, startMediaService } from '../../../support/media.ts';
import type { TestProject } from '../../../support/service.ts';

const { service, store } = await startMediaService();
const { system, clock } = service.app;
const storage = createStorage(store.settings);
const db = databaseOf(system);

let project: TestProject;
let editor: DashboardClient;
beforeEach(async () => {
  project = await service.newProject();
  editor = await signedIn(service, project.id, 'editor');
});

const send = (method: string, path: string, body?: unknown) =>
  editor.send(method, `/projects/${project.id}${path}`, body);
const assetOf = async (id: string) => (await project.secret.get(`/v1/media/${id}`)).body;
const trash = async () => (await send('GET', '/trash?kind=media')).body.data as Record<string, unknown>[];
const restore = async (id: string) => (await send('POST', '/trash/restore', { ids: [id] })).body;
const move = (to: Storage = storage, now = clock.now()) => moveTrashedFiles(system, to, { now: () => now });
const isServed = async (url: string) => (await fetch(url)).status === 200;
const objectOf = async (id: string) =>
  (await db.collection('media').findOne<{ object: { key: string } }>({ _id: id as never }))?.object ?? {
    key: '',
  };
const isInTrash = async (key: string) =>
  (await storage.stat({ key: `trash/${key}`, private: true })) !== null;
const deleteAsset = async (id: string) => expect((await send('DELETE', `/media/${id}`)).status).toBe(204);

describe('a deleted file', () => {
  it.each([false, true])('moves to the trash and back to its URL (private: %s)', async (privateMedia) => {
    const name = 'Ein Drachen (groß) 100%+.png';
    project = await service.newProject({ privateMedia });
    editor = await signedIn(service, project.id, 'editor');
    const id = await newAsset(project.secret, { alt: 'A kite', file_name: name });
    await send('POST', '/media-tags', { action: 'add', tag: 'Sky', ids: [id] });
    const before = await assetOf(id);
    const { key } = await objectOf(id);

    await deleteAsset(id);
    expect((await project.secret.get(`/v1/media/${id}`)).body.error.code).toBe('unknown_media');
    await move();
    expect([await isServed(before.url), await isInTrash(key)]).toEqual([false, true]);
    expect(await trash()).toMatchObject([{ id, kind: 'media', title: name, was_live: true, entries: null }]);
    expect((await send('GET', '/media-tags')).body.data).toEqual([]);

    expect(await restore(id)).toMatchObject({ done: 1, failed: 0 });
    const after = await assetOf(id);
    const changing = { revision: before.revision + 2, updated_at: after.updated_at, url: after.url };
    const { url_expires_at: _expiry, ...kept } = before;
    expect(after).toMatchObject({ ...kept, ...changing });
    expect(new URL(after.url).pathname).toBe(new URL(before.url).pathname);
    expect(await isServed(after.url)).toBe(true);
    expect((await send('GET', '/media-tags')).body.data).toEqual([{ name: 'Sky', assets: 1 }]);
    expect((await project.events()).slice(-2)).toEqual(['media.asset.deleted', 'media.asset.updated']);
    await move(storage, new Date(clock.now().getTime() + dayMs));
    await sweepMedia({ system, storage, now: new Date(clock.now().getTime() + dayMs) });
    expect([await isServed((await assetOf(id)).url), await isInTrash(key)]).toEqual([true, false]);
  });

  it('is restored before its move too', async () => {
    const id = await newAsset(project.secret);
    const { url } = await assetOf(id);
    await deleteAsset(id);
    expect((await restore(id)).done).toBe(1);
    await move(storage, new Date(clock.now().getTime() + dayMs));
    expect(await isServed(url)).toBe(true);
  });

  it('stays in the trash if it is deleted again after a restore', async () => {
    const id = await newAsset(project.secret);
    const { url } = await assetOf(id);
    const { key } = await objectOf(id);
    await deleteAsset(id);
    await move();
    expect((await restore(id)).done).toBe(1);
    await deleteAsset(id);
    await move();
    await sweepMedia({ system, storage, now: new Date(clock.now().getTime() + dayMs) });
    expect([await isServed(url), await isInTrash(key)]).toEqual([false, true]);
    expect((await restore(id)).done).toBe(1);
    expect(await isServed(url)).toBe(true);
  });

  it('stays at its URL if two members restore it at once', async () => {
    const id = await newAsset(project.secret);
    const { url } = await assetOf(id);
    for (let round = 0; round < 5; round += 1) {
      await deleteAsset(id);
      const results = await Promise.all([restore(id), restore(id), restore(id)]);
      expect(results.filter(({ done }) => done === 1)).toHaveLength(1);
      await move(storage, new Date(clock.now().getTime() + dayMs));
      expect(await isServed(url)).toBe(true);
    }
  });

  it('is restored by members who may publish only', async () => {
    const id = await newAsset(project.secret);
    await deleteAsset(id);
    const author = await signedIn(service, project.id, 'author', 'writer@example.test');
    const { body } = await author.send('POST', `/projects/${project.id}/trash/restore`, { ids: [id] });
    expect(body.data[0].error.code).toBe('role_required');
  });

  it('goes with its row, from its URL and from the trash', async () => {
    const ids = [await newAsset(project.secret), await newAsset(project.secret)];
    const objects = [];
    for (const id of ids) {
      objects.push({ url: (await assetOf(id)).url, key: (await objectOf(id)).key });
      await deleteAsset(id);
      if (id !== ids[0]) continue;
      await move();
      expect(await isInTrash(objects[0]?.key ?? '')).toBe(true);
    }
    expect((await send('POST', '/trash/remove', { ids })).body.done).toBe(2);
    await sweepMedia({ system, storage, now: clock.now() });
    await move(storage, new Date(clock.now().getTime() + dayMs));
    for (const { url, key } of objects)
      expect([await isServed(url), await isInTrash(key)]).toEqual([false, false]);
    expect((await restore(ids[0] ?? '')).data[0].error.code).toBe('not_in_trash');
  });

  it('is the oldest that goes when files have more bytes than the maximum', async () => {
    const names = ['one.png', 'two.png', 'three.png'];
    for (const file_name of names)
      await deleteAsset(await newAsset(project.secret, { file_name, size_bytes: 100 }));
    const trim = async (max: number) => {
      await trimTrashFiles(system, max, clock.now());
      await sweepTrash(system, assembly.trashKinds, clock.now());
      return pluck(await trash(), 'title');
    };
    expect(await trim(300)).toEqual(['three.png', 'two.png', 'one.png']);
    expect(await trim(299)).toEqual(['three.png', 'two.png']);
    expect(await trim(1)).toEqual(['three.png']);
  });

  it('returns in content that refers to it', async () => {
    expectDone(
      await project.secret.put('/v1/schema/content-types/page', {
        fields: [{ key: 'cover', type: 'image' }],
      }),
    );
    const id = await newAsset(project.secret);
    const values = { cover: id };
    const { id: page } = expectDone(
      await project.secret.post('/v1/content/page/entries', { values, publish: true }),
    );
    const cover = async () => (await project.publishable.get(`/v1/content/page/${page}`)).body.values.cover;
    const before = await cover();
    await deleteAsset(id);
    await move();
    expect((await cover()).url).toBeNull();
    await restore(id);
    expect(await cover()).toEqual(before);
  });
});

/** A storage whose process ends before its n-th call, or directly after it. */
function endingAt(n: number, isAfter: boolean): Storage {
  let calls = 0;
  const step =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      calls += 1;
      if (calls > n || (calls === n && !isAfter)) throw new Error('the process ended');
      const result = await work(...args);
      if (calls === n) throw new Error('the process ended');
      return result;
    };
  return {
    ...storage,
    stat: step((...args) => storage.stat(...args)),
    copy: step((...args) => storage.copy(...args)),
    remove: step((...args) => storage.remove(...args)),
  };
}

const moments = [1, 2, 3, 4].flatMap((n) => [false, true].map((isAfter) => [n, isAfter] as const));

describe('a move whose process ends', () => {
  it.each(moments)('at call %i (after it: %s) leaves a file that can be restored', async (n, isAfter) => {
    const id = await newAsset(project.secret);
    const { url } = await assetOf(id);
    const { key } = await objectOf(id);
    await deleteAsset(id);

    await move(endingAt(n, isAfter));

    expect((await isServed(url)) || (await isInTrash(key))).toBe(true);
    const moves = db.collection<{ _id: string; project_id: string; removing_at?: Date }>('media_moves');
    const removing = (await moves.findOne({ _id: key }))?.removing_at !== undefined;
    if (removing) {
      expect((await restore(id)).data[0].error.code).toBe('temporarily_unavailable');
      await moves.updateOne(
        { _id: key, project_id: project.id },
        {
          $set: { removing_at: new Date(Date.now() - 60_000) },
        },
      );
    }
    expect((await restore(id)).done).toBe(1);
    await move(storage, new Date(clock.now().getTime() + dayMs));
    expect(await isServed(url)).toBe(true);
  });

  it('is repeated, and a restore beside it wins or waits', async () => {
    const id = await newAsset(project.secret);
    const { url } = await assetOf(id);
    for (let round = 0; round < 5; round += 1) {
      await deleteAsset(id);
      const [, result] = await Promise.all([move(), restore(id)]);
      if (result.done === 0) {
        expect(result.data[0].error.code).toBe('temporarily_unavailable');
        await db.collection('media_moves').updateMany(
          { project_id: project.id, removing_at: { $exists: true } },
          {
            $set: { removing_at: new Date(0) },
          },
        );
        expect((await restore(id)).done).toBe(1);
      }
      expect(await isServed(url)).toBe(true);
    }
  });
});
