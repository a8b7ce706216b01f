import { beforeEach, describe, expect, it } from 'vitest';
import { dayMs, inMs } from '../../../../support/content.ts';
import { startService } from '../../../../support/service.ts';
import { callTwice } from '../../../../support/mcp/agent.ts';
import { newWorld, type World } from '../../../../support/mcp/world.ts';

const service = await startService();
let world: World;
beforeEach(async () => {
  world = await newWorld(service);
});

describe('publish', () => {
  it('publishes a draft when that is confirmed, and nothing before', async () => {
    const { agent, project, draftId } = world;
    const status = async () => (await project.publishable.get(`/v1/content/page/${draftId}`)).status;
    const args = { action: 'publish', type: 'page', id: draftId };

    const first = await agent.call('publish', args);
    expect(first.body).toMatchObject({
      done: false,
      would: { now: 'draft', after: { status: 'published' } },
    });
    expect(await status()).toBe(404);

    const second = await agent.call('publish', { ...args, confirm: first.body.confirm });
    expect(second.body).toMatchObject({ done: true, status: 'published' });
    expect(await status()).toBe(200);
  });

  it('hides an article, a singleton and an entry, and archives help', async () => {
    const { agent, project, pageId, knots, lines } = world;

    for (const args of [
      { action: 'unpublish', type: 'page', id: pageId },
      { action: 'unpublish', type: 'home' },
      { action: 'unpublish', type: 'blog_article', id: knots },
      { action: 'archive', type: 'kb_article', id: lines },
    ]) {
      const answer = await callTwice(agent, 'publish', args);
      expect(answer.body.done, answer.text).toBe(true);
    }
    const paths = [
      `content/page/${pageId}`,
      'content/home',
      `blog/articles/${knots}`,
      `kb/articles/${lines}`,
    ];
    for (const path of paths) expect((await project.publishable.get(`/v1/${path}`)).status).toBe(404);
  });

  it('schedules a draft, and of something live its change, which stays until then', async () => {
    const { agent, project, pageId, draftId } = world;
    const published_at = inMs(dayMs);

    const draft = await callTwice(agent, 'publish', {
      action: 'schedule',
      type: 'page',
      id: draftId,
      published_at,
    });
    const live = await callTwice(agent, 'publish', {
      action: 'schedule',
      type: 'page',
      id: pageId,
      published_at,
    });

    expect(draft.body).toMatchObject({ status: 'scheduled', scheduled_for: published_at });
    expect(live.body).toMatchObject({ status: 'published', publish_at: published_at });
    expect((await project.publishable.get(`/v1/content/page/${pageId}`)).status).toBe(200);
  });

  it.each([
    [{ action: 'archive', type: 'page', id: 'x' }, 'invalid_parameter', 'action'],
    [{ action: 'schedule', type: 'page', id: 'x' }, 'missing_required_field', 'published_at'],
    [
      { action: 'unpublish', type: 'page', id: 'x', published_at: '2026-01-01' },
      'invalid_parameter',
      'published_at',
    ],
    [{ action: 'publish', type: 'author', id: 'nell' }, 'invalid_parameter', 'type'],
    [{ action: 'hide', type: 'page', id: 'x' }, 'invalid_field_value', 'action'],
    [{ action: 'publish', type: 'page', id: 'ent_x' }, 'unknown_entry', 'entryId'],
  ])('refuses what cannot be: %j', async (args, code, param) => {
    expect((await world.agent.call('publish', args)).body.error).toMatchObject({ code, param });
  });
});
