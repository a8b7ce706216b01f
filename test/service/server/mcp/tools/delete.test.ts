import { describe, expect, it } from 'vitest';
import { startService } from '../../../../support/service.ts';
import { callTwice } from '../../../../support/mcp/agent.ts';
import { newWorld } from '../../../../support/mcp/world.ts';

const service = await startService();

describe('delete', () => {
  it('removes an entry, an article and a named thing, one a call, each when it is confirmed', async () => {
    const { agent, project, pageId, knots, lines, author } = await newWorld(service);

    const first = await agent.call('delete', { type: 'page', id: pageId });
    expect(first.body).toMatchObject({ done: false, would: { delete: { id: pageId, status: 'published' } } });
    expect((await project.secret.get(`/v1/content/page/${pageId}`)).status).toBe(200);
    for (const [type, id] of [
      ['page', pageId],
      ['blog_article', knots],
      ['kb_article', lines],
      ['author', author],
    ] as const) {
      const { text, body } = await callTwice(agent, 'delete', { type, id });
      expect(body, text).toEqual({ done: true, deleted: id });
    }
    expect((await project.secret.get(`/v1/content/page/${pageId}`)).status).toBe(404);
  });

  it('is refused for what others point at, for singletons, and by the first call already', async () => {
    const { agent, author } = await newWorld(service);

    const used = await agent.call('delete', { type: 'author', id: author });
    const single = await agent.call('delete', { type: 'home', id: 'ent_x' });

    expect(used.body.error).toMatchObject({ code: 'entry_referenced', referenced_by: [{ title: 'Knots' }] });
    expect(single.body.error.code).toBe('not_a_collection');
  });
});
