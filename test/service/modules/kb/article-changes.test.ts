import { describe, expect, it } from 'vitest';
import { startService } from '../../../support/service.ts';
import { newKnowledgeBase } from '../../../support/kb/knowledge-base.ts';

const service = await startService();
const path = '/v1/kb/articles';

describe('PATCH /v1/kb/articles/{slug}', () => {
  it('moves an article: by section, by collection, out of its section, and never into a contradiction', async () => {
    const kb = await newKnowledgeBase(service);
    const flying = await kb.collection('Flying');
    const care = await kb.collection('Care');
    const lines = await kb.section(flying, 'Lines');
    const storing = await kb.section(care, 'Storing');
    await kb.article('A', { section: lines });
    const patch = (body: object) => kb.secret.patch(`${path}/a`, body);

    const contradiction = await patch({ collection: care });
    const same = await patch({ collection: flying });
    const bySection = await patch({ section: storing });
    const out = await patch({ section: null });
    const byCollection = await patch({ collection: flying });
    const both = await patch({ collection: care, section: storing });
    const home = await patch({ collection: flying, section: null });
    const nowhere = await patch({ collection: null });

    expect(contradiction).toMatchObject({ status: 404, body: { error: { code: 'unknown_kb_section' } } });
    expect(same.body).toMatchObject({ collection: { id: flying }, section: { id: lines }, revision: 1 });
    expect(bySection.body).toMatchObject({ collection: { id: care }, section: { id: storing } });
    expect(out.body).toMatchObject({ collection: { id: care }, section: null });
    expect(byCollection.body).toMatchObject({ collection: { id: flying }, section: null });
    expect(both.body).toMatchObject({ collection: { id: care }, section: { id: storing } });
    expect(home.body).toMatchObject({ collection: { id: flying }, section: null });
    expect(nowhere.body.error).toMatchObject({ code: 'missing_required_field', param: 'collection' });
  });

  it('puts an article between two others with one write, and at the end with null', async () => {
    const kb = await newKnowledgeBase(service);
    const collection = await kb.collection('Flying');
    for (const title of ['A', 'B', 'C']) await kb.article(title, { collection });
    expect(await kb.slugs()).toEqual(['a', 'b', 'c']);

    await kb.secret.patch(`${path}/c`, { position: 1500 });
    expect(await kb.slugs()).toEqual(['a', 'c', 'b']);

    await kb.secret.patch(`${path}/a`, { position: null });
    expect(await kb.slugs()).toEqual(['c', 'b', 'a']);
  });

  it('merges seo key by key, clears with null, and leaves out what is not sent', async () => {
    const kb = await newKnowledgeBase(service);
    const collection = await kb.collection('Flying');
    await kb.article('A', {
      collection,
      excerpt: 'E',
      review_interval_days: 10,
      seo: { title: 'T', description: 'D' },
    });

    const answer = await kb.secret.patch(`${path}/a`, {
      excerpt: null,
      review_interval_days: null,
      seo: { title: null },
    });

    expect(answer.body).toMatchObject({
      title: 'A',
      excerpt: '',
      review_interval_days: 180,
      seo: { title: 'A', description: 'D' },
    });
  });

  it('refuses an empty body, a stale If-Match, an unknown slug and a new slug after publication', async () => {
    const kb = await newKnowledgeBase(service);
    const collection = await kb.collection('Flying');
    await kb.article('A', { collection });
    const draft = await kb.article('B', { collection, publish: false });

    const empty = await kb.secret.patch(`${path}/a`, {});
    const stale = await kb.secret.patch(`${path}/a`, { title: 'X' }, { 'If-Match': '"9"' });
    const unknown = await kb.secret.patch(`${path}/none`, { title: 'X' });
    const final = await kb.secret.patch(`${path}/a`, { slug: 'x' });
    const free = await kb.secret.patch(`${path}/${draft.slug}`, { slug: 'x' });

    expect(empty).toMatchObject({ status: 400, body: { error: { code: 'nothing_to_update' } } });
    expect(stale).toMatchObject({ status: 409, body: { error: { code: 'revision_conflict' } } });
    expect(unknown).toMatchObject({ status: 404, body: { error: { code: 'unknown_kb_article' } } });
    expect(final).toMatchObject({ status: 409, body: { error: { code: 'slug_is_final' } } });
    expect(free).toMatchObject({ status: 200, body: { slug: 'x' } });
  });
});
