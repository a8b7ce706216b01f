import { describe, expect, it } from 'vitest';
import { valuesOf } from '../support/client.ts';
import { startService } from '../support/service.ts';

const service = await startService();
const authors = '/v1/authors';

describe('GET /v1/authors', () => {
  it('is an empty list from the first moment of a project', async () => {
    const project = await service.newProject();

    const answer = await project.publishable.get(authors);

    expect(answer.body).toEqual({
      data: [],
      meta: {
        module: 'blog',
        limit: 20,
        has_more: false,
        next_cursor: null,
        next_offset: null,
        release_independent: true,
      },
    });
  });

  it('lists by name, whatever the case and accents, page by page', async () => {
    const project = await service.newProject();
    for (const name of ['Örn', 'adele', 'Zoë', 'Ada', 'oskar', 'Ada'])
      await project.secret.post(authors, { name });

    const names: unknown[] = [];
    let cursor = '';
    do {
      const page = await project.publishable.get(`${authors}?limit=2&count=true${cursor}`);
      expect(page.body.meta.total).toBe(6);
      names.push(...valuesOf(page, 'name'));
      cursor = page.body.meta.next_cursor === null ? '' : `&cursor=${page.body.meta.next_cursor}`;
    } while (cursor !== '');

    expect(names).toEqual(['Ada', 'Ada', 'adele', 'Örn', 'oskar', 'Zoë']);
  });

  it.each([
    ['limit=0', 'invalid_limit'],
    ['limit=101', 'invalid_limit'],
    ['cursor=x', 'invalid_cursor'],
    ['offset=1', 'unknown_parameter'],
    ['q=edda', 'unknown_parameter'],
  ])('refuses ?%s with %s', async (query, code) => {
    const project = await service.newProject();

    const answer = await project.publishable.get(`${authors}?${query}`);

    expect(answer).toMatchObject({ status: 400, body: { error: { code } } });
  });

  it('takes no cursor of another list or another project', async () => {
    const [project, other] = [await service.newProject(), await service.newProject()];
    for (const one of [project, other])
      for (const name of ['A', 'B']) {
        await one.secret.post(authors, { name });
        await one.secret.post('/v1/blog/categories', { name });
      }
    const { next_cursor: cursor } = (await project.publishable.get(`${authors}?limit=1`)).body.meta;

    expect((await project.publishable.get(`${authors}?cursor=${cursor}`)).status).toBe(200);
    for (const answer of [
      await other.publishable.get(`${authors}?cursor=${cursor}`),
      await project.publishable.get(`/v1/blog/categories?cursor=${cursor}`),
    ])
      expect(answer.body.error.code).toBe('invalid_cursor');
  });
});

