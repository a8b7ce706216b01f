import { describe, expect, it } from 'vitest';
import type { ApiAnswer } from '../../../support/client.ts';
import { startService } from '../../../support/service.ts';
import { newKnowledgeBase } from '../../../support/kb/knowledge-base.ts';

const service = await startService();
const titles = ({ body }: ApiAnswer) => (body.data as { title: string }[]).map(({ title }) => title);

describe('POST /v1/kb/collections', () => {
  it('creates a collection with a slug from its title, at the end', async () => {
    const kb = await newKnowledgeBase(service);

    const answer = await kb.secret.post('/v1/kb/collections', { title: 'Erste Schritte' });

    expect(answer.status, answer.text).toBe(201);
    expect(answer.headers.get('Location')).toBe('/v1/kb/collections/erste-schritte');
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^kbc_[0-9a-z]{26}$/),
      slug: 'erste-schritte',
      title: 'Erste Schritte',
      description: '',
      position: 1000,
      image: null,
      seo: { title: 'Erste Schritte', description: '', og_image: null, no_index: false },
      article_count: 0,
      revision: 1,
      created_at: expect.stringMatching(/Z$/),
      updated_at: answer.body.created_at,
    });
    const read = await kb.publishable.get('/v1/kb/collections/erste-schritte');
    expect(read.body).toEqual(answer.body);
    expect(read.headers.get('ETag')).toMatch(/^"1-/);
    const byId = await kb.publishable.get(`/v1/kb/collections/${answer.body.id}`);
    expect(byId.body).toEqual(answer.body);
  });

  it.each([
    [{}, 'missing_required_field', 'title'],
    [{ title: null }, 'missing_required_field', 'title'],
    [{ title: '  ' }, 'missing_required_field', 'title'],
    [{ title: 5 }, 'invalid_field_value', 'title'],
    [{ title: 'x'.repeat(201) }, 'invalid_field_value', 'title'],
    [{ title: 'A', slug: 'Not A Slug' }, 'invalid_field_value', 'slug'],
    [{ title: 'A', description: 'x'.repeat(2001) }, 'invalid_field_value', 'description'],
    [{ title: 'A', position: 1.5 }, 'invalid_field_value', 'position'],
    [{ title: 'A', position: '1' }, 'invalid_field_value', 'position'],
    [{ title: 'A', image_id: 'med_00000000000000000000000000' }, 'unknown_link', 'image_id'],
    [{ title: 'A', image_id: { id: 'med_1' } }, 'invalid_field_value', 'image_id'],
    [{ title: 'A', seo: { og_image_id: 'nonsense' } }, 'unknown_link', 'seo.og_image_id'],
    [{ title: 'A', seo: { robots: true } }, 'unknown_field', 'seo.robots'],
    [{ title: 'A', colour: 'red' }, 'unknown_field', 'colour'],
  ])('refuses %j with %s and stores nothing', async (body, code, param) => {
    const kb = await newKnowledgeBase(service);

    const answer = await kb.secret.post('/v1/kb/collections', body);

    expect(answer, answer.text).toMatchObject({ status: 400, body: { error: { code, param } } });
    expect(titles(await kb.secret.get('/v1/kb/collections'))).toEqual([]);
  });

  it('refuses a slug that is taken, and numbers one that it makes', async () => {
    const kb = await newKnowledgeBase(service);
    await kb.collection('Flying');

    const given = await kb.secret.post('/v1/kb/collections', { title: 'Other', slug: 'flying' });
    const made = await kb.secret.post('/v1/kb/collections', { title: 'Flying' });

    expect(given).toMatchObject({ status: 409, body: { error: { code: 'slug_taken', param: 'slug' } } });
    expect(made).toMatchObject({ status: 201, body: { slug: 'flying-2' } });
  });

  it('with dry_run=true stores nothing and answers what it would have stored', async () => {
    const kb = await newKnowledgeBase(service);

    const answer = await kb.secret.post('/v1/kb/collections?dry_run=true', { title: 'Flying' });

    expect(answer).toMatchObject({ status: 201, body: { slug: 'flying', meta: { dry_run: true } } });
    expect(titles(await kb.secret.get('/v1/kb/collections'))).toEqual([]);
  });
});

