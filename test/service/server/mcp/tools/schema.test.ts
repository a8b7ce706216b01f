import { describe, expect, it } from 'vitest';
import { startService } from '../../../../support/service.ts';
import { callTwice } from '../../../../support/mcp/agent.ts';
import { newWorld } from '../../../../support/mcp/world.ts';

const service = await startService();
const title = { key: 'title', type: 'string', options: { required: true } };

describe('schema', () => {
  it('defines types, singletons and blocks, and reads them', async () => {
    const { agent } = await newWorld(service);
    const define = (action: string, type: string, fields: object[]) =>
      agent.call('schema', { action, type, fields });

    const block = await define('define_block', 'hero', [title]);
    const single = await define('define_singleton', 'about', [title]);
    const many = await define('define_collection', 'shop', [
      title,
      { key: 'parts', type: 'blocks', options: { blocks: ['hero'] } },
    ]);

    for (const { body, text } of [block, single, many]) expect(body.done, text).toBe(true);
    const read = await agent.call('schema', { action: 'read', type: 'about' });
    expect(read.body).toMatchObject({ slug: 'about', kind: 'singleton' });
    expect((await agent.call('schema', { action: 'read' })).body.data).toHaveLength(4);
    expect((await agent.call('schema', { action: 'read_block', type: 'hero' })).body.slug).toBe('hero');
  });

  it('adds fields at once, keeps what it does not speak of, and asks before a field goes', async () => {
    const { agent, project } = await newWorld(service);
    const path = '/v1/schema/content-types/page';
    const before = (await project.secret.get(path)).body;
    await project.secret.put(path, { ...pick(before), name: 'Sheet', subtitle_field: 'price' });
    const fields = before.fields as object[];
    const ask = (list: object[]) => ({ action: 'define_collection', type: 'page', fields: list });

    const more = await agent.call('schema', ask([...fields, { key: 'line', type: 'string' }]));
    const fewer = await agent.call('schema', ask(fields.slice(0, 2)));

    expect(more.body.done, more.text).toBe(true);
    expect(fewer.body).toMatchObject({
      done: false,
      would: {
        remove_fields: [
          { field: 'text', entries: 1, live: 1 },
          { field: 'line', entries: 0, live: 0 },
        ],
      },
    });
    expect((await project.secret.get(path)).body).toMatchObject({ name: 'Sheet', subtitle_field: 'price' });
    expect((await project.secret.get(path)).body.fields).toHaveLength(4);
    await callTwice(agent, 'schema', ask(fields.slice(0, 2)));
    expect((await project.secret.get(path)).body.fields).toHaveLength(2);
  });

  it('renames a field at once, and counts the values of a field that goes', async () => {
    const { agent, project } = await newWorld(service);
    const ask = (...fields: object[]) => ({ action: 'define_collection', type: 'shop', fields });
    const text = (key: string, more = {}) => ({ key, type: 'text', ...more });
    await agent.call('schema', ask(title, text('teaser'), text('body')));
    const values = { title: 'A', teaser: 'B', body: 'C' };
    await project.secret.post('/v1/content/shop/entries', { values, publish: true });

    const renaming = ask(title, text('intro', { renamed_from: 'teaser' }), text('body'));
    const renamed = await agent.call('schema', renaming);
    const fewer = await agent.call('schema', ask(title, text('intro')));

    expect(renamed.body.done, renamed.text).toBe(true);
    expect((await agent.call('schema', renaming)).body.done).toBe(true);
    expect(fewer.body).toMatchObject({
      done: false,
      would: { remove_fields: [{ field: 'body', entries: 1, live: 1 }] },
    });
    await callTwice(agent, 'schema', ask(title, text('intro')));
    const { body } = await project.publishable.get('/v1/content/shop');
    expect(body.data[0].values).toEqual({ title: 'A', intro: 'B' });
  });

  it('groups fields, and keeps the groups that it does not speak of', async () => {
    const { agent } = await newWorld(service);
    const groups = [{ key: 'seo', display: 'tab' }];
    const options = { group: 'seo', show_if: { field: 'title', is_null: false } };
    const fields = [title, { key: 'robots', type: 'string', options }];
    const ask = { action: 'define_collection', type: 'shop', fields };
    const served = [{ key: 'seo', label: 'Seo', display: 'tab', collapsed: false }];

    expect((await agent.call('schema', { ...ask, groups })).body).toMatchObject({
      done: true,
      groups: served,
    });
    expect((await agent.call('schema', ask)).body.groups).toEqual(served);
    expect((await agent.call('describe', { of: 'shop' })).body).toMatchObject({ groups: served });
    const gone = await agent.call('schema', { ...ask, groups: [] });
    expect(gone.body.error).toMatchObject({ param: 'fields[1].options.group' });
  });

  it('tells what a definition is refused for', async () => {
    const { agent } = await newWorld(service);
    const ask = (more: object) => agent.call('schema', { action: 'define_collection', ...more });

    expect((await ask({ type: 'x' })).body.error).toMatchObject({ param: 'fields' });
    expect((await ask({ fields: [title] })).body.error).toMatchObject({ param: 'type' });
    const odd = await ask({ type: 'x', fields: [{ key: 'a', type: 'text_line' }] });
    expect(odd.body.error).toMatchObject({ code: 'invalid_field_definition', param: 'fields[0].type' });
    expect((await ask({ type: 'home', fields: [title] })).body.error.code).toBe(
      'content_type_kind_immutable',
    );
  });
});

function pick({ fields, display_field }: { fields: object[]; display_field: string }) {
  return { fields, display_field };
}
