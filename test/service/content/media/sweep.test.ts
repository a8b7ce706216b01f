import { request } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { deleteAsset, replaceFile } from '../../../../src/content/media/change.ts';
import { sweepMedia } from '../../../../src/content/media/upload/expiry.ts';
import { createStorage, type Storage } from '../../../../src/core/storage/storage.ts';
import { newAsset, newUpload, png, sendFile, startMediaService } from '../../../support/media.ts';
import type { TestProject } from '../../../support/service.ts';
import { listenWith } from '../../../support/stand-in-server.ts';
import { assembly } from '../../../support/assembly.ts';
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

/** The same store, behind something that refuses to remove the file of one asset. */
async function storeThatKeeps(mediaId: string): Promise<Storage> {
  const front = await listenWith((asked, answer) => {
    if (asked.method === 'DELETE' && asked.url?.includes(mediaId) === true) {
      answer.writeHead(403, { 'Content-Type': 'application/xml' });
      answer.end('<Error><Code>AccessDenied</Code><Message>It is locked.</Message></Error>');
      return;
    }
    const { method, url, headers } = asked;
    const passed = request(`${store.settings.endpoint}${url}`, { method, headers }, (found) => {
      answer.writeHead(found.statusCode ?? 500, found.headers);
      found.pipe(answer);
    });
    asked.pipe(passed);
  });
  afterAll(() => front.stop());
  return createStorage({ ...store.settings, endpoint: front.origin });
}

describe('replacing a file', () => {
  const other = { file_name: 'b.jpg', content_type: 'image/jpeg', size_bytes: 7 };

  it('keeps the asset and gives it the file of an upload, under another address', async () => {
    const project = await service.newProject();
    const id = await newAsset(project.secret, { alt: 'A hat', width: 4, height: 3 });
    const oldUrl = await urlOf(project, id);
    const uploadId = await newUpload(project.secret, { ...other, width: 8 });

    await replaceFile(await openProject(project), id, { upload_id: uploadId });

    const { body } = await project.secret.get(`/v1/media/${id}`);
    expect(body).toMatchObject({
      id,
      ...other,
      file_name: 'a.png',
      alt: 'A hat',
      width: 8,
      height: null,
      status: 'ready',
    });
    expect(await (await fetch(body.url)).text()).toBe('xxxxxxx');
    expect((await fetch(oldUrl)).status).not.toBe(200);
    expect((await project.secret.get(`/v1/media/${uploadId}`)).status).toBe(404);
    expect(await project.events()).toEqual(['media.asset.updated']);
    expect(await project.eventData()).toMatchObject([{ id, file_name: 'a.png', width: 8, height: null }]);
  });

  it('takes the description of the upload when it has one', async () => {
    const project = await service.newProject();
    const id = await newAsset(project.secret, { alt: 'A hat' });
    const uploadId = await newUpload(project.secret, { alt: 'A cap' });

    expect((await replaceFile(await openProject(project), id, { upload_id: uploadId })).body.alt).toBe(
      'A cap',
    );
  });

  it('keeps the new file when the sweep removes the old one', async () => {
    const project = await service.newProject();
    const id = await newAsset(project.secret);
    await replaceFile(await openProject(project), id, {
      upload_id: await newUpload(project.secret, other),
    });

    await sweep(48);

    expect((await fetch(await urlOf(project, id))).status).toBe(200);
  });

  it.each<[string, (project: TestProject, id: string) => Promise<string>, string]>([
    [
      'an upload whose file was not sent',
      async ({ secret }) => (await secret.post('/v1/media/uploads', png)).body.media.id,
      'invalid_field_value',
    ],
    ['an asset that is ready', ({ secret }) => newAsset(secret), 'invalid_field_value'],
    ['the asset itself', async (_, id) => id, 'invalid_field_value'],
    [
      'an upload of another project',
      async () => newUpload((await service.newProject()).secret),
      'unknown_media',
    ],
  ])('refuses %s, and changes nothing', async (_, make, code) => {
    const project = await service.newProject();
    const id = await newAsset(project.secret);
    const before = (await project.secret.get(`/v1/media/${id}`)).body;

    const replaced = replaceFile(await openProject(project), id, {
      upload_id: await make(project, id),
    });

    await expect(replaced).rejects.toMatchObject({ code });
    expect((await project.secret.get(`/v1/media/${id}`)).body).toEqual(before);
    expect(await project.events()).toEqual([]);
  });
});

