import { describe, expect, it } from 'vitest';
import { newUpload, png, sendFile, startMediaService } from '../../../support/media.ts';
import { databaseOf } from '../../../support/database.ts';

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

  // Browsers look into a file of an unknown type, and run the page that they find.
  const runAsPages = ['application/unknown', 'unknown/unknown'];

  it.each([...runAsPages, 'text/html', 'image/svg+xml', 'application/xml', 'text/javascript'])(
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
