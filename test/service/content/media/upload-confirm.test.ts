import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startEmbeddedStore } from '../../../../dev/embedded/store/server.ts';
import { setUpBuckets } from '../../../../src/core/storage/bucket/bucket-setup.ts';
import {
  newUpload,
  png,
  sendFile,
  startMediaService,
  storeVariables,
  type UploadTicket,
} from '../../../support/media.ts';
import { startService } from '../../../support/service.ts';

const { service, store } = await startMediaService({ MAX_UPLOAD_BYTES: '1000' });

describe('PUT {upload_url}', () => {
  it.each<[string, string, (asked: UploadTicket) => UploadTicket]>([
    ['another length', 'six by', (asked) => asked],
    [
      'another type',
      'bytes',
      (asked) => ({ ...asked, headers: { ...asked.headers, 'Content-Type': 'text/html' } }),
    ],
    ['no type', 'bytes', (asked) => ({ ...asked, headers: {} })],
    [
      'another name',
      'bytes',
      (asked) => ({ ...asked, upload_url: asked.upload_url.replace('/a.png', '/b.png') }),
    ],
    [
      'a longer life',
      'bytes',
      (asked) => ({ ...asked, upload_url: asked.upload_url.replace('Expires=900', 'Expires=9000') }),
    ],
    [
      'an altered signature',
      'bytes',
      (asked) => ({
        ...asked,
        upload_url: asked.upload_url.replace(/.$/, (c) => (c === '0' ? '1' : '0')),
      }),
    ],
  ])('with %s is refused by the store, and the confirm says failed', async (_, bytes, alter) => {
    const { secret } = await service.newProject();
    const asked = (await secret.post('/v1/media/uploads', png)).body;
    const altered = alter(asked);

    expect(await sendFile(altered, bytes)).toEqual({ status: 403, code: 'SignatureDoesNotMatch' });

    const confirmed = await secret.post(`/v1/media/uploads/${asked.media.id}/confirm`);
    expect(confirmed).toMatchObject({ status: 200, body: { status: 'failed', url: null } });
  });

  it('is refused after 15 minutes, and taken until then', async () => {
    let aheadMs = 0;
    const folder = await mkdtemp(join(tmpdir(), 'galley-store-'));
    const keys = { accessKey: 'galley-tests', secretKey: 'a secret of the tests' };
    const later = await startEmbeddedStore({
      folder,
      port: 0,
      host: '127.0.0.1',
      now: () => new Date(Date.now() + aheadMs),
      skewMaxMs: 86_400_000,
      ...keys,
    });
    const { endpoint } = later;
    const settings = {
      endpoint,
      publicEndpoint: endpoint,
      region: 'us-east-1',
      bucket: 'media',
      privateBucket: 'media-private',
      publicUrl: `${endpoint}/media`,
      ...keys,
    };
    await setUpBuckets(settings);
    const { secret } = await (await startService(storeVariables(settings))).newProject();
    const { body } = await secret.post('/v1/media/uploads', png);

    aheadMs = 14.5 * 60_000;
    expect(await sendFile(body, 'bytes')).toEqual({ status: 200, code: undefined });
    aheadMs = 15.5 * 60_000;
    expect(await sendFile(body, 'bytes')).toEqual({ status: 403, code: 'AccessDenied' });

    await later.stop();
    await rm(folder, { recursive: true, force: true });
  });
});

