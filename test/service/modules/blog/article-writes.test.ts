import { describe, expect, it } from 'vitest';
import { startService, withLocales } from '../../../support/service.ts';
import { databaseOf } from '../../../support/database.ts';

const service = await startService();
const articles = '/v1/blog/articles';

describe('POST /v1/blog/articles', () => {
  it('creates a draft that readers cannot see, with a slug from its title', async () => {
    const project = await service.newProject();

    const answer = await project.secret.post(articles, { title: 'Ein Drachen für Ostrey!' });

    expect(answer.status, answer.text).toBe(201);
    expect(answer.headers.get('Location')).toBe('/v1/blog/articles/ein-drachen-fur-ostrey');
    expect(answer.headers.get('ETag')).toMatch(/^"1-/);
    expect(answer.body).toMatchObject({
      id: expect.stringMatching(/^art_[0-9a-z]{26}$/),
      slug: 'ein-drachen-fur-ostrey',
      title: 'Ein Drachen für Ostrey!',
      excerpt: '',
      authors: [],
      categories: [],
      tags: [],
      featured_image: null,
      canonical_url: '',
      word_count: 0,
      reading_time_minutes: 1,
      published_at: null,
      status: 'draft',
      scheduled_for: null,
      revision: 1,
      live_revision: null,
      has_unpublished_changes: true,
      body: { html: '', plain: '', toc: [], json: { version: 2, content: [] } },
      seo: { title: 'Ein Drachen für Ostrey!', description: '', og_image: null, no_index: false },
    });
    expect(answer.body.meta).toBeUndefined();
    const read = await project.publishable.get('/v1/blog/articles/ein-drachen-fur-ostrey');
    expect(read).toMatchObject({ status: 404, body: { error: { code: 'blog_article_not_published' } } });
    expect((await project.publishable.get(articles)).body.data).toEqual([]);
    expect(await project.events()).toEqual([]);
  });

  it('with publish:true is live at once, its authors and categories resolved in their order', async () => {
    const project = await service.newProject();
    const [edda, nell] = await Promise.all(
      ['Edda Lindqvar', 'Nell'].map((name) => project.secret.post('/v1/authors', { name })),
    );
    const notes = await project.secret.post('/v1/blog/categories', { name: 'Workshop notes' });

    const created = await project.secret.post(articles, {
      title: 'A new keel',
      body: { markdown: '## Why\n\nThe keel *leaned*.' },
      authors: [nell?.body.id, edda?.body.id, nell?.body.id],
      categories: [{ id: notes.body.id, name: 'as it was read' }],
      tags: ['tern', 'keel', 'tern'],
      canonical_url: 'https://elsewhere.example/keel',
      publish: true,
    });

    expect(created.status, created.text).toBe(201);
    const read = await project.publishable.get('/v1/blog/articles/a-new-keel');
    expect(read.body).toMatchObject({
      id: created.body.id,
      authors: [
        { id: nell?.body.id, name: 'Nell', slug: 'nell' },
        { id: edda?.body.id, name: 'Edda Lindqvar', slug: 'edda-lindqvar' },
      ],
      categories: [{ id: notes.body.id, name: 'Workshop notes', slug: 'workshop-notes' }],
      tags: ['tern', 'keel'],
      canonical_url: 'https://elsewhere.example/keel',
      word_count: 4,
      revision: 1,
      seo: { title: 'A new keel', description: 'Why The keel leaned.', og_image: null, no_index: false },
      body: { toc: [{ level: 2, text: 'Why', id: 'why' }] },
    });
    expect(read.body).not.toHaveProperty('status');
    expect(await project.events()).toEqual(['blog.article.published']);
    expect(await project.eventData()).toEqual([
      {
        id: created.body.id,
        slug: 'a-new-keel',
        title: 'A new keel',
        status: 'published',
        published_at: created.body.published_at,
        updated_at: created.body.updated_at,
        url: '/v1/blog/articles/a-new-keel',
        ...withLocales({
          locales: [{ locale: 'en', change: 'published', url: '/v1/blog/articles/a-new-keel?locale=en' }],
        }),
      },
    ]);
  });

  it('takes author_ids and category_ids for authors and categories, but not both names at once', async () => {
    const project = await service.newProject();
    const author = await project.secret.post('/v1/authors', { name: 'Edda' });
    const category = await project.secret.post('/v1/blog/categories', { name: 'Notes' });
    const other = { author_ids: [author.body.id], category_ids: [category.body.id] };

    const created = await project.secret.post(articles, { title: 'A', ...other });
    const twice = await project.secret.post(articles, { title: 'A', ...other, authors: [] });

    expect(created.body).toMatchObject({ authors: [{ name: 'Edda' }], categories: [{ name: 'Notes' }] });
    expect(twice).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_field_value', param: 'authors' } },
    });
  });

  it('numbers a slug made from a title that is there already, and refuses a given one that is taken', async () => {
    const project = await service.newProject();
    const slugs: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      slugs.push((await project.secret.post(articles, { title: 'Low tide' })).body.slug);
    }
    const taken = await project.secret.post(articles, { title: 'B', slug: 'low-tide-2' });
    const wordless = await project.secret.post(articles, { title: '潮' });
    const given = await project.secret.post(articles, { title: 'Low tide', slug: 'ebb' });

    expect(slugs).toEqual(['low-tide', 'low-tide-2', 'low-tide-3']);
    expect(taken).toMatchObject({
      status: 409,
      body: { error: { code: 'blog_slug_taken', param: 'slug', type: 'conflict_error' } },
    });
    expect(wordless.body.slug).toBe(`art-${String(wordless.body.id).slice(-8)}`);
    expect(given.body.slug).toBe('ebb');
  });

  it('lets one of many writers at once have a slug', async () => {
    const project = await service.newProject();
    const given = await Promise.all(
      Array.from({ length: 5 }, () => project.secret.post(articles, { title: 'A', slug: 'one' })),
    );
    const made = await Promise.all(
      Array.from({ length: 5 }, () => project.secret.post(articles, { title: 'Same title' })),
    );

    expect(given.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(made.map(({ body }) => body.slug).sort()).toEqual([
      'same-title',
      'same-title-2',
      'same-title-3',
      'same-title-4',
      'same-title-5',
    ]);
  });

  it.each([
    [{ title: 5 }, 'invalid_field_value', 'title', 'number'],
    [{ title: 'x'.repeat(201) }, 'invalid_field_value', 'title', 'string'],
    [{ slug: 'Not A Slug' }, 'invalid_field_value', 'slug', 'string'],
    [{ slug: 'x'.repeat(121) }, 'invalid_field_value', 'slug', 'string'],
    [{ excerpt: 'x'.repeat(2001) }, 'invalid_field_value', 'excerpt', 'string'],
    [{ tags: ['a', 5] }, 'invalid_field_value', 'tags', 'number'],
    [{ tags: [' '] }, 'invalid_field_value', 'tags', 'string'],
    [{ tags: 'a' }, 'invalid_field_value', 'tags', 'string'],
    [{ tags: Array.from({ length: 51 }, (_, i) => `t${i}`) }, 'invalid_field_value', 'tags', 'array'],
    [{ authors: [{ name: 'Edda' }] }, 'invalid_field_value', 'authors', 'object'],
    [{ featured_image_id: { id: 'med_1' } }, 'invalid_field_value', 'featured_image_id', 'object'],
    [{ canonical_url: '/relative' }, 'invalid_field_value', 'canonical_url', 'string'],
    [{ canonical_url: 'javascript:alert(1)' }, 'invalid_field_value', 'canonical_url', 'string'],
    [{ publish: 'true' }, 'invalid_field_value', 'publish', 'string'],
    [{ seo: { no_index: 'yes' } }, 'invalid_field_value', 'seo.no_index', 'string'],
    [{ seo: { og_image_id: 7 } }, 'invalid_field_value', 'seo.og_image_id', 'number'],
  ])('refuses %j with %s', async (fields, code, param, got) => {
    const project = await service.newProject();

    const answer = await project.secret.post(articles, { title: 'A', ...fields });

    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code, param, got, expected: expect.any(String) });
  });

  it.each([
    [{}, 'missing_required_field', 'title'],
    [{ title: null }, 'missing_required_field', 'title'],
    [{ title: '  ' }, 'missing_required_field', 'title'],
    [{ title: 'A', colour: 'red' }, 'unknown_field', 'colour'],
    [{ title: 'A', seo: { titel: 'B' } }, 'unknown_field', 'seo.titel'],
    [{ title: 'A', body: 'text' }, 'invalid_richtext_document', 'body'],
    [
      { title: 'A', body: { content: [{ type: 'marquee' }] } },
      'unknown_richtext_node',
      'body.content[0].type',
    ],
    [{ title: 'A', published_at: 'tomorrow' }, 'invalid_published_at', 'published_at'],
    [{ title: 'A', published_at: 5 }, 'invalid_published_at', 'published_at'],
    [{ title: 'A', published_at: '1989-12-31' }, 'invalid_published_at', 'published_at'],
    [{ title: 'A', published_at: '2150-01-01' }, 'published_at_too_far_ahead', 'published_at'],
  ])('refuses %j with %s', async (body, code, param) => {
    const project = await service.newProject();

    const answer = await project.secret.post(articles, body);

    expect(answer).toMatchObject({ status: 400, body: { error: { code, param } } });
  });

  it('tells all faults at once, in the order of the fields', async () => {
    const project = await service.newProject();
    const [author, missing] = [
      await project.secret.post('/v1/authors', { name: 'Edda' }),
      'med_' + '0'.repeat(26),
    ];

    const answer = await project.secret.post(articles, {
      tags: [],
      categories: [author.body.id],
      published_at: 'soon',
      featured_image_id: missing,
      body: { content: [{ type: 'paragraph', content: [{ type: 'texd', text: 'a' }] }] },
      title: '',
    });

    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('missing_required_field');
    expect(answer.body.error.errors).toMatchObject([
      { code: 'missing_required_field', param: 'title' },
      { code: 'unknown_richtext_node', param: 'body.content[0].content[0].type' },
      { code: 'unknown_link', param: 'featured_image_id' },
      { code: 'invalid_published_at', param: 'published_at' },
      { code: 'unknown_link', param: 'categories' },
    ]);
    expect(
      await databaseOf(service.app.system).collection('articles').countDocuments({ project_id: project.id }),
    ).toBe(0);
  });

  it('with dry_run=true answers what would be stored, and stores nothing', async () => {
    const project = await service.newProject();

    const tried = await project.secret.post(`${articles}?dry_run=true`, { title: 'Low tide', publish: true });

    expect(tried.status).toBe(201);
    expect(tried.body).toMatchObject({ slug: 'low-tide', status: 'published', meta: { dry_run: true } });
    expect((await project.secret.get(articles)).body.data).toEqual([]);
    expect(await project.events()).toEqual([]);
  });
});
