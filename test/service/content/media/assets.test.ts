import { beforeAll, describe, expect, it } from 'vitest';
import { idsIn, newAsset, newUpload, png, startMediaService } from '../../../support/media.ts';
import { databaseOf } from '../../../support/database.ts';
import { testLocales, withLocales } from '../../../support/service.ts';

const { service } = await startMediaService();

describe('GET /v1/media/{mediaId}', () => {
  it('answers the asset with a permanent address', async () => {
    const { secret } = await service.newProject();
    const id = await newAsset(secret, { alt: 'A hat', width: 4, height: 3 });

    const answer = await secret.get(`/v1/media/${id}?media_urls=permanent`);

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id, ...png, alt: 'A hat', width: 4, height: 3, status: 'ready' });
    expect(answer.body).not.toHaveProperty('url_expires_at');
    expect(answer.headers.get('ETag')).toMatch(/^"2-/);
    expect((await fetch(answer.body.url)).status).toBe(200);
  });

  it('answers 304 to whoever has it, and the new state as soon as there is one', async () => {
    const { secret } = await service.newProject();
    const id = await newUpload(secret);
    const tag = (await secret.get(`/v1/media/${id}`)).headers.get('ETag') ?? '';
    expect((await secret.get(`/v1/media/${id}`, { 'If-None-Match': tag })).status).toBe(304);

    await secret.post(`/v1/media/uploads/${id}/confirm`);

    expect(await secret.get(`/v1/media/${id}`, { 'If-None-Match': tag })).toMatchObject({
      status: 200,
      body: { status: 'ready' },
    });
  });

  it('does not know assets of other projects', async () => {
    const [mine, other] = [await service.newProject(), await service.newProject()];
    const id = await newAsset(other.secret);

    expect(await mine.secret.get(`/v1/media/${id}`)).toMatchObject({
      status: 404,
      body: { error: { code: 'unknown_media', param: 'mediaId' } },
    });
  });

  it('is for secret keys', async () => {
    const { publishable, secret } = await service.newProject();
    const id = await newAsset(secret);

    for (const path of [`/v1/media/${id}`, '/v1/media'])
      expect(await publishable.get(path)).toMatchObject({
        status: 403,
        body: { error: { code: 'secret_key_required' } },
      });
  });
});

describe('GET /v1/media', () => {
  it('lists newest first, page after page, with nothing missing and nothing twice', async () => {
    const { secret } = await service.newProject();
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) ids.unshift((await secret.post('/v1/media/uploads', png)).body.media.id);

    const first = await secret.get('/v1/media?limit=2&count=true');
    const second = await secret.get(`/v1/media?limit=2&cursor=${first.body.meta.next_cursor}`);
    const third = await secret.get(`/v1/media?limit=2&cursor=${second.body.meta.next_cursor}`);

    expect([first, second, third].flatMap(idsIn)).toEqual(ids);
    expect(first.body.meta).toMatchObject({ limit: 2, has_more: true, next_offset: null, total: 5 });
    expect(third.body.meta).toEqual({ limit: 2, has_more: false, next_cursor: null, next_offset: null });
  });

  describe('with filters', async () => {
    const { secret } = await service.newProject();
    const names = new Map<string, string>();
    beforeAll(async () => {
      const map = { file_name: 'map.svg', content_type: 'image/svg+xml', alt: 'The village' };
      names.set(await newAsset(secret, { file_name: 'straw-hat.png', alt: 'A hat of straw' }), 'hat');
      names.set(await newAsset(secret, map), 'map');
      names.set(await newUpload(secret, { file_name: 'film.mp4', content_type: 'video/mp4' }), 'film');
    });

    it.each([
      ['status=ready', ['hat', 'map']],
      ['status=pending', ['film']],
      ['status=failed', []],
      ['content_type=image/', ['hat', 'map']],
      ['content_type=IMAGE/PNG', ['hat']],
      ['content_type=image/sv', ['map']],
      ['content_type=.mage', []],
      ['q=straw', ['hat']],
      ['q=STRÁ', ['hat']],
      ['q=village map', ['map']],
      ['q=png', ['hat']],
      ['q=lage', []],
      ['q=', ['film', 'hat', 'map']],
      ['status=ready&content_type=image/&q=hat', ['hat']],
    ])('%s finds %j', async (query, expected) => {
      const found = await secret.get(`/v1/media?${query}`);

      expect(
        idsIn(found)
          .map((id) => names.get(id))
          .sort(),
      ).toEqual(expected);
    });
  });

  it.each([
    ['limit=101', 'invalid_limit', 'limit'],
    ['limit=0', 'invalid_limit', 'limit'],
    ['cursor=nonsense', 'invalid_cursor', 'cursor'],
    ['status=gone', 'invalid_parameter', 'status'],
    ['status=deleted', 'invalid_parameter', 'status'],
    ['content_type=', 'invalid_parameter', 'content_type'],
    ['offset=1', 'unknown_parameter', 'offset'],
    ['media_urls=short', 'invalid_parameter', 'media_urls'],
  ])('refuses %s with %s', async (query, code, param) => {
    const { secret } = await service.newProject();

    expect(await secret.get(`/v1/media?${query}`)).toMatchObject({
      status: 400,
      body: { error: { code, param } },
    });
  });

  it('takes no cursor of another filter or project', async () => {
    const [mine, other] = [await service.newProject(), await service.newProject()];
    for (const { secret } of [mine, other])
      for (let i = 0; i < 2; i += 1) await secret.post('/v1/media/uploads', png);
    const { next_cursor } = (await mine.secret.get('/v1/media?limit=1')).body.meta;

    for (const [client, query] of [
      [mine.secret, 'status=pending&'],
      [other.secret, ''],
    ] as const)
      expect(await client.get(`/v1/media?${query}limit=1&cursor=${next_cursor}`)).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_cursor' } },
      });
  });

  it('reads of the index what it shows, whatever filters there are', async () => {
    const { secret, id } = await service.newProject();
    await Promise.all(Array.from({ length: 30 }, () => secret.post('/v1/media/uploads', png)));
    await newAsset(secret);

    const db = databaseOf(service.app.system);
    const found = await db
      .collection('media')
      .find({ $and: [{ project_id: id }, { status: 'ready', content_type: { $regex: '^image/' } }] })
      .sort({ _id: -1 })
      .limit(21)
      .explain('executionStats');

    expect(found['executionStats']).toMatchObject({ totalDocsExamined: 1, nReturned: 1 });
  });
});

