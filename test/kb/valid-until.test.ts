import { describe, expect, it } from 'vitest';
import { listKbArticles, readKbArticle } from '../../src/kb/articles/service.ts';
import { readTree } from '../../src/kb/shelves/tree.ts';
import { startService } from '../support/service.ts';
import { newKnowledgeBase } from './knowledge-base.ts';

const service = await startService();
const seconds = (n: number) => n * 1_000;

/** A live article that is looked at every 10 days, one that appears in an hour, and calls at any moment. */
async function filled() {
  const kb = await newKnowledgeBase(service);
  const collection = await kb.collection('Flying');
  const { body } = await kb.secret.post('/v1/kb/articles', {
    title: 'Knots',
    collection,
    review_interval_days: 10,
    publish: true,
  });
  const appears = new Date(service.app.clock.now().getTime() + seconds(3_600));
  await kb.article('Soon', { collection, published_at: appears.toISOString() });
  const call = await service.app.calls.project(kb.id);
  const dueAt = Date.parse(body.review_due_at);
  return { at: (now: Date) => ({ ...call, now }), appears, dueAt };
}

describe('how long an answer of the knowledge base stays true though nothing is written', () => {
  it('with counts of votes: ten seconds', async () => {
    const { at, appears } = await filled();
    const now = new Date(appears.getTime() - seconds(1_800));

    const { also } = await readKbArticle(at(now), 'knots', {});

    expect(also.validUntil).toEqual(new Date(now.getTime() + seconds(10)));
  });

  it('until an article in it turns stale', async () => {
    const { at, dueAt } = await filled();

    const single = await readKbArticle(at(new Date(dueAt - seconds(3))), 'knots', {});
    const list = await listKbArticles(at(new Date(dueAt - seconds(3))), {});

    expect(single.also.validUntil).toEqual(new Date(dueAt));
    expect(list.also.validUntil).toEqual(new Date(dueAt));
  });

  it('until the next scheduled article appears, which moves lists and counts', async () => {
    const { at, appears } = await filled();
    const justBefore = at(new Date(appears.getTime() - seconds(4)));

    const list = await listKbArticles(justBefore, { count: true });
    const tree = await readTree(justBefore, {});

    expect(list.also.validUntil).toEqual(appears);
    expect(list.body.meta.total).toBe(1);
    expect(tree.also.validUntil).toEqual(appears);
    const after = await listKbArticles(at(appears), { count: true });
    expect(after.body.meta.total).toBe(2);
    expect((await readTree(at(appears), {})).also.validUntil).toBeNull();
  });

  it('not at all with a filter on freshness, which an article outside the page may enter', async () => {
    const { at, appears } = await filled();
    const now = new Date(appears.getTime() - seconds(1_800));

    const { also } = await listKbArticles(at(now), { freshness: 'fresh' });

    expect(also.validUntil).toEqual(now);
  });
});
