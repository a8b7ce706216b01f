import { beforeEach, describe, expect, it } from 'vitest';
import { commentBounds } from '../../../../src/contract/comments.ts';
import { pluck, refusal } from '../../../support/content.ts';
import { draftBy, type Member, personOf, reviewSite, type ReviewSite } from '../../../support/reviews.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();

let site: ReviewSite;
let viewer: Member;
beforeEach(async () => {
  site = await reviewSite(service);
  viewer = await site.join('Vi', 'viewer');
});

const start = (member: Member, item: string, more: object = {}) =>
  member.does('POST', '/comments', { item, text: 'Ten?', ...more });
const threadsOf = async (member: Member, query = '') =>
  (await member.does('GET', `/comments${query}`)).data as any[];

describe('a thread on an entry', () => {
  it('is started, answered, resolved and reopened by members, and every role can comment', async () => {
    const { ada, bea } = site;
    const { id } = await draftBy(ada);

    const started = await start(viewer, id, { mentions: [ada.id] });

    expect(started).toMatchObject({
      item: { kind: 'entry', id, type: 'page', title: 'Kites' },
      release: { name: 'Main' },
      ...{ anchor: null, resolved: false, resolved_by: null, unread: false, can_resolve: true },
      messages: [{ by: personOf(viewer), text: 'Ten?', edited_at: null, mentions: [personOf(ada)] }],
    });
    expect(await threadsOf(ada)).toMatchObject([{ id: started.id, unread: true, can_resolve: true }]);
    expect(await threadsOf(bea)).toMatchObject([{ id: started.id, unread: false }]);

    const answered = await bea.does('POST', `/comments/${started.id}/messages`, { text: 'Nine.' });
    expect(answered.messages).toMatchObject([{ text: 'Ten?' }, { text: 'Nine.', by: personOf(bea) }]);
    expect(await threadsOf(viewer)).toMatchObject([{ unread: true }]);

    const path = `/comments/${started.id}`;
    expect(await bea.does('PATCH', path, { resolved: true })).toMatchObject({
      ...{ resolved: true, resolved_by: personOf(bea) },
    });
    expect(await threadsOf(ada)).toEqual([]);
    expect(await threadsOf(ada, '?state=resolved')).toMatchObject([{ id: started.id }]);
    expect(await ada.does('POST', `${path}/messages`, { text: 'Sure?' })).toMatchObject({
      ...{ resolved: false, resolved_by: null, resolved_at: null },
    });
    await viewer.does('PATCH', path, { resolved: true }); // the first writer
    expect(await viewer.does('PATCH', path, { resolved: false })).toMatchObject({ resolved: false });
  });

  it('is resolved by its first writer and members who can write drafts alone', async () => {
    const { ada } = site;
    const { id } = await draftBy(ada);
    const thread = await start(ada, id);

    expect(await threadsOf(viewer)).toMatchObject([{ can_resolve: false }]);
    const refused = await viewer.send('PATCH', `/comments/${thread.id}`, { resolved: true });
    expect(refusal(refused).slice(0, 2)).toEqual([403, 'role_required']);
  });

  it('is read when the member reads or writes, and never goes back', async () => {
    const { ada, bea } = site;
    const { id } = await draftBy(ada);
    const thread = await start(bea, id, { mentions: [ada.id, viewer.id] });

    expect((await ada.send('PUT', `/comments/${thread.id}/read`)).status).toBe(204);
    await viewer.does('POST', `/comments/${thread.id}/messages`, { text: 'Yes.' });
    expect(await threadsOf(viewer)).toMatchObject([{ unread: false }]);
    expect(await threadsOf(ada)).toMatchObject([{ unread: true }]); // the new message
    await ada.send('PUT', `/comments/${thread.id}/read`);
    expect(await threadsOf(ada)).toMatchObject([{ unread: false }]);
  });

  it('is unread for the member who requested the review of its item', async () => {
    const { ada, bea } = site;
    const { id } = await draftBy(ada);
    await start(bea, id);
    expect(await threadsOf(ada)).toMatchObject([{ unread: false }]);

    await ada.does('PUT', `/reviews/${id}`);

    expect(await threadsOf(ada)).toMatchObject([{ unread: true }]);
    expect(await threadsOf(ada, `?item=${id}`)).toMatchObject([{ unread: true }]);
  });

  it('has messages that their writers change, and owners delete too', async () => {
    const { ada, bea, owner } = site;
    const { id } = await draftBy(ada);
    const thread = await start(ada, id);
    const answered = await bea.does('POST', `/comments/${thread.id}/messages`, { text: 'Nine.' });
    const [first = '', second = ''] = pluck(answered.messages, 'id').map(String);
    const message = (messageId: string) => `/comments/${thread.id}/messages/${messageId}`;

    const changed = await bea.does('PATCH', message(second), { text: 'Eight.' });
    expect(changed.messages[1]).toMatchObject({ text: 'Eight.', edited_at: expect.any(String) });
    for (const answer of [
      await ada.send('PATCH', message(second), { text: 'X' }),
      await ada.send('DELETE', message(second)),
      await owner.send('PATCH', message(second), { text: 'X' }),
    ])
      expect(refusal(answer).slice(0, 2)).toEqual([403, 'role_required']);

    expect((await owner.send('DELETE', message(second))).status).toBe(204);
    expect((await threadsOf(ada))[0].messages).toHaveLength(1);
    expect((await ada.send('DELETE', message(first))).status).toBe(204);
    expect(await threadsOf(ada, '?state=all')).toEqual([]);
    for (const [method, path, body] of [
      ['DELETE', message(first)],
      ['PATCH', `/comments/${thread.id}`, { resolved: true }],
      ['POST', `/comments/${thread.id}/messages`, { text: 'X' }],
      ['PUT', `/comments/${thread.id}/read`],
    ] as const)
      expect(refusal(await ada.send(method, path, body)).slice(0, 2)).toEqual([404, 'unknown_comment']);
  });

  it('changes neither the revision nor the time of the entry, and no reader notices it', async () => {
    const { ada, project } = site;
    const { id } = await draftBy(ada);
    const before = await ada.does('GET', `/content/page/entries/${id}`);
    const { version } = (await project.secret.get('/v1/changes')).body;

    await start(ada, id);

    const { open_comments: _before, ...same } = before;
    expect(await ada.does('GET', `/content/page/entries/${id}`)).toMatchObject({ ...same, open_comments: 1 });
    expect((await project.secret.get('/v1/changes')).body.version).toEqual(version);
  });

  it('is counted in lists and reads while it is open', async () => {
    const { ada } = site;
    const { id } = await draftBy(ada);
    const article = await ada.does('POST', '/blog/articles', { title: 'Post' });
    const threads = [await start(ada, id), await start(ada, id), await start(ada, article.id)];
    await ada.does('PATCH', `/comments/${threads[0].id}`, { resolved: true });

    expect((await ada.does('GET', '/content/page/entries')).data).toMatchObject([{ id, open_comments: 1 }]);
    expect((await ada.does('GET', '/blog/articles')).data).toMatchObject([{ open_comments: 1 }]);
    expect(await ada.does('GET', `/blog/articles/${article.slug}`)).toMatchObject({ open_comments: 1 });
  });
});

