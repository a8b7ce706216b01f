import { describe, expect, it } from 'vitest';
import { startService } from '../../../support/service.ts';

const service = await startService();
const categories = '/v1/blog/categories';

describe('blog categories', () => {
  it('are created, listed by name and read by slug and id', async () => {
    const project = await service.newProject();

    const created = await project.secret.post(categories, {
      name: 'Workshop notes',
      description: 'From the bench.',
      seo: { title: 'Notes' },
    });
    await project.secret.post(categories, { name: 'Events' });

    expect(created.status).toBe(201);
    expect(created.headers.get('Location')).toBe('/v1/blog/categories/workshop-notes');
    expect(created.body).toEqual({
      id: expect.stringMatching(/^cat_[0-9a-z]{26}$/),
      slug: 'workshop-notes',
      name: 'Workshop notes',
      description: 'From the bench.',
      image: null,
      article_count: 0,
      seo: { title: 'Notes', description: 'From the bench.', og_image: null, no_index: false },
      revision: 1,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    for (const name of ['workshop-notes', created.body.id])
      expect((await project.publishable.get(`${categories}/${name}`)).body).toEqual(created.body);
    const list = await project.publishable.get(`${categories}?count=true`);
    expect(list.body).toMatchObject({
      data: [{ name: 'Events', seo: { title: 'Events' } }, { name: 'Workshop notes' }],
      meta: { module: 'blog', limit: 20, release_independent: true, total: 2, total_is_capped: false },
    });
  });

  it('are changed key by key, and a rename shows in articles at once', async () => {
    const project = await service.newProject();
    const { id } = (await project.secret.post(categories, { name: 'News', seo: { title: 'S' } })).body;
    await project.secret.post('/v1/blog/articles', { title: 'A', categories: [id], publish: true });

    const changed = await project.secret.patch(`${categories}/news`, {
      name: 'Fresh',
      slug: 'fresh',
      seo: { description: 'D' },
    });

    expect(changed.body).toMatchObject({
      name: 'Fresh',
      slug: 'fresh',
      seo: { title: 'S', description: 'D' },
      article_count: 1,
      revision: 2,
    });
    const article = await project.publishable.get('/v1/blog/articles/a');
    expect(article.body.categories).toEqual([{ id, name: 'Fresh', slug: 'fresh' }]);
    expect(await project.events()).toEqual(['blog.article.published']);
  });

  it.each([
    [{}, 400, 'missing_required_field', 'name'],
    [{ name: '' }, 400, 'missing_required_field', 'name'],
    [{ name: 'x'.repeat(201) }, 400, 'invalid_field_value', 'name'],
    [{ name: 'A', description: 5 }, 400, 'invalid_field_value', 'description'],
    [{ name: 'A', slug: '-a' }, 400, 'invalid_field_value', 'slug'],
    [{ name: 'A', image_id: 'aut_1' }, 400, 'unknown_link', 'image_id'],
    [{ name: 'A', seo: { og_image_id: 'med_1' } }, 400, 'unknown_link', 'seo.og_image_id'],
    [{ name: 'A', seo: [] }, 400, 'invalid_field_value', 'seo'],
    [{ name: 'A', colour: 'red' }, 400, 'unknown_field', 'colour'],
    [{ name: 'B', slug: 'taken' }, 409, 'slug_taken', 'slug'],
  ])('refuse %j with %i %s', async (body, status, code, param) => {
    const project = await service.newProject();
    await project.secret.post(categories, { name: 'Taken' });

    const answer = await project.secret.post(categories, body);

    expect(answer).toMatchObject({ status, body: { error: { code, param } } });
  });

  it('refuse a change of what is not there, of nothing, and of a state that is past', async () => {
    const [project, other] = [await service.newProject(), await service.newProject()];
    const foreign = (await other.secret.post(categories, { name: 'News' })).body.id;
    await project.secret.post(categories, { name: 'Notes' });
    await project.secret.post(categories, { name: 'Events' });

    for (const name of ['news', foreign])
      expect(await project.secret.patch(`${categories}/${name}`, { name: 'A' })).toMatchObject({
        status: 404,
        body: { error: { code: 'unknown_blog_category' } },
      });
    expect((await project.publishable.get(`${categories}/${foreign}`)).status).toBe(404);
    const codeOf = async (body: object, headers = {}) =>
      (await project.secret.patch(`${categories}/notes`, body, headers)).body.error?.code;
    expect(await codeOf({})).toBe('nothing_to_update');
    expect(await codeOf({ slug: 'events' })).toBe('slug_taken');
    expect(await codeOf({ name: 'B' }, { 'If-Match': '"9"' })).toBe('revision_conflict');
    expect(await codeOf({ slug: 'notes' }, { 'If-Match': '"1"' })).toBeUndefined();
  });

  it('are deleted when no article is in them, drafts too', async () => {
    const project = await service.newProject();
    const { id } = (await project.secret.post(categories, { name: 'News' })).body;
    await project.secret.post('/v1/blog/articles', { title: 'A', categories: [id] });

    const refused = await project.secret.delete(`${categories}/news`);
    await project.secret.delete('/v1/blog/articles/a');
    const stale = await project.secret.delete(`${categories}/news`, { 'If-Match': '"2"' });
    const deleted = await project.secret.delete(`${categories}/news`);

    expect(refused).toMatchObject({
      status: 409,
      body: { error: { code: 'entry_referenced', referenced_by: [{ slug: 'a', field: 'categories' }] } },
    });
    expect([stale.status, deleted.status]).toEqual([409, 204]);
    expect((await project.secret.delete(`${categories}/news`)).body.error.code).toBe('unknown_blog_category');
  });
});
