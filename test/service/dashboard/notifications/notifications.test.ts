import { beforeEach, describe, expect, it } from 'vitest';
import { eraseFromNotifications } from '../../../../src/dashboard/notifications/repository.ts';
import { notificationBounds } from '../../../../src/contract/notifications.ts';
import { type NotificationRecord, notifications } from '../../../../src/lifecycle/index.ts';
import { expectDone, pluck, refusal } from '../../../support/content.ts';
import { databaseOf } from '../../../support/database.ts';
import {
  approve,
  draftBy,
  type Member,
  personOf,
  reviewSite,
  type ReviewSite,
} from '../../../support/reviews.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();

let site: ReviewSite;
beforeEach(async () => {
  site = await reviewSite(service);
});

const listOf = async (member: Member, query = ''): Promise<any[]> =>
  (await member.does('GET', `/notifications${query}`)).data;
const kindsOf = async (member: Member) => pluck(await listOf(member), 'kind');
const unreadOf = async (member: Member) => (await member.does('GET', '/notifications')).meta.unread;
const comment = (member: Member, item: string, more: object = {}) =>
  member.does('POST', '/comments', { item, text: 'Ten?', ...more });
const publish = (member: Member, id: string) =>
  member.does('PATCH', `/v1/content/page/${id}`, { publish: true });
const answer = (member: Member, threadId: string, more: object = {}) =>
  member.does('POST', `/comments/${threadId}/messages`, { text: 'Nine.', ...more });

describe('notifications of comments', () => {
  it('reach mentioned members, with the item, the thread and the writer, and no text', async () => {
    const { ada, bea, cy } = site;
    const { id } = await draftBy(ada);

    const thread = await comment(bea, id, { mentions: [ada.id] });

    const release = thread.release.id as string;
    expect(await listOf(ada)).toEqual([
      {
        id: expect.stringMatching(/^ntf_/),
        kind: 'mention',
        item: { kind: 'entry', id, type: 'page', title: 'Kites' },
        release_id: release,
        thread_id: thread.id,
        by: personOf(bea),
        at: thread.created_at,
        read: false,
      },
    ]);
    expect(await listOf(bea)).toEqual([]);
    expect(await listOf(cy)).toEqual([]);
  });

  it('reach the writers of a thread, once for each message, and never its own writer', async () => {
    const { ada, bea, cy } = site;
    const { id } = await draftBy(ada);
    const thread = await comment(ada, id, { mentions: [ada.id] });
    await answer(bea, thread.id, { mentions: [ada.id] });
    expect(await kindsOf(ada)).toEqual(['mention']);

    await answer(cy, thread.id);

    expect(await kindsOf(ada)).toEqual(['reply', 'mention']);
    expect(await kindsOf(bea)).toEqual(['reply']);
    expect(await kindsOf(cy)).toEqual([]);
  });

  it('are marked as read with their thread', async () => {
    const { ada, bea } = site;
    const { id } = await draftBy(ada);
    const thread = await comment(bea, id, { mentions: [ada.id] });
    await comment(bea, id, { mentions: [ada.id] });
    expect(await unreadOf(ada)).toBe(2);

    await ada.send('PUT', `/comments/${thread.id}/read`);

    expect(await unreadOf(ada)).toBe(1);
  });
});

