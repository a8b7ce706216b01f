import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { ThreadRecord } from '../../../../src/lifecycle/index.ts';
import { sweepThreads } from '../../../../src/dashboard/comments/orphans.ts';
import { pageBytesMax, renameInThreads } from '../../../../src/dashboard/comments/repository.ts';
import { bytesReadBy, commandsOfService } from '../../../support/commands.ts';
import { expectDone, pluck, refusal } from '../../../support/content.ts';
import { clientOf, databaseOf } from '../../../support/database.ts';
import { draftBy, type Member, personOf, reviewSite, type ReviewSite } from '../../../support/reviews.ts';
import { startOwnService } from '../../../support/service.ts';

const service = await startOwnService();
const { system } = service.app;
const stored = databaseOf(system).collection<ThreadRecord & { project_id: string }>('comments');

let site: ReviewSite;
beforeAll(async () => {
  site = await reviewSite(service);
});

const start = (member: Member, item: string, more: object = {}) =>
  member.does('POST', '/comments', { item, text: 'Ten?', ...more });

/** Stores copies of a thread, with `messages` messages of the longest text each. */
async function storeCopies(
  threadId: string,
  count: number,
  { messages, items }: { messages: number; items?: string[] },
): Promise<void> {
  const thread = await stored.findOne({ _id: threadId });
  if (thread === null) throw new Error('the thread is not stored');
  const [message] = thread.messages;
  if (message === undefined) throw new Error('the thread has no message');
  const long = { ...message, text: '𝄞'.repeat(5_000) };
  const copies = Array.from({ length: count }, (_, i) => ({
    ...thread,
    _id: `${threadId}${i}`,
    item: items?.[i] ?? thread.item,
    latest_at: new Date(thread.latest_at.getTime() + i),
    messages: Array.from({ length: messages }, (__, at) => ({ ...long, id: `cmt_${i}_${at}` })),
  }));
  for (const copy of copies) await stored.insertOne(copy);
}

