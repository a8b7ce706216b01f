import { describe, expect, it } from 'vitest';
import { startService } from '../support/service.ts';

const service = await startService();

describe('POST /v1/content/{type}/entries', () => {
  it('creates a draft that readers cannot see, and says nothing', async () => {
    const project = await service.newProject();
    await project.secret.put('/v1/schema/content-types/page', { fields: [{ key: 'title', type: 'string' }] });

    const created = await project.secret.post('/v1/content/page/entries', { values: { title: 'A' } });

    expect(created.body).toMatchObject({
      status: 'draft',
      values: { title: 'A' },
      revision: 1,
      live_revision: null,
    });
    expect(created.status).toBe(201);
    const path = `/v1/content/page/${created.body.id}`;
    expect(created.headers.get('Location')).toBe(path);
    expect(await project.publishable.get(path)).toMatchObject({
      status: 404,
      body: { error: { code: 'entry_not_published' } },
    });
    expect(await project.events()).toEqual(['content.type.updated']);
  });

  it('with publish:true is read at once', async () => {
    const project = await service.newProject();
    await project.secret.put('/v1/schema/content-types/page', { fields: [{ key: 'title', type: 'string' }] });

    const created = await project.secret.post('/v1/content/page/entries', {
      values: { title: 'A' },
      publish: true,
    });

    const read = await project.publishable.get(`/v1/content/page/${created.body.id}`);
    expect(read.body).toMatchObject({ id: created.body.id, values: { title: 'A' }, revision: 1 });
    const list = await project.publishable.get('/v1/content/page?where[title]=A');
    expect(list.body).toMatchObject({
      data: [{ id: created.body.id }],
      meta: { type: 'page', kind: 'collection', has_more: false },
    });
  });
});
