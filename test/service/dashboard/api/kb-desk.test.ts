import { describe, expect, it } from 'vitest';
import { newKnowledgeBase } from '../../../support/kb/knowledge-base.ts';
import { valuesOf } from '../../../support/client.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { startService } from '../../../support/service.ts';
import { databaseOf } from '../../../support/database.ts';

const service = await startService();
const dayMs = 24 * 60 * 60 * 1000;

async function desk() {
  const kb = await newKnowledgeBase(service);
  const editor = await signedIn(service, kb.id, 'editor');
  const send = (method: string, path: string, body?: unknown) =>
    editor.send(method, `/projects/${kb.id}/kb${path}`, body);
  const move = (body: object) => send('POST', '/moves', body);
  const outline = async () => (await send('GET', '/tree')).body;
  const age = (slug: string, days: number) => {
    const since = service.app.clock.now().getTime() - days * dayMs;
    const dates = { aging_at: new Date(since + 90 * dayMs), review_due_at: new Date(since + 180 * dayMs) };
    return databaseOf(service.app.system)
      .collection('articles')
      .updateOne({ project_id: kb.id, slug }, { $set: dates });
  };
  return { kb, editor, send, move, outline, age };
}

/** The articles as the tree stands them, shelf by shelf: `Help: a b; First: c`. */
async function shelved(outline: () => Promise<any>): Promise<string> {
  const { data, articles } = await outline();
  const on = (shelf: { id: string; title: string }) =>
    `${shelf.title}:${(articles as { slug: string; shelf: string }[])
      .filter((article) => article.shelf === shelf.id)
      .map(({ slug }) => ` ${slug}`)
      .join('')}`;
  return (data as any[]).map((one) => [one, ...one.sections].map(on).join('; ')).join('; ');
}

describe('GET kb/tree', () => {
  it('shows shelves and articles in their order, drafts and archived ones too, with counts', async () => {
    const { kb, outline, send } = await desk();
    const help = await kb.collection('Help');
    const first = await kb.section(help, 'First');
    await kb.collection('Empty');
    await kb.article('Live', { section: first });
    await kb.article('Drafted', { section: first, publish: false });
    await kb.article('Old', { collection: help, publish: false, archived: true });
    await send('PATCH', '/articles/live', { excerpt: 'changed' });

    const body = await outline();

    expect(body.data).toMatchObject([
      {
        id: help,
        title: 'Help',
        article_count: 1,
        stored_count: 3,
        sections: [{ id: first, title: 'First', article_count: 1, stored_count: 2 }],
      },
      { title: 'Empty', article_count: 0, stored_count: 0, sections: [] },
    ]);
    expect(body.articles).toHaveLength(3);
    expect(body.articles).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          slug: 'live',
          shelf: first,
          status: 'published',
          has_unpublished_changes: true,
        }),
        expect.objectContaining({ slug: 'drafted', status: 'draft', freshness: 'fresh' }),
        expect.objectContaining({ slug: 'old', shelf: help, status: 'archived' }),
      ]),
    );
    expect(body.has_more).toBe(false);
  });
});

describe('POST kb/moves', () => {
  it('orders the articles of a shelf, for readers at once, and leaves a draft unpublished', async () => {
    const { kb, move, outline, send } = await desk();
    const help = await kb.collection('Help');
    const [a, , c] = [
      await kb.article('A', { collection: help }),
      await kb.article('B', { collection: help }),
      await kb.article('C', { collection: help }),
    ];
    await send('PATCH', '/articles/c', { title: 'C drafted' });

    const moved = await move({ id: c.id, before: a.id });

    expect(moved).toMatchObject({ status: 200, body: { id: c.id, position: 0 } });
    expect(await kb.slugs()).toEqual(['c', 'a', 'b']);
    expect(await shelved(outline)).toBe('Help: c a b');
    expect((await kb.publishable.get('/v1/kb/articles/c')).body.title).toBe('C');
    expect((await send('GET', '/articles/c')).body.draft.title).toBe('C drafted');
    expect((await kb.events()).at(-1)).toBe('kb.article.updated');
  });

  it('moves articles between shelves, sections between collections, and collections', async () => {
    const { kb, move, outline } = await desk();
    const help = await kb.collection('Help');
    const more = await kb.collection('More');
    const first = await kb.section(help, 'First');
    const second = await kb.section(more, 'Second');
    const a = await kb.article('A', { section: first });
    const b = await kb.article('B', { section: second });

    await move({ id: a.id, into: second, before: b.id });
    expect(await shelved(outline)).toBe('Help:; First:; More:; Second: a b');
    await move({ id: a.id, into: help, before: null });
    await move({ id: first, into: more, before: second });
    await move({ id: more, before: help });

    expect(await shelved(outline)).toBe('More:; First:; Second: b; Help: a');
    expect(await kb.slugs()).toEqual(['b', 'a']);
  });

  it('makes room between equal positions', async () => {
    const { kb, move } = await desk();
    const help = await kb.collection('Help');
    for (const title of ['A', 'B', 'C', 'D']) await kb.article(title, { collection: help, position: 5 });
    const ids = (await kb.secret.get('/v1/kb/articles')).body.data as { id: string }[];

    await move({ id: ids[3]?.id, before: ids[1]?.id });

    expect(await kb.slugs()).toEqual(['a', 'd', 'b', 'c']);
  });

  it('refuses what is not there, what does not fit, and what is another project’s', async () => {
    const { kb, move } = await desk();
    const help = await kb.collection('Help');
    const a = await kb.article('A', { collection: help });
    const author = await kb.secret.post('/v1/authors', { name: 'Ada' });
    const other = await desk();
    const theirs = await other.kb.collection('Theirs');
    const their = await other.kb.article('Their', { collection: theirs });

    const codes = [
      await move({ id: author.body.id, before: null }),
      await move({ id: a.id, before: 'kba_gone' }),
      await move({ id: help, into: theirs, before: null }),
      await move({ id: a.id, into: theirs, before: null }),
      await move({ id: a.id, into: author.body.id, before: null }),
      await move({ id: theirs, before: null }),
      await move({ id: their.id, before: null }),
      await move({ id: a.id }),
    ].map(({ body }) => body.error.code);

    expect(codes).toEqual([
      'invalid_field_value',
      'invalid_field_value',
      'invalid_field_value',
      'unknown_kb_collection',
      'unknown_link',
      'unknown_kb_collection',
      'unknown_kb_article',
      'missing_required_field',
    ]);
  });
});

