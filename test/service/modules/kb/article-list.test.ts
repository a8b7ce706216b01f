import { describe, expect, it } from 'vitest';
import { startService } from '../../../support/service.ts';
import { newKnowledgeBase } from '../../../support/kb/knowledge-base.ts';

const service = await startService();
const path = '/v1/kb/articles';

describe('GET /v1/kb/articles', () => {
  it('filters by collection and section, by slug or id, and names what does not exist', async () => {
    const kb = await newKnowledgeBase(service);
    const flying = await kb.collection('Flying');
    const lines = await kb.section(flying, 'Lines');
    const care = await kb.collection('Care');
    await kb.article('Wind', { collection: flying });
    await kb.article('Knots', { section: lines });
    await kb.article('Washing', { collection: care });

    expect(await kb.slugs('&collection=flying')).toEqual(['wind', 'knots']);
    expect(await kb.slugs(`&collection=${care}`)).toEqual(['washing']);
    expect(await kb.slugs('&section=lines')).toEqual(['knots']);
    expect(await kb.slugs(`&collection=${flying}&section=${lines}`)).toEqual(['knots']);
    const codes = [];
    for (const query of ['collection=none', 'section=none', 'collection=care&section=lines'])
      codes.push((await kb.publishable.get(`${path}?${query}`)).body.error.code);
    expect(codes).toEqual(['unknown_kb_collection', 'unknown_kb_section', 'unknown_kb_section']);
  });

  it('searches title, excerpt and body: every word by its beginning, case and accents ignored', async () => {
    const kb = await newKnowledgeBase(service);
    const b = await kb.collection('B', { position: 2 });
    const a = await kb.collection('A', { position: 1 });
    await kb.article('Drachen für Anfänger', { collection: b });
    await kb.article('Lines', { collection: a, excerpt: 'For beginners: the drachen line' });
    await kb.article('Storms', { collection: a, body: { markdown: 'No **Drachenflug** today' } });
    await kb.article('Hidden drachen', { collection: a, publish: false });

    expect(await kb.slugs('&q=DRACHEN')).toEqual(['lines', 'storms', 'drachen-fur-anfanger']);
    expect(await kb.slugs('&q=drach+anfang')).toEqual(['drachen-fur-anfanger']);
    expect(await kb.slugs('&q=drachen&collection=a')).toEqual(['lines', 'storms']);
    expect(await kb.slugs('&q=zeppelin')).toEqual([]);
    expect(await kb.slugs('&q=+')).toHaveLength(3);
    const paged = await kb.publishable.get(`${path}?q=drachen&limit=2&count=true`);
    expect(paged.body.meta).toMatchObject({ has_more: true, next_offset: 2, total: 3 });
    const rest = await kb.publishable.get(`${path}?q=drachen&limit=2&offset=2`);
    expect(rest.body).toMatchObject({
      data: [{ slug: 'drachen-fur-anfanger' }],
      meta: { has_more: false, next_offset: null },
    });
  });

  it('is empty behind its end, however far that is', async () => {
    const kb = await newKnowledgeBase(service);
    await kb.article('A', { collection: await kb.collection('A') });

    for (const query of ['', '&q=a', '&freshness=fresh', '&collection=a']) {
      const { status, body } = await kb.publishable.get(`${path}?offset=9007199254740991${query}`);
      expect([status, body.data, body.meta.next_offset], query).toEqual([200, [], null]);
    }
    for (const query of ['', 'q=a&', 'freshness=fresh&', 'collection=a&']) {
      const answer = await kb.publishable.get(`${path}?${query}offset=9223372036854775807`);
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_offset' } } });
    }
  });

  it.each([
    ['freshness=rotten', 'invalid_parameter', 'freshness'],
    ['media_urls=temporary', 'invalid_parameter', 'media_urls'],
    ['tag=x', 'unknown_parameter', 'tag'],
    ['where[title]=x', 'unknown_parameter', 'where[title]'],
  ])('refuses %s with %s', async (query, code, param) => {
    const kb = await newKnowledgeBase(service);

    const answer = await kb.publishable.get(`${path}?${query}`);

    expect(answer).toMatchObject({ status: 400, body: { error: { code, param } } });
  });

  it('is an empty list from the first moment, as are the tree, collections and sections', async () => {
    const kb = await newKnowledgeBase(service);

    for (const list of ['tree', 'collections', 'sections', 'articles']) {
      const answer = await kb.publishable.get(`/v1/kb/${list}?release=rel_any`);
      expect(answer, list).toMatchObject({
        status: 200,
        body: { data: [], meta: { module: 'kb', has_more: false, release_independent: true } },
      });
    }
  });

  it('refuses permanent image addresses on a project that keeps its files private', async () => {
    const project = await service.newProject({ privateMedia: true });

    for (const list of ['tree', 'collections', 'articles']) {
      const answer = await project.publishable.get(`/v1/kb/${list}?media_urls=permanent`);
      expect(answer, list).toMatchObject({
        status: 400,
        body: { error: { code: 'permanent_media_urls_unavailable' } },
      });
    }
  });
});