describe('the sweep', () => {
  it('forgets uploads that nobody confirmed for 24 hours, with their files, and tells nobody', async () => {
    const project = await service.newProject();
    const asked = (await project.secret.post('/v1/media/uploads', png)).body;
    await sendFile(asked, 'bytes');
    const url = `${store.settings.publicUrl}/${project.id}/${asked.media.id}/a.png`;

    await sweep(23);
    expect((await project.secret.get(`/v1/media/${asked.media.id}`)).body.status).toBe('pending');
    expect((await fetch(url)).status).toBe(200);
    await sweep(24.1);

    expect((await project.secret.get(`/v1/media/${asked.media.id}`)).status).toBe(404);
    expect((await project.secret.post(`/v1/media/uploads/${asked.media.id}/confirm`)).status).toBe(404);
    expect((await fetch(url)).status).not.toBe(200);
    expect(await project.events()).toEqual([]);
  });

  it('leaves ready and failed assets alone, and removes what a failed upload left', async () => {
    const project = await service.newProject();
    const { secret } = project;
    const ready = await newAsset(secret);
    const failed = (await secret.post('/v1/media/uploads', png)).body;
    await secret.post(`/v1/media/uploads/${failed.media.id}/confirm`);
    await sendFile(failed, 'later');
    const url = `${store.settings.publicUrl}/${project.id}/${failed.media.id}/a.png`;
    expect((await fetch(url)).status).toBe(200);

    await sweep(48);
    await sweep(48);

    expect((await secret.get(`/v1/media/${failed.media.id}`)).body.status).toBe('failed');
    expect((await fetch(url)).status).not.toBe(200);
    expect((await fetch(await urlOf(project, ready))).status).toBe(200);
    expect(
      await databaseOf(system).collection('media_leftovers').countDocuments({ project_id: project.id }),
    ).toBe(0);
  });

  it('is one of the recurring jobs', async () => {
    const project = await service.newProject();
    const asked = (await project.secret.post('/v1/media/uploads', png)).body;
    const clock = { now: () => hoursFromNow(25) };
    const parts = { system, clock, storage, audit: {}, kinds: [], mail: {}, backups: null } as never; // the rest is other jobs' business
    const job = assembly.jobs(parts).find(({ name }) => name === 'media.sweep');

    await job?.run('');

    expect((await project.secret.get(`/v1/media/${asked.media.id}`)).status).toBe(404);
    expect(job?.everySeconds).toBeLessThanOrEqual(3_600);
  });

  it('removes what is behind a file that the storage refuses to remove, and says that one stays', async () => {
    const project = await service.newProject();
    const [locked, free] = [await newAsset(project.secret), await newAsset(project.secret)];
    const urls = [await urlOf(project, locked), await urlOf(project, free)];
    const down = createStorage({ ...store.settings, endpoint: 'http://127.0.0.1:9' });
    const call = { ...(await openProject(project)), storage: down };
    await deleteAsset(call, locked);
    await deleteAsset({ ...call, now: new Date(call.now.getTime() + 1) }, free);
    const refusing = await storeThatKeeps(locked);

    const swept = sweepMedia({ system, storage: refusing, now: hoursFromNow(1) });

    await expect(swept).rejects.toMatchObject({ code: 'temporarily_unavailable' });
    expect((await fetch(urls[1] ?? '')).status).not.toBe(200);
    expect((await fetch(urls[0] ?? '')).status).toBe(200);
    await sweep(1);
    expect((await fetch(urls[0] ?? '')).status).not.toBe(200);
  });

  it('may run many times at once', async () => {
    const project = await service.newProject();
    const ids = await Promise.all([1, 2, 3].map(() => newUpload(project.secret)));

    await Promise.all([sweep(25), sweep(25), sweep(25)]);

    for (const id of ids) expect((await project.secret.get(`/v1/media/${id}`)).status).toBe(404);
  });
});