describe('GET kb/reviews', () => {
  it('lists live articles by verdict, the longest overdue first, and counts all three', async () => {
    const { kb, send, age } = await desk();
    const help = await kb.collection('Help');
    const section = await kb.section(help, 'First');
    await kb.article('New', { collection: help });
    await kb.article('Older', { section, review_interval_days: 30 });
    await kb.article('Oldest', { collection: help });
    await kb.article('Middle', { collection: help });
    await kb.article('Drafted', { collection: help, publish: false });
    await age('older', 200);
    await age('oldest', 400);
    await age('middle', 120);
    await age('drafted', 400);

    const stale = await send('GET', '/reviews?freshness=stale&limit=1');

    expect(stale.body).toMatchObject({
      data: [{ slug: 'oldest', freshness: 'stale', review_interval_days: 180, section: null }],
      counts: { fresh: 1, aging: 1, stale: 2 },
      meta: { has_more: true, next_offset: 1 },
    });
    const next = await send('GET', '/reviews?freshness=stale&limit=1&offset=1');
    expect(next.body).toMatchObject({
      data: [
        {
          slug: 'older',
          review_interval_days: 30,
          collection: { title: 'Help' },
          section: { title: 'First' },
        },
      ],
      meta: { has_more: false },
    });
    expect(valuesOf(await send('GET', '/reviews?freshness=aging'), 'slug')).toEqual(['middle']);
    expect(valuesOf(await send('GET', '/reviews?freshness=fresh'), 'slug')).toEqual(['new']);
    expect((await send('GET', '/reviews?freshness=rotten')).body.error.code).toBe('invalid_parameter');
    expect((await send('GET', '/reviews')).status).toBe(400);
  });
});

describe('GET kb/votes', () => {
  it('puts first what readers surely find bad, and takes other orders', async () => {
    const { kb, send } = await desk();
    const help = await kb.collection('Help');
    const votes = { once: [0, 1], bad: [2, 8], mixed: [6, 6], good: [5, 0], silent: [0, 0] };
    for (const [slug, [up = 0, down = 0]] of Object.entries(votes)) {
      const { id } = await kb.article(slug, { collection: help });
      if (up + down === 0) continue;
      await databaseOf(service.app.system)
        .collection<{ _id: string }>('kb_vote_totals')
        .insertOne({ _id: id, project_id: kb.id, helpful: up, not_helpful: down } as { _id: string });
    }
    const slugs = async (query: string) => valuesOf(await send('GET', `/votes${query}`), 'slug');

    expect(await slugs('')).toEqual(['bad', 'mixed', 'once', 'good']);
    expect(await slugs('?sort=best')).toEqual(['good', 'mixed', 'bad', 'once']);
    expect(await slugs('?sort=most&limit=2')).toEqual(['mixed', 'bad']);
    expect(await slugs('?sort=most&limit=2&offset=2')).toEqual(['good', 'once']);
    const { body } = await send('GET', '/votes?limit=1');
    expect(body).toMatchObject({
      data: [{ slug: 'bad', helpful_count: 2, not_helpful_count: 8, collection: { title: 'Help' } }],
      meta: { has_more: true, next_offset: 1 },
    });
    expect((await send('GET', '/votes?sort=loudest')).body.error.code).toBe('invalid_parameter');
  });

  it('adds the votes of all locales', async () => {
    const { kb, send } = await desk();
    const help = await kb.collection('Help');
    const totals = databaseOf(service.app.system).collection<{ _id: string }>('kb_vote_totals');
    for (const slug of ['good', 'bad']) {
      const { id } = await kb.article(slug, { collection: help });
      const votes = { helpful: slug === 'good' ? 5 : 0, not_helpful: slug === 'good' ? 0 : 4 };
      for (const _id of [id, `${id}/loc_1`, `${id}/loc_2`])
        await totals.insertOne({ _id, project_id: kb.id, ...votes } as { _id: string });
    }

    const { data, meta } = (await send('GET', '/votes?limit=1')).body;
    expect(data).toMatchObject([{ slug: 'bad', helpful_count: 0, not_helpful_count: 12 }]);
    expect(meta).toMatchObject({ has_more: true, next_offset: 1 });
    expect((await send('GET', '/votes?limit=1&offset=1')).body).toMatchObject({
      data: [{ slug: 'good', helpful_count: 15, not_helpful_count: 0 }],
      meta: { has_more: false },
    });
  });
});