describe('PATCH /v1/media/{mediaId}', () => {
  it('changes what is sent, keeps the rest and tells it once', async () => {
    const project = await service.newProject();
    const id = await newAsset(project.secret, { alt: 'A hat', width: 4, height: 3 });
    const path = `/v1/media/${id}`;

    const answer = await project.secret.patch(path, { alt: 'Two hats', height: null, file_name: 'b.png' });

    expect(answer.body).toMatchObject({
      alt: 'Two hats',
      width: 4,
      height: null,
      file_name: 'b.png',
      revision: 3,
    });
    expect((await project.secret.get(path)).body).toEqual(answer.body);
    expect((await project.secret.get('/v1/media?q=two')).body.data).toHaveLength(1);
    expect(await project.events()).toEqual(['media.asset.updated']);
    expect((await project.eventData())[0]).toEqual({
      id,
      file_name: 'b.png',
      content_type: 'image/png',
      alt: 'Two hats',
      width: 4,
      height: null,
      status: 'ready',
      updated_at: answer.body.updated_at,
      revision: 3,
      used_by: [],
      used_by_total: 0,
      ...withLocales({ locales: ['en', ...testLocales] }),
    });
  });

  it('that changes nothing tells nobody and keeps the time', async () => {
    const project = await service.newProject();
    const id = await newAsset(project.secret, { alt: 'A hat' });
    const before = (await project.secret.get(`/v1/media/${id}`)).body;

    const answer = await project.secret.patch(`/v1/media/${id}`, { alt: 'A hat', width: null });

    expect(answer.body).toEqual(before);
    expect(await project.events()).toEqual([]);
  });

  it('of an upload that is not confirmed tells nobody', async () => {
    const project = await service.newProject();
    const id = await newUpload(project.secret);

    await project.secret.patch(`/v1/media/${id}`, { alt: 'A hat' });
    const confirmed = await project.secret.post(`/v1/media/uploads/${id}/confirm`);

    expect(confirmed.body).toMatchObject({ status: 'ready', alt: 'A hat' });
    expect(await project.events()).toEqual([]);
  });

  it.each<[string, object, string, string | undefined]>([
    ['nothing', {}, 'nothing_to_update', undefined],
    ['an unknown key', { title: 'A' }, 'unknown_field', 'title'],
    ['another size', { size_bytes: 6 }, 'unknown_field', 'size_bytes'],
    ['a path', { file_name: 'a/b.png' }, 'invalid_file_name', 'file_name'],
    ['no name', { file_name: null }, 'invalid_field_value', 'file_name'],
    ['half a pixel', { width: 1.5 }, 'invalid_field_value', 'width'],
  ])('refuses %s', async (_, body, code, param) => {
    const { secret } = await service.newProject();
    const id = await newAsset(secret);

    const answer = await secret.patch(`/v1/media/${id}`, body);

    expect(answer).toMatchObject({ status: 400, body: { error: { code } } });
    expect(answer.body.error.param).toBe(param);
  });

  it('holds back a writer who saw an older state', async () => {
    const { secret } = await service.newProject();
    const id = await newAsset(secret);
    const tag = (await secret.get(`/v1/media/${id}`)).headers.get('ETag') ?? '';

    expect((await secret.patch(`/v1/media/${id}`, { alt: 'A' }, { 'If-Match': tag })).status).toBe(200);
    expect(await secret.patch(`/v1/media/${id}`, { alt: 'B' }, { 'If-Match': tag })).toMatchObject({
      status: 409,
      body: { error: { code: 'revision_conflict', current_revision: 3 } },
    });
  });

  it('does not know assets of other projects, and is for secret keys', async () => {
    const [mine, other] = [await service.newProject(), await service.newProject()];
    const id = await newAsset(other.secret);

    expect((await mine.secret.patch(`/v1/media/${id}`, { alt: 'A' })).status).toBe(404);
    expect((await other.publishable.patch(`/v1/media/${id}`, { alt: 'A' })).status).toBe(403);
  });
});