describe('GET /v1/kb/collections', () => {
  it('lists in manual order, equal positions by creation, paged by offset', async () => {
    const kb = await newKnowledgeBase(service);
    await kb.collection('C', { position: 5 });
    await kb.collection('D', { position: 5 });
    await kb.collection('A', { position: -3 });
    await kb.collection('E');

    const all = await kb.publishable.get('/v1/kb/collections?count=true');
    const first = await kb.publishable.get('/v1/kb/collections?limit=3');
    const rest = await kb.publishable.get('/v1/kb/collections?limit=3&offset=3');

    expect(titles(all)).toEqual(['A', 'C', 'D', 'E']);
    expect(all.body.meta).toEqual({
      module: 'kb',
      limit: 20,
      has_more: false,
      next_cursor: null,
      next_offset: null,
      release_independent: true,
      total: 4,
      total_is_capped: false,
    });
    expect(first.body.meta).toMatchObject({ limit: 3, has_more: true, next_offset: 3, next_cursor: null });
    expect(titles(first)).toEqual(['A', 'C', 'D']);
    expect(titles(rest)).toEqual(['E']);
    expect(rest.body.meta).toMatchObject({ has_more: false, next_offset: null });
  });

  it.each([
    ['limit=0', 'invalid_limit'],
    ['limit=101', 'invalid_limit'],
    ['offset=-1', 'invalid_offset'],
    ['offset=x', 'invalid_offset'],
    ['offset=9223372036854775807', 'invalid_offset'],
    ['sort=title', 'unknown_parameter'],
    ['cursor=x', 'unknown_parameter'],
  ])('refuses %s with %s', async (query, code) => {
    const kb = await newKnowledgeBase(service);

    for (const list of ['collections', 'sections', 'articles']) {
      const answer = await kb.publishable.get(`/v1/kb/${list}?${query}`);
      expect(answer, list).toMatchObject({ status: 400, body: { error: { code } } });
    }
  });
});

describe('PATCH /v1/kb/collections/{slug}', () => {
  it('changes what is sent, clears with null, and moves no event', async () => {
    const kb = await newKnowledgeBase(service);
    await kb.collection('Flying', { description: 'Old', seo: { title: 'T', description: 'D' } });

    const answer = await kb.secret.patch('/v1/kb/collections/flying', {
      title: 'Flying kites',
      description: null,
      slug: 'kites',
      seo: { title: null },
    });

    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({
      title: 'Flying kites',
      slug: 'kites',
      description: '',
      seo: { title: 'Flying kites', description: 'D' },
      revision: 2,
    });
    expect((await kb.secret.get('/v1/kb/collections/flying')).status).toBe(404);
    expect(await kb.events()).toEqual([]);
  });

  it('keeps revision and updated_at when nothing changes', async () => {
    const kb = await newKnowledgeBase(service);
    await kb.collection('Flying');
    const before = await kb.secret.get('/v1/kb/collections/flying');

    const answer = await kb.secret.patch('/v1/kb/collections/flying', { title: 'Flying' });

    expect(answer.body).toEqual(before.body);
  });

  it('refuses an empty body, a stale If-Match and an unknown collection', async () => {
    const kb = await newKnowledgeBase(service);
    await kb.collection('Flying');
    const path = '/v1/kb/collections/flying';

    const empty = await kb.secret.patch(path, {});
    const stale = await kb.secret.patch(path, { title: 'X' }, { 'If-Match': '"7"' });
    const fitting = await kb.secret.patch(path, { title: 'X' }, { 'If-Match': '"1"' });
    const unknown = await kb.secret.patch('/v1/kb/collections/none', { title: 'X' });

    expect(empty).toMatchObject({ status: 400, body: { error: { code: 'nothing_to_update' } } });
    expect(stale).toMatchObject({
      status: 409,
      body: { error: { code: 'revision_conflict', current_revision: 1 } },
    });
    expect(fitting.status).toBe(200);
    expect(unknown).toMatchObject({ status: 404, body: { error: { code: 'unknown_kb_collection' } } });
  });
});

describe('DELETE /v1/kb/collections/{slug}', () => {
  it('removes an empty one and refuses one with content, naming it', async () => {
    const kb = await newKnowledgeBase(service);
    const flying = await kb.collection('Flying');
    await kb.section(flying, 'Lines');
    await kb.article('Knots', { collection: flying, publish: false });
    await kb.collection('Empty');

    const empty = await kb.secret.delete('/v1/kb/collections/empty');
    const full = await kb.secret.delete('/v1/kb/collections/flying');

    expect(empty.status).toBe(204);
    expect(full).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'entry_referenced',
          referenced_by: [
            { type: 'kb_section', slug: 'lines', field: 'collection', live: true, url: null },
            {
              type: 'kb_article',
              slug: 'knots',
              title: 'Knots',
              field: 'collection',
              live: false,
              url: '/v1/kb/articles/knots',
            },
          ],
        },
      },
    });
    expect(titles(await kb.secret.get('/v1/kb/collections'))).toEqual(['Flying']);
    const again = await kb.secret.delete('/v1/kb/collections/empty');
    expect(again).toMatchObject({ status: 404, body: { error: { code: 'unknown_kb_collection' } } });
  });
});