describe('POST /v1/authors', () => {
  it('creates an author with empty texts, who is read by slug and by id', async () => {
    const project = await service.newProject();

    const created = await project.secret.post(authors, { name: 'Edda Lindqvär' });

    expect(created.status).toBe(201);
    expect(created.headers.get('Location')).toBe('/v1/authors/edda-lindqvar');
    expect(created.body).toEqual({
      id: expect.stringMatching(/^aut_[0-9a-z]{26}$/),
      slug: 'edda-lindqvar',
      name: 'Edda Lindqvär',
      job_title: '',
      bio: '',
      avatar: null,
      links: [],
      article_count: 0,
      revision: 1,
      created_at: expect.any(String),
      updated_at: created.body.created_at,
    });
    for (const name of ['edda-lindqvar', created.body.id]) {
      const read = await project.publishable.get(`${authors}/${name}`);
      expect(read.body).toEqual(created.body);
      expect(read.headers.get('ETag')).toMatch(/^"1-/);
    }
    expect(await project.events()).toEqual([]);
  });

  it('refuses a given slug that is taken, and numbers one that it makes', async () => {
    const project = await service.newProject();
    await project.secret.post(authors, { name: 'Edda' });

    const made = await project.secret.post(authors, { name: 'Edda' });
    const given = await project.secret.post(authors, { name: 'Nell', slug: 'edda' });

    expect(made.body.slug).toBe('edda-2');
    expect(given).toMatchObject({ status: 409, body: { error: { code: 'slug_taken', param: 'slug' } } });
  });

  it.each([
    [{}, 'missing_required_field', 'name'],
    [{ name: ' ' }, 'missing_required_field', 'name'],
    [{ name: null }, 'missing_required_field', 'name'],
    [{ name: 7 }, 'invalid_field_value', 'name'],
    [{ name: 'x'.repeat(201) }, 'invalid_field_value', 'name'],
    [{ name: 'A', bio: 'x'.repeat(2001) }, 'invalid_field_value', 'bio'],
    [{ name: 'A', slug: 'a b' }, 'invalid_field_value', 'slug'],
    [{ name: 'A', links: [{ url: 'javascript:alert(1)' }] }, 'invalid_field_value', 'links[0].url'],
    [{ name: 'A', links: [{ label: 'x' }] }, 'missing_required_field', 'links[0].url'],
    [{ name: 'A', links: [{ url: 'https://a.example', href: 'x' }] }, 'unknown_field', 'links[0].href'],
    [{ name: 'A', avatar: { id: 'med_1' } }, 'unknown_field', 'avatar'],
    [{ name: 'A', avatar_id: { id: 'med_1' } }, 'invalid_field_value', 'avatar_id'],
    [{ name: 'A', avatar_id: 'med_1' }, 'unknown_link', 'avatar_id'],
    [{ name: 'A', nmae: 'B' }, 'unknown_field', 'nmae'],
  ])('refuses %j with %s', async (body, code, param) => {
    const project = await service.newProject();

    const answer = await project.secret.post(authors, body);

    expect(answer).toMatchObject({ status: 400, body: { error: { code, param } } });
    expect((await project.secret.get(authors)).body.data).toEqual([]);
  });

  it('with dry_run=true stores nothing', async () => {
    const project = await service.newProject();

    const tried = await project.secret.post(`${authors}?dry_run=true`, { name: 'Edda' });

    expect(tried.body).toMatchObject({ name: 'Edda', meta: { dry_run: true } });
    expect((await project.secret.get(authors)).body.data).toEqual([]);
  });
});

describe('PATCH /v1/authors/{slug}', () => {
  it('leaves out what is not sent and clears what is null', async () => {
    const project = await service.newProject();
    const links = [{ label: 'Site', url: 'https://edda.example/' }, { url: 'mailto:edda@example.com' }];
    await project.secret.post(authors, { name: 'Edda', job_title: 'Sailmaker', bio: 'Sews.', links });

    const renamed = await project.secret.patch(`${authors}/edda`, { name: 'Edda L.', bio: null });
    const moved = await project.secret.patch(`${authors}/edda`, { slug: 'edda-l', links: null });

    expect(renamed.body).toMatchObject({
      slug: 'edda',
      name: 'Edda L.',
      job_title: 'Sailmaker',
      bio: '',
      links: [links[0], { label: '', url: 'mailto:edda@example.com' }],
      revision: 2,
    });
    expect(moved.body).toMatchObject({ slug: 'edda-l', links: [], revision: 3 });
    expect((await project.secret.get(`${authors}/edda`)).body.error.code).toBe('unknown_author');
  });

  it('stores nothing when nothing changes, and obeys If-Match', async () => {
    const project = await service.newProject();
    const created = await project.secret.post(authors, { name: 'Edda' });

    const same = await project.secret.patch(`${authors}/edda`, { name: 'Edda' });
    const stale = await project.secret.patch(`${authors}/edda`, { name: 'E' }, { 'If-Match': '"7"' });

    expect(same.body).toEqual(created.body);
    expect(stale).toMatchObject({
      status: 409,
      body: { error: { code: 'revision_conflict', current_revision: 1 } },
    });
    expect((await project.secret.patch(`${authors}/edda`, {})).body.error.code).toBe('nothing_to_update');
    expect((await project.secret.patch(`${authors}/edda`, { name: '' })).body.error.code).toBe(
      'missing_required_field',
    );
  });
});

describe('DELETE /v1/authors/{slug}', () => {
  it('deletes an author without articles, and only of its own project', async () => {
    const [project, other] = [await service.newProject(), await service.newProject()];
    const created = await project.secret.post(authors, { name: 'Edda' });

    const foreign = await other.secret.delete(`${authors}/${created.body.id}`);
    const tried = await project.secret.delete(`${authors}/edda?dry_run=true`);
    const deleted = await project.secret.delete(`${authors}/edda`);
    const again = await project.secret.delete(`${authors}/edda`);

    expect(foreign).toMatchObject({ status: 404, body: { error: { code: 'unknown_author' } } });
    expect([tried.status, tried.body]).toEqual([200, { meta: { dry_run: true } }]);
    expect([deleted.status, again.status]).toEqual([204, 404]);
  });

  it('is refused while articles have the author, drafts too, and names them', async () => {
    const project = await service.newProject();
    const { id } = (await project.secret.post(authors, { name: 'Edda' })).body;
    await project.secret.post('/v1/blog/articles', { title: 'A', authors: [id] });
    await project.secret.post('/v1/blog/articles', { title: 'B', authors: [id], publish: true });

    const refused = await project.secret.delete(`${authors}/edda`);
    await project.secret.patch('/v1/blog/articles/a', { authors: [] });
    await project.secret.delete('/v1/blog/articles/b');
    const deleted = await project.secret.delete(`${authors}/edda`);

    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'entry_referenced' } } });
    const place = { type: 'blog_article', field: 'authors' };
    expect(refused.body.error.referenced_by).toMatchObject([
      { ...place, slug: 'a', title: 'A', live: false, url: '/v1/blog/articles/a' },
      { ...place, slug: 'b', title: 'B', live: true, url: '/v1/blog/articles/b' },
    ]);
    expect(deleted.status).toBe(204);
  });

  it('meets an article that takes the author at the same time: one of the two is refused', async () => {
    const project = await service.newProject();
    for (let round = 0; round < 4; round += 1) {
      const { id, slug } = (await project.secret.post(authors, { name: `R${round}` })).body;

      const [deleted, made] = await Promise.all([
        project.secret.delete(`${authors}/${slug}`),
        project.secret.post('/v1/blog/articles', { title: `R${round}`, authors: [id] }),
      ]);

      expect([
        [204, 404],
        [409, 201],
      ]).toContainEqual([deleted.status, made.status]);
    }
  });
});

describe('article_count of an author', () => {
  it('counts live articles alone', async () => {
    const project = await service.newProject();
    const [edda, nell] = await Promise.all(
      ['Edda', 'Nell'].map(async (name) => String((await project.secret.post(authors, { name })).body.id)),
    );
    const write = (title: string, fields: object) =>
      project.secret.post('/v1/blog/articles', { title, ...fields });
    await write('A', { authors: [edda], publish: true });
    await write('B', { authors: [edda, nell], publish: true });
    await write('C', { authors: [edda] });
    await project.secret.patch('/v1/blog/articles/a', { publish: false });

    const list = await project.publishable.get(authors);

    expect(list.body.data).toMatchObject([
      { name: 'Edda', article_count: 1 },
      { name: 'Nell', article_count: 1 },
    ]);
  });
});
