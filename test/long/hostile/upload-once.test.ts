import { describe, expect, it } from 'vitest';
import { newUpload, png, sendFile, startMediaService, storeVariables } from '../../support/media.ts';
import { startService } from '../../support/service.ts';

const { service, store } = await startMediaService();

describe('a signed upload', () => {
  it.each([false, true])(
    'cannot change the bytes of a confirmed file (private: %s)',
    async (privateMedia) => {
      const { secret } = await service.newProject({ privateMedia });
      const asked = (await secret.post('/v1/media/uploads', png)).body;
      expect(await sendFile(asked, 'first')).toEqual({ status: 200, code: undefined });
      const path = `/v1/media/uploads/${asked.media.id}/confirm`;
      const { body: asset } = await secret.post(path);

      expect(await sendFile(asked, 'other')).toEqual({ status: 412, code: 'PreconditionFailed' });

      expect(await (await fetch(asset.url)).text()).toBe('first');
      expect((await secret.post(path)).body).toEqual(asset);
    },
  );

  it('takes one of several files that come at once, and keeps that', async () => {
    const { secret } = await service.newProject();
    const asked = (await secret.post('/v1/media/uploads', png)).body;
    const files = ['one 1', 'two 2', 'three', 'four4', 'five5'];

    const sent = await Promise.all(files.map((file) => sendFile(asked, file)));

    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412, 412]);
    const { body: asset } = await secret.post(`/v1/media/uploads/${asked.media.id}/confirm`);
    expect(await (await fetch(asset.url)).text()).toBe(files[sent.findIndex(({ status }) => status === 200)]);
  });

  it.each([{}, { 'If-None-Match': '"0123"' }])(
    'is refused with %j in place of its condition',
    async (changed) => {
      const { secret } = await service.newProject();
      const asked = (await secret.post('/v1/media/uploads', png)).body;
      const { 'If-None-Match': condition, ...others } = asked.headers;

      expect(condition).toBe('*');
      expect(await sendFile({ ...asked, headers: { ...others, ...changed } }, 'bytes')).toEqual({
        status: 403,
        code: 'SignatureDoesNotMatch',
      });
    },
  );

  it('may be sent by a page of any origin with all its headers', async () => {
    const { secret } = await service.newProject();
    const content_type = 'image/svg+xml';
    const { upload_url, headers } = (await secret.post('/v1/media/uploads', { ...png, content_type })).body;
    const own = Object.keys(headers).filter((name) => name !== 'Content-Length');

    const preflight = await fetch(upload_url, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://app.example.com',
        'Access-Control-Request-Method': 'PUT',
        'Access-Control-Request-Headers': own.join(', ').toLowerCase(),
      },
    });

    expect(own).toContain('If-None-Match');
    expect(preflight.status).toBe(200);
    const allowed = preflight.headers.get('Access-Control-Allow-Headers')?.toLowerCase() ?? '';
    for (const name of own) expect(allowed).toContain(name.toLowerCase());
  });

  it('goes without its condition where the operator says that the storage does not know it', async () => {
    const own = await startService({ ...storeVariables(store.settings), S3_UPLOAD_ONCE: 'off' });
    const { secret } = await own.newProject();

    const { body } = await secret.post('/v1/media/uploads', png);

    expect(body.headers).toEqual({ 'Content-Type': 'image/png', 'Content-Length': '5' });
    expect((await secret.post(`/v1/media/uploads/${await newUpload(secret)}/confirm`)).body.status).toBe(
      'ready',
    );
  });
});
