import { beforeAll, describe, expect, it } from 'vitest';
import { startService } from '../../../../support/service.ts';
import { callTwice } from '../../../../support/mcp/agent.ts';
import { newWorld, type World } from '../../../../support/mcp/world.ts';

const service = await startService();
let world: World;
beforeAll(async () => {
  world = await newWorld(service);
});

const item = (type: string, values: object, id?: string) => ({
  type,
  values,
  ...(id === undefined ? {} : { id }),
});

describe('write', () => {
  it.each([
    ['author', { name: 'Ida' }],
    ['blog_category', { name: 'Wind' }],
    ['kb_collection', { title: 'Kites' }],
  ])('creates a %s, which readers see at once, only when that is confirmed', async (type, values) => {
    const { agent } = world;
    const args = { items: [item(type, values)] };

    const first = await agent.call('write', args);
    const second = await agent.call('write', { ...args, confirm: first.body.confirm });

    expect(first.body).toMatchObject({
      done: false,
      would: { items: [{ change: 'create, visible to readers immediately' }] },
    });
    expect(second.body.done).toBe(true);
  });

  it('creates drafts of entries, articles and named things, which readers do not see', async () => {
    const { agent, project, collection } = world;

    const { isError, body, text } = await callTwice(agent, 'write', {
      items: [
        item('page', { title: 'New', text: { markdown: '**Bold**' } }),
        item('blog_article', { title: 'Splices' }),
        item('kb_article', { title: 'Reels', collection }),
        item('author', { name: 'Edda' }),
      ],
    });

    expect(isError, text).toBe(false);
    expect(body.items).toMatchObject([
      { type: 'page', status: 'draft', revision: 1 },
      { type: 'blog_article', slug: 'splices', status: 'draft' },
      { type: 'kb_article', slug: 'reels', status: 'draft' },
      { type: 'author', slug: 'edda' },
    ]);
    expect((await project.publishable.get('/v1/blog/articles/splices')).status).toBe(404);
    expect((await project.publishable.get(`/v1/content/page/${body.items[0].id}`)).status).toBe(404);
  });

  it('changes a draft at once, and of what readers see the draft alone, when that is confirmed', async () => {
    const { agent, project, draftId, pageId } = world;

    const draft = await agent.call('write', { items: [item('page', { price: 21 }, draftId)] });
    const args = { items: [item('page', { title: 'Omega' }, pageId), item('page', { title: 'Second' })] };
    const first = await agent.call('write', args);
    const second = await agent.call('write', { ...args, confirm: first.body.confirm });

    expect(draft.body.items).toMatchObject([{ id: draftId, revision: 2 }]);
    expect(first.body).toMatchObject({
      done: false,
      would: {
        items: [
          { is_live: true, change: 'change the draft' },
          { is_live: false, change: 'create' },
        ],
      },
    });
    expect(second.body.items).toMatchObject([
      { id: pageId, status: 'published', has_unpublished_changes: true },
      { status: 'draft' },
    ]);
    const live = await project.publishable.get(`/v1/content/page/${pageId}`);
    expect(live.body.values.title).toBe('Alpha');
  });

  it('begins and changes a singleton without an id', async () => {
    const { agent, project } = world;

    const answer = await callTwice(agent, 'write', { items: [item('home', { headline: 'Later' })] });

    expect(answer.body.items).toMatchObject([{ type: 'home', has_unpublished_changes: true }]);
    expect((await project.publishable.get('/v1/content/home')).body).toEqual({ headline: 'Hello' });
  });

  it('previews that items without a draft are visible immediately', async () => {
    const { agent, project, author } = world;
    const args = { items: [item('author', { name: 'Nelly' }, author)] };

    const first = await agent.call('write', args);
    expect(first.body.would.items[0].change).toContain('immediately');
    expect((await project.publishable.get(`/v1/authors/${author}`)).body.name).toBe('Nell');

    await agent.call('write', { ...args, confirm: first.body.confirm });
    expect((await project.publishable.get(`/v1/authors/${author}`)).body.name).toBe('Nelly');
  });

  it.each(['publish', 'published_at', 'publish_at', 'unpublish_at', 'archived'])(
    'refuses "%s", which readers would notice',
    async (key) => {
      const { agent, project } = world;
      const before = (await project.secret.get('/v1/changes')).body;

      const { body } = await agent.call('write', {
        items: [item('blog_article', { title: 'A', [key]: true })],
      });

      expect(body.error).toMatchObject({ code: 'invalid_parameter', param: `items[0].values.${key}` });
      expect((await project.secret.get('/v1/changes')).body).toEqual(before);
    },
  );

  it('stops at the first item that is refused, and says what is done', async () => {
    const { agent } = world;

    const { isError, body } = await agent.call('write', {
      items: [
        item('page', { title: 'Kept' }),
        item('page', { titel: 'x' }),
        item('page', { title: 'Not tried' }),
      ],
    });

    expect(isError).toBe(true);
    expect(body).toMatchObject({
      error: { code: 'missing_required_field' },
      item: 1,
      before: [{ type: 'page' }],
    });
  });

  it('stores the items after a rejected one, in one request of the rate budget', async () => {
    const { agent, project } = world;
    const left = async () => {
      const { headers } = await project.secret.patch('/v1/authors/nobody', { name: 'A' });
      return Number(headers.get('x-ratelimit-remaining-write'));
    };
    const before = await left();

    const { body } = await agent.call('write', {
      items: [item('page', { title: 'A1' }), item('page', { titel: 'x' }), item('page', { title: 'A2' })],
    });

    expect(body).toMatchObject({
      item: 1,
      before: [{ type: 'page', status: 'draft', revision: 1 }],
      after: [{ type: 'page', status: 'draft', revision: 1 }],
    });
    expect(before - (await left())).toBe(2);
  });

  it('takes 1 to 10 items of a known form', async () => {
    const { agent } = world;
    const many = Array.from({ length: 11 }, () => item('page', { title: 'A' }));

    for (const items of [[], many, [{ type: 'page' }], [{ ...item('page', {}), publish: true }]])
      expect((await agent.call('write', { items })).isError).toBe(true);
  });
});
