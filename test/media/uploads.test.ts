import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startEmbeddedStore } from '../../dev/embedded/store/server.ts';
import { setUpBuckets } from '../../src/platform/storage/bucket-setup.ts';
import {
  newUpload,
  png,
  sendFile,
  startMediaService,
  storeVariables,
  type UploadTicket,
} from '../support/media.ts';
import { startService } from '../support/service.ts';
import { databaseOf } from '../support/database.ts';

const { service, store } = await startMediaService({ MAX_UPLOAD_BYTES: '1000' });

describe('POST /v1/media/uploads', () => {
  it('answers where and how to send the file, and a pending asset', async () => {
    const { secret, id } = await service.newProject();
    const askedAt = Date.now();

    const answer = await secret.post('/v1/media/uploads', { ...png, width: 20, height: 10, alt: 'A hat' });

    expect(answer.status).toBe(201);
    expect(answer.headers.get('Location')).toBe(`/v1/media/${answer.body.media.id}`);
    expect(answer.body).toEqual({
      upload_url: expect.stringContaining(
        `${store.settings.endpoint}/${store.settings.bucket}/${id}/${answer.body.media.id}/a.png?`,
      ),
      method: 'PUT',
      headers: { 'Content-Type': 'image/png', 'Content-Length': '5', 'If-None-Match': '*' },
      expires_at: expect.any(String),
      media: {
        id: expect.stringMatching(/^med_[0-9a-z]{26}$/),
        ...png,
        width: 20,
        height: 10,
        alt: 'A hat',
        status: 'pending',
        url: null,
        revision: 1,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    });
    const livesMs = Date.parse(answer.body.expires_at) - askedAt;
    expect(livesMs).toBeGreaterThan(14 * 60_000);
    expect(livesMs).toBeLessThan(15 * 60_000 + 5_000);
  });

  it('leaves dimensions null and alt empty until they are sent', async () => {
    const { secret } = await service.newProject();

    const { body } = await secret.post('/v1/media/uploads', png);

    expect(body.media).toMatchObject({ width: null, height: null, alt: '' });
  });

  it('tells nobody and moves no version', async () => {
    const project = await service.newProject();
    const id = await newUpload(project.secret);
    await project.secret.post(`/v1/media/uploads/${id}/confirm`);

    expect(await project.events()).toEqual([]);
    const row = await databaseOf(service.app.system)
      .collection('projects')
      .findOne({ _id: project.id as never });
    expect(row).toMatchObject({ revision: 1 });
  });

  it.each<[string, object, string, string]>([
    ['a file larger than the operator allows', { size_bytes: 1001 }, 'upload_too_large', 'size_bytes'],
    ['an empty file', { size_bytes: 0 }, 'invalid_field_value', 'size_bytes'],
    ['half a byte', { size_bytes: 1.5 }, 'invalid_field_value', 'size_bytes'],
    ['a size that is a text', { size_bytes: '5' }, 'invalid_field_value', 'size_bytes'],
    ['no size', { size_bytes: undefined }, 'missing_required_field', 'size_bytes'],
    ['no name', { file_name: undefined }, 'missing_required_field', 'file_name'],
    ['a name that is a number', { file_name: 7 }, 'invalid_field_value', 'file_name'],
    ['an empty name', { file_name: '' }, 'invalid_file_name', 'file_name'],
    ['a name of spaces', { file_name: '  ' }, 'invalid_file_name', 'file_name'],
    ['a name of 256 characters', { file_name: 'x'.repeat(256) }, 'invalid_file_name', 'file_name'],
    ['a path', { file_name: '../a.png' }, 'invalid_file_name', 'file_name'],
    ['a path of Windows', { file_name: 'c:\\a.png' }, 'invalid_file_name', 'file_name'],
    ['a line break in a name', { file_name: 'a\n.png' }, 'invalid_file_name', 'file_name'],
    ['a name that turns around', { file_name: 'a\u202egnp.exe' }, 'invalid_file_name', 'file_name'],
    [
      'a type with parameters',
      { content_type: 'text/plain; charset=utf-8' },
      'invalid_media_type',
      'content_type',
    ],
    ['half a type', { content_type: 'image' }, 'invalid_media_type', 'content_type'],
    ['any type', { content_type: 'image/*' }, 'invalid_media_type', 'content_type'],
    ['a type over two lines', { content_type: 'image/png\r\nX-A: b' }, 'invalid_media_type', 'content_type'],
    ['no type', { content_type: undefined }, 'missing_required_field', 'content_type'],
    ['a width of 0', { width: 0 }, 'invalid_field_value', 'width'],
    ['a height that is a text', { height: '10' }, 'invalid_field_value', 'height'],
    ['an alt that is no text', { alt: 5 }, 'invalid_field_value', 'alt'],
    ['an alt of 2,001 characters', { alt: 'x'.repeat(2001) }, 'invalid_field_value', 'alt'],
    ['an unknown key', { filename: 'a.png' }, 'unknown_field', 'filename'],
  ])('refuses %s', async (_, change, code, param) => {
    const { secret } = await service.newProject();

    const answer = await secret.post('/v1/media/uploads', { ...png, ...change });

    expect(answer).toMatchObject({ status: 400, body: { error: { code, param } } });
    expect((await secret.get('/v1/media')).body.data).toEqual([]);
  });

  it('names every fault at once', async () => {
    const { secret } = await service.newProject();

    const { body } = await secret.post('/v1/media/uploads', {
      file_name: 'a/b',
      content_type: 'png',
      size_bytes: 5_000,
    });

    const codes = (body.error.errors as { code: string }[]).map((fault) => fault.code);
    expect(codes).toEqual(['invalid_file_name', 'invalid_media_type', 'upload_too_large']);
  });

  it.each([
    ['255 characters, emoji included', '👒'.repeat(255)],
    ['letters of any script', 'Übersicht 図 2026 (Entwurf).png'],
  ])('takes a name of %s', async (_, file_name) => {
    const { secret } = await service.newProject();

    const asked = await secret.post('/v1/media/uploads', { ...png, file_name });

    expect(asked.body.media.file_name).toBe(file_name);
    expect(await sendFile(asked.body, 'bytes')).toEqual({ status: 200, code: undefined });
    const { body } = await secret.post(`/v1/media/uploads/${asked.body.media.id}/confirm`);
    expect((await fetch(body.url)).status).toBe(200);
  });

  it('is for secret keys', async () => {
    const project = await service.newProject();

    expect(await project.publishable.post('/v1/media/uploads', png)).toMatchObject({
      status: 403,
      body: { error: { code: 'secret_key_required' } },
    });
    expect((await project.as(null).post('/v1/media/uploads', png)).status).toBe(401);
  });

  it.each(['text/html', 'image/svg+xml', 'application/xml', 'text/javascript'])(
    'makes %s an attachment, which is part of the signature',
    async (content_type) => {
      const { secret } = await service.newProject();
      const { body } = await secret.post('/v1/media/uploads', { ...png, content_type });

      expect(body.headers).toHaveProperty('Content-Disposition', 'attachment');
      const { 'Content-Disposition': _, ...others } = body.headers;
      expect(await sendFile({ ...body, headers: others }, 'bytes')).toMatchObject({ status: 403 });
      expect(await sendFile(body, 'bytes')).toMatchObject({ status: 200 });

      const { body: asset } = await secret.post(`/v1/media/uploads/${body.media.id}/confirm`);
      expect((await fetch(asset.url)).headers.get('content-disposition')).toBe('attachment');
    },
  );
});

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
