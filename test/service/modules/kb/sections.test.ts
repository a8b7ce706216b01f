import { describe, expect, it } from 'vitest';
import type { ApiAnswer } from '../../../support/client.ts';
import { startService } from '../../../support/service.ts';
import { newKnowledgeBase } from '../../../support/kb/knowledge-base.ts';

const service = await startService();
const titles = ({ body }: ApiAnswer) => (body.data as { title: string }[]).map(({ title }) => title);

describe('POST /v1/kb/sections', () => {
  it('creates a section in its collection; collection_id is accepted too', async () => {
    const kb = await newKnowledgeBase(service);
    const flying = await kb.collection('Flying');

    const answer = await kb.secret.post('/v1/kb/sections', { title: 'Lines', collection_id: flying });

    expect(answer.status, answer.text).toBe(201);
    expect(answer.headers.get('Location')).toBe('/v1/kb/sections/lines');
    expect(answer.body).toMatchObject({
      id: expect.stringMatching(/^kbs_/),
      slug: 'lines',
      description: '',
      position: 1000,
      article_count: 0,
      collection: { id: flying, slug: 'flying', title: 'Flying' },
      revision: 1,
    });
    expect((await kb.publishable.get('/v1/kb/sections/lines')).body).toEqual(answer.body);
  });

  it.each([
    [{ title: 'A' }, 400, 'missing_required_field', {}],
    [{ title: 'A', collection: null }, 400, 'missing_required_field', {}],
    [
      { title: 'A', collection: 'flying' },
      400,
      'unknown_link',
      { expected: 'kb_collection', got: 'nothing' },
    ],
    [
      { title: 'A', collection: 'aut_00000000000000000000000000' },
      400,
      'unknown_link',
      { expected: 'kb_collection', got: 'nothing' },
    ],
    [{ title: 'A', collection: 'kbc_00000000000000000000000000' }, 404, 'unknown_kb_collection', {}],
  ])('refuses %j with %d %s', async (body, status, code, hints) => {
    const kb = await newKnowledgeBase(service);
    await kb.collection('Flying');

    const answer = await kb.secret.post('/v1/kb/sections', body);

    expect(answer, answer.text).toMatchObject({
      status,
      body: { error: { code, param: 'collection', ...hints } },
    });
    expect(titles(await kb.secret.get('/v1/kb/sections'))).toEqual([]);
  });

  it('tells all faults at once, in the order of the fields', async () => {
    const kb = await newKnowledgeBase(service);

    const answer = await kb.secret.post('/v1/kb/sections', { title: '' });

    expect(answer.body.error).toMatchObject({
      code: 'missing_required_field',
      param: 'title',
      errors: [{ param: 'title' }, { param: 'collection' }],
    });
  });
});

describe('GET /v1/kb/sections', () => {
  it('lists by collection, then position, and filters by collection', async () => {
    const kb = await newKnowledgeBase(service);
    const late = await kb.collection('Late', { position: 20 });
    const early = await kb.collection('Early', { position: 10 });
    await kb.section(late, 'L1');
    await kb.section(early, 'E2');
    await kb.section(early, 'E1', { position: 1 });

    const all = await kb.publishable.get('/v1/kb/sections');
    const some = await kb.publishable.get('/v1/kb/sections?collection=early&count=true');
    const byId = await kb.publishable.get(`/v1/kb/sections?collection=${late}`);
    const unknown = await kb.publishable.get('/v1/kb/sections?collection=none');

    expect(titles(all)).toEqual(['E1', 'E2', 'L1']);
    expect(titles(some)).toEqual(['E1', 'E2']);
    expect(some.body.meta).toMatchObject({ module: 'kb', total: 2 });
    expect(titles(byId)).toEqual(['L1']);
    expect(unknown).toMatchObject({
      status: 404,
      body: { error: { code: 'unknown_kb_collection', param: 'collection' } },
    });
  });
});

describe('PATCH and DELETE /v1/kb/sections/{slug}', () => {
  it('takes a section to another collection, its articles with it', async () => {
    const kb = await newKnowledgeBase(service);
    const a = await kb.collection('A');
    const b = await kb.collection('B');
    const section = await kb.section(a, 'Lines');
    await kb.article('Knots', { section });

    const answer = await kb.secret.patch('/v1/kb/sections/lines', { collection: b });

    expect(answer.body.collection).toEqual({ id: b, slug: 'b', title: 'B' });
    const article = await kb.publishable.get('/v1/kb/articles/knots');
    expect(article.body).toMatchObject({ collection: { id: b }, section: { id: section }, revision: 1 });
    expect(await kb.slugs('&collection=a')).toEqual([]);
    expect(await kb.slugs('&collection=b')).toEqual(['knots']);
  });

  it('deletes an empty section alone', async () => {
    const kb = await newKnowledgeBase(service);
    const a = await kb.collection('A');
    const section = await kb.section(a, 'Lines');
    await kb.article('Knots', { section });

    const full = await kb.secret.delete('/v1/kb/sections/lines');
    await kb.secret.delete('/v1/kb/articles/knots');
    const empty = await kb.secret.delete('/v1/kb/sections/lines');
    const gone = await kb.secret.delete('/v1/kb/sections/lines');

    expect(full).toMatchObject({
      status: 409,
      body: {
        error: { code: 'entry_referenced', referenced_by: [{ slug: 'knots', field: 'section', live: true }] },
      },
    });
    expect(empty.status).toBe(204);
    expect(gone).toMatchObject({ status: 404, body: { error: { code: 'unknown_kb_section' } } });
  });
});