describe('notifications of reviews', () => {
  it('reach the reviewers, then the member who requested the review', async () => {
    const { ada, bea, cy } = site;
    const { id, revision } = await draftBy(ada);

    await ada.does('PUT', `/reviews/${id}`, { reviewers: [bea.id], note: 'Please' });
    await bea.does('POST', `/reviews/${id}/return`, { revision, note: 'Again' });
    await ada.does('PUT', `/reviews/${id}`, { reviewers: [bea.id] });
    await approve(bea, id);
    await publish(cy, id);

    expect(await kindsOf(ada)).toEqual(['published', 'review_approved', 'review_returned']);
    expect(await kindsOf(bea)).toEqual(['review_requested', 'review_requested']);
    expect(await kindsOf(cy)).toEqual([]);
    expect((await listOf(ada))[0]).toMatchObject({ by: personOf(cy), thread_id: null, item: { id } });
  });

  it('reach everyone who can approve if a request names nobody', async () => {
    const { ada, bea, cy, owner, join } = site;
    const viewer = await join('Vi', 'viewer');
    const narrowed = await join('Ned', 'editor', { areas: ['blog'] });
    const { id } = await draftBy(ada);

    await ada.does('PUT', `/reviews/${id}`, {});

    for (const member of [bea, cy, owner]) expect(await kindsOf(member)).toEqual(['review_requested']);
    for (const member of [ada, viewer, narrowed]) expect(await kindsOf(member)).toEqual([]);
  });

  it('report a publication by a key, and none while nothing is visible', async () => {
    const { ada, bea, project } = site;
    const [now, later, own, article] = [
      await draftBy(ada),
      await draftBy(ada),
      await draftBy(bea),
      await ada.does('POST', '/blog/articles', { title: 'Post' }),
    ];
    for (const { id } of [now, later, article]) await ada.does('PUT', `/reviews/${id}`, {});
    await bea.does('PUT', `/reviews/${own.id}`, {});

    const published_at = new Date(service.app.clock.now().getTime() + 3_600_000).toISOString();
    expectDone(await project.secret.patch(`/v1/content/page/${now.id}`, { publish: true }));
    await bea.does('PATCH', `/v1/content/page/${later.id}`, { publish: true, published_at });
    await publish(bea, own.id);
    await bea.does('PATCH', `/v1/blog/articles/${article.id}`, { publish: true });

    const own_ = await listOf(ada);
    expect(pluck(own_, 'kind')).toEqual(['published', 'published']);
    expect(own_).toMatchObject([
      { item: { kind: 'blog_article', id: article.id, type: null, title: 'Post' }, release_id: null },
      { item: { id: now.id }, by: { id: null } },
    ]);
    expect(pluck(await listOf(bea), 'kind')).not.toContain('published');
  });

  it('report the promotion of a reviewed release', async () => {
    const { bea, owner } = site;
    const otto = await site.join('Otto', 'owner');
    const { id } = await owner.does('POST', '/v1/releases', { name: 'Next' });
    await expect.poll(async () => (await owner.does('GET', `/v1/releases/${id}`)).status).toBe('ready');
    await bea.does('POST', `/content/page/entries?release=${id}`, { values: { title: 'New' } });
    await owner.does('PUT', `/reviews/${id}`, {});
    await otto.does('POST', `/v1/releases/${id}/promote`);

    expect(await kindsOf(otto)).toEqual(['review_requested']);
    expect(await kindsOf(bea)).toEqual([]);
    const item = { kind: 'release', id, type: null, title: 'Next' };
    expect(await listOf(owner)).toMatchObject([{ kind: 'published', item, by: personOf(otto) }]);
  });
});

describe('members without access', () => {
  it('see no notification outside of their grant, neither in the list nor in the number', async () => {
    const { ada, bea, owner } = site;
    const { id } = await draftBy(ada);
    await comment(ada, id, { mentions: [bea.id] });
    expect(await unreadOf(bea)).toBe(1);

    await owner.does('PATCH', `/members/${bea.id}`, { grant: { areas: ['blog'] } });
    expect(await bea.does('GET', '/notifications')).toMatchObject({ data: [], meta: { unread: 0 } });
    expect(await bea.does('POST', '/notifications/read', { all: true })).toEqual({ unread: 0 });

    await owner.does('PATCH', `/members/${bea.id}`, { grant: null });
    expect(await unreadOf(bea)).toBe(1);
  });

  it('get none about a thread that they can no longer read', async () => {
    const { ada, bea, owner } = site;
    const { id } = await draftBy(ada);
    const thread = await comment(bea, id);
    await owner.does('PATCH', `/members/${bea.id}`, { grant: { areas: ['blog'] } });
    await answer(ada, thread.id);
    await owner.does('PATCH', `/members/${bea.id}`, { grant: null });

    expect(await kindsOf(bea)).toEqual([]);
  });

  it('lose theirs when they leave, and get none until they return', async () => {
    const { ada, bea, cy, owner, project } = site;
    const { id } = await draftBy(cy);
    const thread = await comment(bea, id, { mentions: [cy.id] });
    await answer(cy, thread.id);
    await cy.does('PUT', `/reviews/${id}`, {});
    expect(await kindsOf(bea)).toEqual(['review_requested', 'reply']);

    expect((await owner.send('DELETE', `/members/${bea.id}`)).status).toBe(204);
    expect((await owner.send('DELETE', `/members/${cy.id}`)).status).toBe(204);
    await answer(ada, thread.id);
    expectDone(await project.secret.patch(`/v1/content/page/${id}`, { publish: true }));
    const returned = await site.join('Cy', 'editor');

    expect(returned.id).toBe(cy.id);
    expect(await kindsOf(returned)).toEqual([]);
    expect(
      await databaseOf(service.app.system).collection('notifications').countDocuments({ member: bea.id }),
    ).toBe(0);
  });
});

