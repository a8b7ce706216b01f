import { beforeAll, describe, expect, it } from 'vitest';
import { publishEntry, pluck } from '../../../../support/content.ts';
import { startService } from '../../../../support/service.ts';
import { newWorld, type World } from '../../../../support/mcp/world.ts';

const service = await startService();
let world: World;
beforeAll(async () => {
  world = await newWorld(service);
  for (let i = 0; i < 4; i += 1)
    await publishEntry(world.project, 'page', { title: `More, ${i}`, price: 30 + i });
});

const titles = (body: any) => pluck(pluck(body.items, 'values'), 'title');

describe('find', () => {
  it('filters, sorts and goes on from page to page', async () => {
    const { agent } = world;
    const ask = { type: 'page', where: { price: { gte: 30 } }, sort: '-price', limit: 3 };

    const first = await agent.call('find', ask);
    const second = await agent.call('find', { ...ask, cursor: first.body.next });

    expect(titles(first.body)).toEqual(['More, 3', 'More, 2', 'More, 1']);
    expect(titles(second.body)).toEqual(['More, 0']);
    expect(second.body.next).toBeNull();
    const byDefault = await agent.call('find', { type: 'page', limit: 2 });
    const after = await agent.call('find', { type: 'page', limit: 20, cursor: byDefault.body.next });
    expect([...titles(byDefault.body), ...titles(after.body)]).toHaveLength(5);
  });

  it.each([
    [{ title: 'Alpha' }, ['Alpha']],
    [{ title: ['Alpha', 'More, 1'] }, ['More, 1', 'Alpha']],
    [{ price: { gt: 9, lt: 31 } }, ['More, 0', 'Alpha']],
    [{ price: null }, []],
    [{ title: { contains: 'more', starts_with: 'M' }, price: 32 }, ['More, 2']],
  ])('takes filters as objects: %j', async (where, expected) => {
    expect(titles((await world.agent.call('find', { type: 'page', where })).body)).toEqual(expected);
  });

  it('lists the modules by their own filters', async () => {
    const { agent, author, collection } = world;

    const by = await agent.call('find', { type: 'blog_article', where: { author } });
    const help = await agent.call('find', { type: 'kb_article', where: { collection } });

    expect(pluck(by.body.items, 'title')).toEqual(['Knots']);
    expect(pluck(help.body.items, 'title')).toEqual(['Lines']);
    for (const type of ['author', 'blog_category', 'kb_collection', 'kb_section'])
      expect((await agent.call('find', { type })).isError).toBe(false);
  });

  it('shows no draft, and cuts long texts, which says so', async () => {
    const { agent, project } = world;
    await publishEntry(project, 'page', { title: 'Long', text: { markdown: 'word '.repeat(2_000) } });

    const { body, text } = await agent.call('find', { type: 'page' });

    expect(titles(body)).not.toContain('Beta');
    expect(text).toMatch(/\[cut: \d+ characters in all\]/);
    expect(Buffer.byteLength(text)).toBeLessThan(41 * 1024);
  });

  it('shows drafts with draft or status', async () => {
    const { agent } = world;

    const drafts = await agent.call('find', { type: 'page', status: 'draft' });
    const all = await agent.call('find', { type: 'page', draft: true });

    expect(titles(drafts.body)).toEqual(['Beta']);
    expect(titles(all.body)).toEqual(expect.arrayContaining(['Alpha', 'Beta']));
    expect(pluck(drafts.body.items, 'state')).toMatchObject([{ status: 'draft' }]);
  });

  it('tells the error of the API as it is', async () => {
    const { isError, body } = await world.agent.call('find', { type: 'page', where: { prise: 1 } });

    expect(isError).toBe(true);
    expect(body.error).toMatchObject({
      code: 'unknown_filter_field',
      did_you_mean: 'price',
      available_fields: ['title', 'price', 'text'],
    });
  });
});
