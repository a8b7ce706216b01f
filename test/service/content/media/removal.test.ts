import { describe, expect, it } from 'vitest';
import { deleteAsset } from '../../../../src/content/media/change.ts';
import { sweepMedia } from '../../../../src/content/media/upload/expiry.ts';
import { createStorage } from '../../../../src/core/storage/storage.ts';
import { newAsset, newUpload, png, sendFile, startMediaService } from '../../../support/media.ts';
import type { TestProject } from '../../../support/service.ts';
import { tester } from '../../../support/actor.ts';
import { databaseOf } from '../../../support/database.ts';

const { service, store } = await startMediaService();
const storage = createStorage(store.settings);
const { system } = service.app;

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000);
const sweep = (hours: number) => sweepMedia({ system, storage, now: hoursFromNow(hours) });
const openProject = ({ id }: TestProject) => service.app.contextsOf(tester).project(id);

/** The address of the asset's file. */
async function urlOf({ secret }: TestProject, id: string): Promise<string> {
  return (await secret.get(`/v1/media/${id}`)).body.url;
}

describe('deleting an asset', () => {
  it.each([false, true])(
    'removes its file and takes it out of the lists (private: %s)',
    async (privateMedia) => {
      const project = await service.newProject({ privateMedia });
      const id = await newAsset(project.secret);
      const url = await urlOf(project, id);

      await deleteAsset(await openProject(project), id);

      expect((await fetch(url)).status).not.toBe(200);
      expect((await project.secret.get(`/v1/media/${id}`)).status).toBe(404);
      expect((await project.secret.patch(`/v1/media/${id}`, { alt: 'A' })).status).toBe(404);
      expect((await project.secret.post(`/v1/media/uploads/${id}/confirm`)).status).toBe(404);
      expect((await project.secret.get('/v1/media?count=true')).body).toMatchObject({
        data: [],
        meta: { total: 0 },
      });
      expect(await project.events()).toEqual(['media.asset.deleted']);
    },
  );

  it('a second time, or in another project, does not know it', async () => {
    const [mine, other] = [await service.newProject(), await service.newProject()];
    const id = await newAsset(mine.secret);

    await expect(deleteAsset(await openProject(other), id)).rejects.toMatchObject({ code: 'unknown_media' });
    await deleteAsset(await openProject(mine), id);
    await expect(deleteAsset(await openProject(mine), id)).rejects.toMatchObject({ code: 'unknown_media' });
  });

  it('removes the file once more when somebody sends it again with the old address', async () => {
    const project = await service.newProject();
    const asked = (await project.secret.post('/v1/media/uploads', png)).body;
    await sendFile(asked, 'bytes');
    const { url } = (await project.secret.post(`/v1/media/uploads/${asked.media.id}/confirm`)).body;
    await deleteAsset(await openProject(project), asked.media.id);
    await sendFile(asked, 'again');
    expect((await fetch(url)).status).toBe(200);

    await sweep(2);

    expect((await fetch(url)).status).not.toBe(200);
  });

  it('goes on without the storage, and the sweep removes the file when it is back', async () => {
    const project = await service.newProject();
    const id = await newAsset(project.secret);
    const url = await urlOf(project, id);
    const down = createStorage({ ...store.settings, endpoint: 'http://127.0.0.1:9' });

    await deleteAsset({ ...(await openProject(project)), storage: down }, id);

    expect((await project.secret.get(`/v1/media/${id}`)).status).toBe(404);
    expect((await fetch(url)).status).toBe(200);
    await expect(sweepMedia({ system, storage: down, now: new Date() })).rejects.toMatchObject({
      code: 'temporarily_unavailable',
    });
    await sweep(0);
    expect((await fetch(url)).status).not.toBe(200);
  });

  it('of an upload forgets it, and says so', async () => {
    const project = await service.newProject();
    const id = await newUpload(project.secret);

    await deleteAsset(await openProject(project), id);

    expect(
      await databaseOf(system)
        .collection('media')
        .findOne({ _id: id as never }),
    ).toBeNull();
    expect(await project.eventData()).toMatchObject([
      { id, status: 'pending', used_by: [], used_by_total: 0 },
    ]);
  });
});
