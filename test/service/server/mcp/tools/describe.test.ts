import { beforeAll, describe, expect, it } from 'vitest';
import { defineType, expectDone } from '../../../../support/content.ts';
import { startService } from '../../../../support/service.ts';
import { newWorld, type World } from '../../../../support/mcp/world.ts';

const service = await startService();
let world: World;
beforeAll(async () => {
  world = await newWorld(service);
});

describe('describe', () => {
  it('tells the project in short, and how to go on', async () => {
    const { body, text } = await world.agent.call('describe');

    expect(body.types).toContainEqual({
      type: 'page',
      name: 'Page',
      kind: 'collection',
      fields: 'title: string*, price: number, text: richtext',
    });
    expect(body.more).toContain('describe {"of"');
    expect(text.length).toBeLessThan(3_000);
  });

  it('tells all of a type, a block, a module and the conventions', async () => {
    const { agent, project } = world;
    const block = { fields: [{ key: 'title', type: 'string' }] };
    expectDone(await project.secret.put('/v1/schema/blocks/hero', block));

    const fields = async (of: string) => (await agent.call('describe', { of })).body.fields;
    expect(await fields('page')).toMatchObject([{ key: 'title' }, { key: 'price' }, { key: 'text' }]);
    expect(await fields('block:hero')).toMatchObject([{ key: 'title' }]);
    expect(JSON.stringify(await fields('blog_article'))).toContain('canonical_url');
    expect(JSON.stringify(await fields('kb_section'))).toContain('collection');
    expect((await agent.call('describe', { of: 'conventions' })).body.filtering).toBeDefined();
    expect((await agent.call('describe', { of: 'rich_text' })).body.nodes).toBeDefined();
  });

  it('names the parts that there are to who asks for another', async () => {
    const { isError, body } = await world.agent.call('describe', { of: 'pgae' });

    expect(isError).toBe(true);
    expect(body.error).toMatchObject({ code: 'invalid_field_value', param: 'of', did_you_mean: 'page' });
  });

  it('stays below 40 KB however large the project is', async () => {
    const large = await newWorld(service);
    const fields = Array.from({ length: 100 }, (_, i) => ({
      key: `field_${i}_${'x'.repeat(40)}`,
      type: 'string',
      options: { help: 'h'.repeat(900) },
    }));
    for (let i = 0; i < 12; i += 1) await defineType(large.project, `type_${i}`, fields);

    for (const args of [{}, { of: 'types' }, { of: 'type_1' }, { of: 'relations' }]) {
      const { isError, text, body } = await large.agent.call('describe', args);
      expect([isError, Buffer.byteLength(text) < 41 * 1024]).toEqual([false, true]);
      expect(JSON.stringify(body)).toContain(
        JSON.stringify(args).includes('relations') ? 'blog_article' : 'type_1',
      );
    }
  });
});
