import { describe, expect, it } from 'vitest';
import { startService } from '../support/service.ts';

const service = await startService();

describe('POST /v1/blog/articles', () => {
  it('creates a draft that readers cannot see, with a slug from its title', async () => {
    const project = await service.newProject();

    const answer = await project.secret.post('/v1/blog/articles', { title: 'Ein Drachen für Ostrey!' });

    expect(answer.status, answer.text).toBe(201);
    expect(answer.headers.get('Location')).toBe('/v1/blog/articles/ein-drachen-fur-ostrey');
    expect(answer.body).toMatchObject({
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
    expect(await project.events()).toEqual([]);
    const read = await project.publishable.get('/v1/blog/articles/ein-drachen-fur-ostrey');
    expect(read).toMatchObject({ status: 404, body: { error: { code: 'blog_article_not_published' } } });
  });

  it('with publish:true is live at once, with its authors and categories resolved, and tells it once', async () => {
    const project = await service.newProject();
    const author = await project.secret.post('/v1/authors', { name: 'Edda Lindqvar' });
    const category = await project.secret.post('/v1/blog/categories', { name: 'Workshop notes' });
    expect([author.status, category.status], author.text + category.text).toEqual([201, 201]);

    const created = await project.secret.post('/v1/blog/articles', {
      title: 'A new keel',
      body: { markdown: '## Why\n\nThe keel *leaned*.' },
      authors: [author.body.id],
      categories: [{ id: category.body.id }],
      tags: ['tern', 'keel'],
      publish: true,
    });

    expect(created.status, created.text).toBe(201);
    const read = await project.publishable.get('/v1/blog/articles/a-new-keel');
    expect(read.status, read.text).toBe(200);
    expect(read.body).toMatchObject({
      id: created.body.id,
      authors: [{ id: author.body.id, name: 'Edda Lindqvar', slug: 'edda-lindqvar' }],
      categories: [{ id: category.body.id, name: 'Workshop notes', slug: 'workshop-notes' }],
      tags: ['tern', 'keel'],
      word_count: 4,
      seo: { title: 'A new keel', description: 'Why The keel leaned.' },
    });
    expect(await project.events()).toEqual(['blog.article.published']);
    const list = await project.publishable.get('/v1/blog/articles?count=true');
    const { body: _body, ...listed } = read.body;
    expect(list.body).toEqual({
      data: [listed],
      meta: {
        module: 'blog',
        limit: 20,
        has_more: false,
        next_cursor: null,
        next_offset: null,
        release_independent: true,
        total: 1,
        total_is_capped: false,
      },
    });
  });
});