describe('the lists of threads', () => {
  it('have the latest message first, and pages', async () => {
    const { ada, bea } = site;
    const { id } = await draftBy(ada);
    const article = await ada.does('POST', '/blog/articles', { title: 'Post' });
    const [first, second, third] = [await start(ada, id), await start(ada, article.id), await start(bea, id)];
    await bea.does('POST', `/comments/${first.id}/messages`, { text: 'Later.' });
    const ids = async (query: string) => (await threadsOf(ada, query)).map((thread) => thread.id);

    expect(await ids('')).toEqual([first.id, third.id, second.id]);
    expect(await ids(`?item=${id}`)).toEqual([first.id, third.id]);
    expect(await ids('?mine=true')).toEqual([first.id, second.id]);
    const page = await ada.does('GET', '/comments?limit=2');
    expect(page.meta).toMatchObject({ limit: 2, has_more: true });
    expect(await ids(`?limit=2&cursor=${page.meta.next_cursor}`)).toEqual([second.id]);
    expect(refusal(await bea.send('GET', `/comments?cursor=${page.meta.next_cursor}`))[1]).toBe(
      'invalid_cursor',
    );
  });

  it('omit items in the trash, and a restored item has its threads again', async () => {
    const { ada, bea } = site;
    const { id } = await draftBy(ada);
    const thread = await start(ada, id);
    await bea.does('DELETE', `/v1/content/page/${id}`);

    expect(await threadsOf(ada)).toEqual([]);
    expect(refusal(await ada.send('GET', `/comments?item=${id}`)).slice(0, 2)).toEqual([
      404,
      'unknown_entry',
    ]);
    expect(refusal(await ada.send('POST', `/comments/${thread.id}/messages`, { text: 'X' }))[1]).toBe(
      'unknown_entry',
    );

    await ada.does('POST', '/trash/restore', { ids: [id] });
    expect(await threadsOf(ada)).toMatchObject([{ id: thread.id }]);
  });

  it('name the release in which a thread was started, and entries have their threads in all releases', async () => {
    const { ada, owner, project } = site;
    const { id } = await draftBy(ada);
    const thread = await start(ada, id);
    const clone = await project.secret.post('/v1/releases', { name: 'Next' });
    const next = `release=${clone.body.id}`;

    const inNext = await owner.does('POST', `/comments?${next}`, { item: id, text: 'Here.' });

    expect(inNext.release).toEqual({ id: clone.body.id, name: 'Next' });
    const both = [inNext.id, thread.id];
    expect((await threadsOf(ada, `?${next}&item=${id}`)).map((each) => each.id)).toEqual(both);
    expect((await threadsOf(ada, `?item=${id}`)).map((each) => each.id)).toEqual(both);
    await project.secret.post(`/v1/releases/${clone.body.id}/promote`, {});
    expect((await threadsOf(ada, `?item=${id}`)).map((each) => each.id)).toEqual(both);
  });
});

