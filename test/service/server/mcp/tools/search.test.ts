import { describe, expect, it } from 'vitest';
import { pluck } from '../../../../support/content.ts';
import { startService } from '../../../../support/service.ts';
import { newWorld } from '../../../../support/mcp/world.ts';

const service = await startService();

describe('search', () => {
  it('finds articles of both modules, or of one', async () => {
    const { agent } = await newWorld(service);

    const both = await agent.call('search', { q: 'hitch' });
    const blog = await agent.call('search', { q: 'hitch', module: 'blog' });
    const none = await agent.call('search', { q: 'nowhere' });

    expect(pluck(both.body.found, 'type')).toEqual(['blog_article', 'kb_article']);
    expect(pluck(blog.body.found, 'slug')).toEqual(['knots']);
    expect(none.body.found).toEqual([]);
  });
});