describe('GET /notifications', () => {
  it('pages from the newest, and filters by unread', async () => {
    const { ada, bea } = site;
    const { id } = await draftBy(ada);
    for (let i = 0; i < 5; i += 1) await comment(bea, id, { mentions: [ada.id] });
    const all = await listOf(ada);
    const ids = pluck(all, 'id') as string[];
    expect(ids).toEqual(ids.toSorted().toReversed());

    const first = await ada.does('GET', '/notifications?limit=2');
    const second = await ada.does('GET', `/notifications?limit=2&cursor=${first.meta.next_cursor}`);
    const third = await ada.does('GET', `/notifications?limit=2&cursor=${second.meta.next_cursor}`);

    expect([...first.data, ...second.data, ...third.data]).toEqual(all);
    expect(third.meta).toMatchObject({ has_more: false, next_cursor: null, unread: 5 });
    const read = await ada.does('POST', '/notifications/read', { ids: [ids[0], ids[3], 'ntf_unknown'] });
    expect(read).toEqual({ unread: 3 });
    expect(pluck(await listOf(ada, '?unread=true'), 'id')).toEqual([ids[1], ids[2], ids[4]]);
    expect(await ada.does('POST', '/notifications/read', { all: true })).toEqual({ unread: 0 });
    expect(pluck(await listOf(ada), 'read')).toEqual([true, true, true, true, true]);
  });

  it('contains no notifications of others, and marks none of them', async () => {
    const { ada, bea, cy } = site;
    const { id } = await draftBy(ada);
    await comment(bea, id, { mentions: [ada.id] });
    const [{ id: own }] = (await listOf(ada)) as [{ id: string }];

    expect(await cy.does('POST', '/notifications/read', { ids: [own] })).toEqual({ unread: 0 });
    expect(await unreadOf(ada)).toBe(1);
    const cursor = (await ada.does('GET', '/notifications?limit=1')).meta.next_cursor ?? 'x';
    expect(refusal(await cy.send('GET', `/notifications?cursor=${cursor}`)).slice(0, 2)).toEqual([
      400,
      'invalid_cursor',
    ]);
  });

  it.each([[{}], [{ all: true, ids: ['ntf_1'] }]])('rejects %j', async (body) => {
    const refused = await site.ada.send('POST', '/notifications/read', body);
    expect(refusal(refused)).toEqual([400, 'invalid_field_value', 'ids']);
  });

  it('keeps the newest 500 of a member', async () => {
    const { ada, bea } = site;
    const { id } = await draftBy(ada);
    await comment(bea, id, { mentions: [ada.id] });
    const collection = databaseOf(service.app.system).collection(notifications.name);
    const { _id, ...row } = (await collection.findOne({ member: ada.id })) as unknown as NotificationRecord;
    const copies = Array.from({ length: notificationBounds.perMember }, (_, i) => ({
      ...row,
      _id: `${_id}-${i}`,
      at: new Date(row.at.getTime() - i * 1_000),
    }));
    await collection.insertMany(copies as object[]);

    await comment(bea, id, { mentions: [ada.id] });

    expect(await collection.countDocuments({ member: ada.id })).toBe(notificationBounds.perMember);
    expect(await unreadOf(ada)).toBe(notificationBounds.perMember);
    const [newest] = await listOf(ada);
    expect(newest.id > _id).toBe(true);
  });
});

it('stores no notification for a rejected comment', async () => {
  const { ada, bea } = site;
  const { id } = await draftBy(ada);
  const narrowed = await site.join('Ned', 'editor', { areas: ['blog'] });

  const refused = await bea.send('POST', '/comments', {
    item: id,
    text: 'x',
    mentions: [ada.id, narrowed.id],
  });

  expect(refused.status).toBe(400);
  expect(await kindsOf(ada)).toEqual([]);
});

it('removes the notifications of a person who is erased, and the name from those of others', async () => {
  const { ada, bea, cy } = site;
  const { id } = await draftBy(ada);
  await comment(bea, id, { mentions: [ada.id, cy.id] });
  await comment(ada, id, { mentions: [bea.id] });

  await eraseFromNotifications(service.app.system, bea.id, 'A former member');

  expect(await listOf(bea)).toEqual([]);
  expect(await listOf(ada)).toMatchObject([{ by: { id: bea.id, name: 'A former member' } }]);
});
