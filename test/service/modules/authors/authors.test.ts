import { describe, expect, it } from 'vitest';
import { valuesOf } from '../../../support/client.ts';
import { startService } from '../../../support/service.ts';

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