describe('POST /v1/media/uploads/{mediaId}/confirm', () => {
  it('makes an asset ready whose file is there', async () => {
    const { secret } = await service.newProject();
    const id = await newUpload(secret, { alt: 'At step 1', width: 4 });

    const answer = await secret.post(`/v1/media/uploads/${id}/confirm`, { alt: 'At step 3', height: 3 });

    expect(answer).toMatchObject({
      status: 200,
      body: { id, ...png, status: 'ready', alt: 'At step 3', width: 4, height: 3, url: expect.any(String) },
    });
    expect(await (await fetch(answer.body.url)).text()).toBe('xxxxx');
  });

  it('needs no body, whatever the content type says', async () => {
    const { secret } = await service.newProject();
    const id = await newUpload(secret, { alt: 'Kept' });

    const headers = { 'Content-Type': 'text/plain' };
    const answer = await secret.send('POST', `/v1/media/uploads/${id}/confirm`, { headers });

    expect(answer).toMatchObject({ status: 200, body: { status: 'ready', alt: 'Kept' } });
  });

  it('clears with null what step 1 said', async () => {
    const { secret } = await service.newProject();
    const id = await newUpload(secret, { alt: 'Gone', width: 4 });

    const { body } = await secret.post(`/v1/media/uploads/${id}/confirm`, { alt: null, width: null });

    expect(body).toMatchObject({ alt: '', width: null });
  });

  it('twice gives the same answer', async () => {
    const { secret } = await service.newProject();
    const id = await newUpload(secret);

    const first = await secret.post(`/v1/media/uploads/${id}/confirm`, { alt: 'First' });
    const again = await secret.post(`/v1/media/uploads/${id}/confirm`, { alt: 'Again' });

    expect(again.body).toEqual(first.body);
    expect(again.status).toBe(200);
  });

  it('by many at once gives all the same answer', async () => {
    const { secret } = await service.newProject();
    const id = await newUpload(secret);

    const path = `/v1/media/uploads/${id}/confirm`;
    const answers = await Promise.all(['A', 'B', 'C', 'D'].map((alt) => secret.post(path, { alt })));

    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  it('says failed while nothing is there, and stays so when the file comes later', async () => {
    const { secret } = await service.newProject();
    const asked = await secret.post('/v1/media/uploads', png);
    const path = `/v1/media/uploads/${asked.body.media.id}/confirm`;

    const failed = await secret.post(path);
    expect(failed).toMatchObject({ status: 200, body: { status: 'failed', url: null } });
    await sendFile(asked.body, 'bytes');

    expect((await secret.post(path)).body).toEqual(failed.body);
  });

  it.each([
    ['size', { 'Content-Type': 'image/png' }, 'another size'],
    ['type', { 'Content-Type': 'text/html' }, 'bytes'],
  ])('says failed when the object has another %s, however it came there', async (_, headers, bytes) => {
    const project = await service.newProject();
    const { body } = await project.secret.post('/v1/media/uploads', png);
    const key = decodeURIComponent(new URL(body.upload_url).pathname.split('/').slice(2).join('/'));
    await store.client.putObject(store.settings.bucket, key, bytes, bytes.length, headers);

    const confirmed = await project.secret.post(`/v1/media/uploads/${body.media.id}/confirm`);

    expect(confirmed).toMatchObject({ status: 200, body: { status: 'failed' } });
  });

  it('does not know the upload of another project, or none at all', async () => {
    const [mine, other] = [await service.newProject(), await service.newProject()];
    const id = await newUpload(other.secret);

    for (const unknown of [id, 'med_00000000000000000000000000', 'nothing']) {
      expect(await mine.secret.post(`/v1/media/uploads/${unknown}/confirm`)).toMatchObject({
        status: 404,
        body: { error: { code: 'unknown_media', param: 'mediaId' } },
      });
    }
    expect((await other.secret.get(`/v1/media/${id}`)).body.status).toBe('pending');
  });

  it('refuses unknown keys and wrong values by name', async () => {
    const { secret } = await service.newProject();
    const id = await newUpload(secret);
    const path = `/v1/media/uploads/${id}/confirm`;

    expect(await secret.post(path, { status: 'ready' })).toMatchObject({
      status: 400,
      body: { error: { code: 'unknown_field', param: 'status' } },
    });
    expect(await secret.post(path, { width: -1 })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_field_value', param: 'width' } },
    });
    expect((await secret.get(`/v1/media/${id}`)).body.status).toBe('pending');
  });

  it('is for secret keys', async () => {
    const { publishable, secret } = await service.newProject();
    const id = await newUpload(secret);

    expect((await publishable.post(`/v1/media/uploads/${id}/confirm`)).status).toBe(403);
  });
});