describe('invalid comments', () => {
  it.each([
    [{ text: '' }, 'text'],
    [{ text: '   ' }, 'text'],
    [{ text: 'x'.repeat(commentBounds.textChars + 1) }, 'text'],
    [{ mentions: ['usr_none'] }, 'mentions[0]'],
    [{ anchor: {} }, 'anchor.field'],
    [{ anchor: { field: 'none' } }, 'anchor.field'],
    [{ anchor: { field: 'title', block_id: 'blk_none' } }, 'anchor.block_id'],
    [{ anchor: { field: 'body', locale: 'xx' } }, 'anchor.locale'],
    [{ anchor: { field: 'body', quote: { exact: '' } } }, 'anchor.quote.exact'],
    [{ anchor: { field: 'body', quote: { exact: 'x'.repeat(501) } } }, 'anchor.quote.exact'],
    [{ anchor: { field: 'body', quote: { exact: 'x', prefix: 'y'.repeat(51) } } }, 'anchor.quote.prefix'],
    [{ nonsense: true }, 'nonsense'],
  ])('are rejected: %j', async (more, param) => {
    const { ada } = site;
    const { id } = await draftBy(ada);
    const answer = await ada.send('POST', '/comments', { item: id, text: 'Ten?', ...more });
    expect(answer.status).toBe(400);
    expect(answer.body.error.param).toBe(param);
    expect(await threadsOf(ada)).toEqual([]);
  });

  it('may have the longest text and quote', async () => {
    const { ada } = site;
    const { id } = await draftBy(ada);
    const quote = { exact: 'x'.repeat(500), prefix: 'y'.repeat(50), suffix: 'z'.repeat(50) };
    const text = '𝄞'.repeat(commentBounds.textChars);
    const thread = await start(ada, id, { text, anchor: { field: 'body', quote } });
    expect(thread.messages[0].text).toBe(text);
    expect(thread.anchor).toMatchObject({ quote, state: 'quote_changed' });
  });

  it('name unknown items, and items of another project', async () => {
    const { ada } = site;
    const other = await reviewSite(service);
    const foreign = await draftBy(other.ada);
    const thread = await start(other.ada, foreign.id);
    for (const item of [foreign.id, 'ent_none', 'art_01jd2v8k3q5w7x9y0z1a2b3c4d', 'med_1']) {
      const code = item.startsWith('art_') ? 'unknown_blog_article' : 'unknown_entry';
      const answer = await ada.send('POST', '/comments', { item, text: 'x' });
      expect(refusal(answer)).toEqual([404, code, 'item']);
      expect(refusal(await ada.send('GET', `/comments/people?item=${item}`))[1]).toBe(code);
    }
    expect(refusal(await ada.send('PUT', `/comments/${thread.id}/read`))[1]).toBe('unknown_comment');
    expect(refusal(await ada.send('POST', `/comments/${thread.id}/messages`, { text: 'x' }))[1]).toBe(
      'unknown_comment',
    );
  });
});

describe('a narrowed member', () => {
  it('sees the threads of the grant alone, and is not mentioned elsewhere', async () => {
    const { ada } = site;
    const blogger = await site.join('Bo', 'author', { areas: ['blog'] });
    const { id } = await draftBy(ada);
    const article = await ada.does('POST', '/blog/articles', { title: 'Post' });
    const hidden = await start(ada, id);
    const visible = await start(ada, article.id, { mentions: [blogger.id] });

    expect(await threadsOf(blogger, '?state=all')).toMatchObject([{ id: visible.id, unread: true }]);
    expect(await threadsOf(blogger, '?mine=true')).toMatchObject([{ id: visible.id }]);
    const message = hidden.messages[0].id;
    for (const [method, path, body] of [
      ['GET', `/comments?item=${id}`],
      ['GET', `/comments/people?item=${id}`],
      ['POST', '/comments', { item: id, text: 'x' }],
      ['POST', `/comments/${hidden.id}/messages`, { text: 'x' }],
      ['PATCH', `/comments/${hidden.id}`, { resolved: true }],
      ['DELETE', `/comments/${hidden.id}/messages/${message}`],
      ['PUT', `/comments/${hidden.id}/read`],
    ] as const)
      expect(refusal(await blogger.send(method, path, body)).slice(0, 2)).toEqual([403, 'role_required']);

    const mentioned = await ada.send('POST', '/comments', { item: id, text: 'x', mentions: [blogger.id] });
    expect(refusal(mentioned)).toEqual([400, 'invalid_field_value', 'mentions[0]']);
    const names = async (item: string) => (await ada.does('GET', `/comments/people?item=${item}`)).data;
    expect(await names(id)).not.toContainEqual(personOf(blogger));
    expect(await names(article.id)).toEqual(expect.arrayContaining([personOf(blogger), personOf(viewer)]));
  });

  it('cannot open comments with an API key', async () => {
    const { project } = site;
    const answer = await project.secret.get(`/dashboard/api/projects/${project.id}/comments`);
    expect([401, 404]).toContain(answer.status);
  });
});
