import { describe, expect, it } from 'vitest';
import { startService } from '../../../support/service.ts';
import { newKnowledgeBase } from '../../../support/kb/knowledge-base.ts';
import { databaseOf } from '../../../support/database.ts';

const service = await startService();
const path = '/v1/kb/articles';

describe('POST /v1/kb/articles', () => {
  it('creates a draft that readers cannot see, at the end of its shelf', async () => {
    const kb = await newKnowledgeBase(service);
    const collection = await kb.collection('Flying');
    await kb.article('First', { collection, position: 7 });

    const answer = await kb.secret.post(path, { title: 'Bowline & friends', collection });

    expect(answer.status, answer.text).toBe(201);
    expect(answer.headers.get('Location')).toBe('/v1/kb/articles/bowline-friends');
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^kba_[0-9a-z]{26}$/),
      slug: 'bowline-friends',
      title: 'Bowline & friends',
      excerpt: '',
      featured_image: null,
      authors: [],
      reading_time_minutes: 1,
      word_count: 0,
      published_at: null,
      seo: { title: 'Bowline & friends', description: '', og_image: null, no_index: false },
      revision: 1,
      created_at: expect.stringMatching(/Z$/),
      updated_at: answer.body.created_at,
      collection: { id: collection, slug: 'flying', title: 'Flying' },
      section: null,
      position: 1007,
      review_interval_days: 180,
      freshness: 'fresh',
      last_reviewed_at: null,
      review_due_at: new Date(Date.parse(answer.body.created_at) + 180 * 86_400_000).toISOString(),
      helpful_count: 0,
      not_helpful_count: 0,
      body: { html: '', json: { version: 2, content: [] }, plain: '', toc: [] },
      archived: false,
      status: 'draft',
      scheduled_for: null,
      live_revision: null,
      has_unpublished_changes: true,
    });
    expect(await kb.slugs()).toEqual(['first']);
  });

  it('with publish:true is live at once, in its section, with authors and figures', async () => {
    const kb = await newKnowledgeBase(service);
    const collection = await kb.collection('Flying');
    const section = await kb.section(collection, 'Lines');
    const author = (await kb.secret.post('/v1/authors', { name: 'Edda Lindqvar' })).body;

    const created = await kb.secret.post(path, {
      title: 'Knots',
      excerpt: 'Three that hold.',
      body: { markdown: '## The bowline\n\nOne two three.' },
      collection_id: collection,
      section_id: section,
      author_ids: [author.id],
      review_interval_days: 30,
      publish: true,
    });

    expect(created.status, created.text).toBe(201);
    const read = await kb.publishable.get('/v1/kb/articles/knots');
    expect(read.body).toMatchObject({
      id: created.body.id,
      authors: [{ id: author.id, name: 'Edda Lindqvar', slug: 'edda-lindqvar' }],
      collection: { id: collection, slug: 'flying', title: 'Flying' },
      section: { id: section, slug: 'lines', title: 'Lines' },
      word_count: 5,
      review_interval_days: 30,
      freshness: 'fresh',
      seo: { description: 'Three that hold.' },
      body: { plain: expect.stringContaining('One two three.') },
    });
    expect(read.body).not.toHaveProperty('status');
    expect(read.headers.get('ETag')).toMatch(/^"1-/);
    const list = await kb.publishable.get('/v1/kb/articles?count=true');
    const { body: _body, ...listed } = read.body;
    expect(list.body).toEqual({
      data: [listed],
      meta: {
        module: 'kb',
        limit: 20,
        has_more: false,
        next_cursor: null,
        next_offset: null,
        release_independent: true,
        total: 1,
        total_is_capped: false,
      },
    });
    expect((await kb.publishable.get(`/v1/kb/articles/${created.body.id}`)).body).toEqual(read.body);
  });

  it('refuses a given slug that is taken, and numbers one that it makes', async () => {
    const kb = await newKnowledgeBase(service);
    const collection = await kb.collection('Flying');
    await kb.article('Knots', { collection });

    const given = await kb.secret.post(path, { title: 'Other', slug: 'knots', collection });
    const made = await kb.secret.post(path, { title: 'Knots', collection });

    expect(given).toMatchObject({ status: 409, body: { error: { code: 'kb_slug_taken', param: 'slug' } } });
    expect(made.body.slug).toBe('knots-2');
  });

  it.each([
    [{ title: null }, 400, 'missing_required_field', 'title'],
    [{ collection: null }, 400, 'missing_required_field', 'collection'],
    [{ collection: 'flying' }, 400, 'unknown_link', 'collection'],
    [{ collection: 'kbs_00000000000000000000000000' }, 400, 'unknown_link', 'collection'],
    [{ collection: 'kbc_00000000000000000000000000' }, 404, 'unknown_kb_collection', 'collection'],
    [{ section: 'kbs_00000000000000000000000000' }, 404, 'unknown_kb_section', 'section'],
    [{ section: 'kbc_00000000000000000000000000' }, 400, 'unknown_link', 'section'],
    [{ section: 5 }, 400, 'invalid_field_value', 'section'],
    [{ position: 'first' }, 400, 'invalid_field_value', 'position'],
    [{ position: 1e12 }, 400, 'invalid_field_value', 'position'],
    [{ review_interval_days: 0 }, 400, 'invalid_field_value', 'review_interval_days'],
    [{ review_interval_days: 1.5 }, 400, 'invalid_field_value', 'review_interval_days'],
    [{ archived: 'yes' }, 400, 'invalid_field_value', 'archived'],
    [{ archived: true, publish: true }, 400, 'invalid_field_value', 'archived'],
    [{ authors: ['aut_00000000000000000000000000'] }, 404, 'unknown_author', 'authors'],
    [{ featured_image_id: 'med_00000000000000000000000000' }, 400, 'unknown_link', 'featured_image_id'],
    [{ published_at: 'tomorrow' }, 400, 'invalid_published_at', 'published_at'],
    [{ published_at: '1989-12-31' }, 400, 'invalid_published_at', 'published_at'],
    [{ published_at: '2999-01-01' }, 400, 'published_at_too_far_ahead', 'published_at'],
    [{ body: 'text' }, 400, 'invalid_richtext_document', 'body'],
    [{ body: { content: [{ type: 'blink' }] } }, 400, 'unknown_richtext_node', 'body.content[0]'],
    [{ tags: ['x'] }, 400, 'unknown_field', 'tags'],
  ])('refuses %j with %d %s and stores nothing', async (fault, status, code, param) => {
    const kb = await newKnowledgeBase(service);
    const collection = await kb.collection('Flying');

    const answer = await kb.secret.post(path, { title: 'A', collection, publish: true, ...fault });

    expect(answer, answer.text).toMatchObject({ status, body: { error: { code } } });
    expect(answer.body.error.param).toContain(param);
    expect(
      await databaseOf(service.app.system).collection('articles').countDocuments({ project_id: kb.id }),
    ).toBe(0);
    expect(await kb.events()).toEqual([]);
  });

  it('needs a collection, unless a section says it', async () => {
    const kb = await newKnowledgeBase(service);
    const collection = await kb.collection('Flying');
    const section = await kb.section(collection, 'Lines');

    const neither = await kb.secret.post(path, { title: 'A' });
    const bySection = await kb.secret.post(path, { title: 'A', section });

    expect(neither.body.error).toMatchObject({ code: 'missing_required_field', param: 'collection' });
    expect(bySection.body).toMatchObject({ collection: { id: collection }, section: { id: section } });
  });

  it('refuses a section of another collection with unknown_kb_section', async () => {
    const kb = await newKnowledgeBase(service);
    const flying = await kb.collection('Flying');
    const care = await kb.collection('Care');
    const lines = await kb.section(flying, 'Lines');

    const answer = await kb.secret.post(path, { title: 'A', collection: care, section: lines });

    expect(answer).toMatchObject({
      status: 404,
      body: { error: { code: 'unknown_kb_section', param: 'section' } },
    });
  });

  it('with dry_run=true stores nothing', async () => {
    const kb = await newKnowledgeBase(service);
    const collection = await kb.collection('Flying');

    const answer = await kb.secret.post(`${path}?dry_run=true`, { title: 'A', collection, publish: true });

    expect(answer).toMatchObject({ status: 201, body: { status: 'published', meta: { dry_run: true } } });
    expect(await kb.slugs()).toEqual([]);
    expect((await kb.secret.get('/v1/kb/tree')).body.data).toMatchObject([{ article_count: 0 }]);
  });
});