describe('the reads of threads', () => {
  it('of all items have pages of bounded bytes and commands, whatever they contain', async () => {
    const { ada } = await reviewSite(service);
    const body = 'x'.repeat(49_000);
    const drafts = [];
    for (let i = 0; i < 12; i += 1) drafts.push(await draftBy(ada, { title: `Kites ${i}`, body }));
    const thread = await start(ada, drafts[0]?.id ?? '');
    await storeCopies(thread.id, 12, { messages: 200, items: drafts.map(({ id }) => id) });
    const found = new Set<unknown>();
    let cursor = '';
    do {
      const path = `/comments?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const commands = await commandsOfService(system, async () => {
        const read = await bytesReadBy(clientOf(system), () => ada.does('GET', path));
        expect(read.bytes).toBeLessThan(17 * 1024 * 1024);
        const bytes = JSON.stringify(read.result.data).length;
        expect(read.result.data.length === 1 || bytes < 2 * pageBytesMax).toBe(true);
        for (const id of pluck(read.result.data, 'id')) found.add(id);
        cursor = read.result.meta.next_cursor ?? '';
      });
      expect(commands.filter((command) => /comments|entries|articles/.test(command))).toEqual([
        'find comments',
        'find entries',
      ]);
    } while (cursor !== '');
    expect(found.size).toBe(13);
  });

  it('in lists of items count open threads with one command that reads no thread', async () => {
    const { ada, project } = await reviewSite(service);
    const { id } = await draftBy(ada);
    await ada.does('GET', '/content/page/entries');
    const before = await commandsOfService(system, () => ada.does('GET', '/content/page/entries'));
    const thread = await start(ada, id);
    await storeCopies(thread.id, 30, { messages: 20 });

    const { result, bytes } = await bytesReadBy(clientOf(system), () =>
      ada.does('GET', '/content/page/entries'),
    );
    const after = await commandsOfService(system, () => ada.does('GET', '/content/page/entries'));

    expect(result.data).toMatchObject([{ open_comments: 31 }]);
    expect(bytes).toBeLessThan(100_000);
    expect(after).toEqual(before);
    const plan = await stored
      .find({ project_id: project.id, item: { $in: [id] }, resolved: false })
      .hint('of_item')
      .project({ _id: 0, item: 1 })
      .explain('executionStats');
    expect(plan['executionStats']).toMatchObject({ totalDocsExamined: 0 });
  });

  it('find the threads of an item, of a member and of a project in an index', async () => {
    const { project, ada } = site;
    const filters = [
      ['of_item', { item: 'ent_x' }],
      ['of_person', { people: ada.id }],
      ['latest', {}],
    ] as const;
    for (const [hint, filter] of filters) {
      const plan = await stored
        .find({ project_id: project.id, resolved: { $in: [false, true] }, ...filter })
        .sort({ latest_at: -1, _id: -1 })
        .hint(hint)
        .explain();
      expect(JSON.stringify(plan['queryPlanner'].winningPlan)).not.toContain('"SORT"');
    }
  });
});

describe('the limits of comments', () => {
  it('are 500 threads of an item, which requests at once do not exceed', async () => {
    const { ada, bea } = site;
    const { id } = await draftBy(ada);
    const thread = await start(ada, id);
    await storeCopies(thread.id, 497, { messages: 1 });
    await start(ada, id); // the 499th
    const answers = await Promise.all(
      [ada, bea, ada, bea].map((member) => member.send('POST', '/comments', { item: id, text: 'x' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.body.error).toMatchObject({
      ...{ code: 'limit_reached', limit: 'comment_threads_per_item_max', value: 500 },
    });
  });

  it('are 200 messages of a thread', async () => {
    const { ada } = site;
    const { id } = await draftBy(ada);
    const thread = await start(ada, id);
    await storeCopies(thread.id, 1, { messages: 199 });
    const path = `/comments/${thread.id}0/messages`;
    const full = await ada.does('POST', path, { text: 'The last one.' });
    expect(full.messages).toHaveLength(200);
    const refused = await ada.send('POST', path, { text: 'Too much.' });
    expect(refused.body.error).toMatchObject({
      ...{ code: 'limit_reached', limit: 'messages_per_thread_max', value: 200 },
    });
  });

  it('are 20 mentions and 100 threads a page', async () => {
    const { ada } = site;
    const { id } = await draftBy(ada);
    const mentions = Array.from({ length: 21 }, (_, i) => `usr_${i}`);
    const refused = await ada.send('POST', '/comments', { item: id, text: 'x', mentions });
    expect(refused.body.error.param).toBe('mentions');
    expect(refusal(await ada.send('GET', '/comments?limit=101'))[2]).toBe('limit');
  });
});

describe('threads of removed items', () => {
  const idsOf = async (ids: readonly string[]) =>
    pluck(await stored.find({ item: { $in: [...ids] } }).toArray(), 'item').toSorted();

  it('are deleted once no release, module or trash contains the item', async () => {
    const { ada, bea, owner, project } = await reviewSite(service);
    const article = await ada.does('POST', '/blog/articles', { title: 'Post' });
    const [trashed, removed, elsewhere] = [await draftBy(ada), await draftBy(ada), await draftBy(ada)];
    const ids = [trashed.id, removed.id, elsewhere.id, String(article.id)];
    for (const id of ids) await start(ada, id);
    expectDone(await project.secret.post('/v1/releases', { name: 'Next' }));
    await vi.waitUntil(async () => (await owner.does('GET', '/v1/releases')).data.length === 2);
    const late = await draftBy(ada);
    await start(ada, late.id);
    for (const id of [trashed.id, removed.id, elsewhere.id, late.id])
      await bea.does('DELETE', `/v1/content/page/${id}`);
    await bea.does('DELETE', `/v1/blog/articles/${article.slug}`);
    await sweepThreads(system);
    expect(await idsOf([...ids, late.id])).toEqual([...ids, late.id].sort());

    await owner.does('POST', '/trash/remove', { ids: [removed.id, late.id, article.id] });
    await sweepThreads(system);

    // The clone contains the entry that was removed from the default release alone.
    expect(await idsOf([...ids, late.id])).toEqual([trashed.id, removed.id, elsewhere.id].sort());
  });
});

describe('the comments of a person who is erased', () => {
  it('have the new name everywhere', async () => {
    const { ada, bea } = await reviewSite(service);
    const { id } = await draftBy(ada);
    const thread = await start(ada, id, { mentions: [bea.id] });
    await bea.does('POST', `/comments/${thread.id}/messages`, { text: 'x', mentions: [ada.id] });
    await bea.does('PATCH', `/comments/${thread.id}`, { resolved: true });

    await renameInThreads(system, bea.id, 'A former member');

    const [after] = (await ada.does('GET', '/comments?state=all')).data;
    const former = { id: bea.id, name: 'A former member' };
    expect(after).toMatchObject({
      resolved_by: former,
      messages: [
        { by: personOf(ada), mentions: [former] },
        { by: former, mentions: [personOf(ada)] },
      ],
    });
  });
});
