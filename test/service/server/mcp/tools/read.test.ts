import { beforeAll, describe, expect, it } from 'vitest';
import { expectDone } from '../../../../support/content.ts';
import { startService } from '../../../../support/service.ts';
import { newWorld, type World } from '../../../../support/mcp/world.ts';

const service = await startService();
let world: World;
beforeAll(async () => {
  world = await newWorld(service);
});

describe('read', () => {
  it('reads an entry, a singleton, an article and a named thing as readers see them', async () => {
    const { agent, pageId, knots, author } = world;

    const read = async (args: Record<string, unknown>) => (await agent.call('read', args)).body.item;

    expect(await read({ type: 'page', id: pageId })).toMatchObject({ values: { title: 'Alpha' } });
    expect(await read({ type: 'home' })).toEqual({ headline: 'Hello' });
    expect(await read({ type: 'blog_article', id: knots })).toMatchObject({ title: 'Knots' });
    expect(await read({ type: 'author', id: author })).toMatchObject({ name: 'Nell' });
    expect(await read({ type: 'content:page', id: pageId })).toMatchObject({ values: { title: 'Alpha' } });
  });

  it('shows drafts to secret keys, with their state, and stores nothing by it', async () => {
    const { agent, project, draftId, knots, lines } = world;
    expectDone(
      await project.secret.patch(`/v1/blog/articles/${knots}?draft=true`, { title: 'Better knots' }),
    );
    const { body: before } = await project.secret.get('/v1/changes');

    const beta = await agent.call('read', { type: 'page', id: draftId, draft: true });
    const article = await agent.call('read', { type: 'blog_article', id: knots, draft: true });
    const help = await agent.call('read', { type: 'kb_article', id: lines, draft: true });
    const home = await agent.call('read', { type: 'home', draft: true });

    expect(beta.body.item).toMatchObject({
      values: { title: 'Beta' },
      state: { status: 'draft', revision: 1 },
    });
    expect(article.body.item).toMatchObject({
      title: 'Better knots',
      state: { has_unpublished_changes: true, revision: 2 },
    });
    expect(help.body.item).toMatchObject({ title: 'Lines', state: { revision: 1 } });
    expect(home.body.item).toMatchObject({ values: { headline: 'Hello' }, state: { status: 'published' } });
    expect((await project.secret.get('/v1/changes')).body).toEqual(before);
  });

  it('shows what readers will see at a time', async () => {
    const { agent, project } = world;
    const now = Date.now();
    const scheduled = { publish: true, published_at: new Date(now + 3_600_000).toISOString() };
    const body = { values: { title: 'Tomorrow' }, ...scheduled };
    const { id } = expectDone(await project.secret.post('/v1/content/page/entries', body)) as { id: string };
    const at = new Date(now + 7_200_000).toISOString();

    const { body: answer } = await agent.call('read', { type: 'page', id, at });
    const { body: found } = await agent.call('find', { type: 'page', where: { title: 'Tomorrow' }, at });

    expect(answer.item).toMatchObject({ values: { title: 'Tomorrow' } });
    expect(answer.item).not.toHaveProperty('state');
    expect(found.items).toMatchObject([{ id }]);
    expect((await agent.call('read', { type: 'page', id })).body.error.code).toBe('entry_not_published');
    expectDone(await project.secret.delete(`/v1/content/page/${id}`));
  });

  it('answers for what is not there as the API does', async () => {
    const { agent, draftId } = world;

    const code = async (args: Record<string, unknown>) => (await agent.call('read', args)).body.error.code;

    expect(await code({ type: 'page', id: draftId })).toBe('entry_not_published');
    expect(await code({ type: 'nothing', id: 'x' })).toBe('unknown_content_type');
    expect(await code({ type: 'blog_article', id: 'nothing' })).toBe('unknown_blog_article');
    expect(await code({ type: 'page' })).toBe('missing_required_field');
    expect(await code({ type: 'author' })).toBe('missing_required_field');
    expect(await code({ type: '../media', id: '..' })).toBe('unknown_content_type');
  });
});
