import { describe, expect, it } from 'vitest';
import { listKbArticles } from '../../../../src/modules/kb/articles/list/list.ts';
import { readKbArticle } from '../../../../src/modules/kb/articles/service.ts';
import { readTree } from '../../../../src/modules/kb/structure/tree.ts';
import { startService } from '../../../support/service.ts';
import { newKnowledgeBase } from '../../../support/kb/knowledge-base.ts';
import { tester } from '../../../support/actor.ts';

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
  const call = await service.app.contextsOf(tester).project(kb.id);
  const dueAt = Date.parse(body.review_due_at);
  return { at: (now: Date) => ({ ...call, now }), appears, dueAt };
}

describe('how long an answer of the knowledge base stays true though nothing is written', () => {
  it('with counts of votes: ten seconds', async () => {
    const { at, appears } = await filled();
    const now = new Date(appears.getTime() - seconds(1_800));

    const { details: also } = await readKbArticle(at(now), 'knots', {});

    expect(also.softUntil).toEqual(new Date(now.getTime() + seconds(10)));
    expect(also.validUntil).not.toEqual(also.softUntil); // copies elsewhere do not end with them
  });

  it('until an article in it turns stale', async () => {
    const { at, dueAt } = await filled();

    const single = await readKbArticle(at(new Date(dueAt - seconds(3))), 'knots', {});
    const list = await listKbArticles(at(new Date(dueAt - seconds(3))), {});

    expect(single.details.validUntil).toEqual(new Date(dueAt));
    expect(list.details.validUntil).toEqual(new Date(dueAt));
  });

  // The project's next date ends every kept answer (core/http/pipeline/route-handler.ts), so that lists need not ask for it.
  it('whatever is scheduled: lists and counts take an article in at its date', async () => {
    const { at, appears } = await filled();
    const justBefore = at(new Date(appears.getTime() - seconds(4)));

    const list = await listKbArticles(justBefore, { count: true });
    const tree = await readTree(justBefore, {});
    const listAfter = await listKbArticles(at(appears), { count: true });
    const treeAfter = await readTree(at(appears), {});

    expect([list.body.meta.total, listAfter.body.meta.total]).toEqual([1, 2]);
    expect([tree, treeAfter].map(({ body }) => body.data[0]?.article_count)).toEqual([1, 2]);
    expect([tree, treeAfter].map(({ details: also }) => also.validUntil)).toEqual([null, null]);
  });

  it('not at all with a filter on freshness, which an article outside the page may enter', async () => {
    const { at, appears } = await filled();
    const now = new Date(appears.getTime() - seconds(1_800));

    const { details: also } = await listKbArticles(at(now), { freshness: 'fresh' });

    expect(also.validUntil).toEqual(now);
  });
});
