import { describe, expect, it } from 'vitest';
import { defineType, expectDone, pluck } from '../../../support/content.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { typeChecker } from '../../../support/type-check.ts';

const service = await startService();
const typeErrors = typeChecker(['lib.es2022.d.ts']);

const items = (blocks: string[], options: object = {}) => ({
  key: 'items',
  type: 'blocks',
  options: { blocks, ...options },
});

/** Definitions that lead back to themselves; each later one may be redefined once the others exist. */
const rings: Record<string, [string, object[]][]> = {
  'one that contains itself': [['loop', [items(['loop'])]]],
  'one that must contain itself': [['loop', [items(['loop'], { required: true })]]],
  'a ring of two': [
    ['loop', []],
    ['two', [items(['loop'])]],
    ['loop', [items(['two'])]],
  ],
  'a ring of three beside a plain block': [
    ['loop', []],
    ['three', [items(['loop'])]],
    ['two', [items(['three'], { required: true })]],
    ['plain', [{ key: 'title', type: 'string' }]],
    ['loop', [items(['two', 'plain'])]],
  ],
};

async function projectWith(definitions: [string, object[]][]): Promise<TestProject> {
  const project = await service.newProject();
  for (const [slug, fields] of definitions)
    expectDone(await project.secret.put(`/v1/schema/blocks/${slug}`, { fields }));
  await defineType(project, 'page', [{ ...items(['loop']), key: 'list' }]);
  return project;
}

describe.each(Object.entries(rings))('blocks that lead back to themselves: %s', (_name, definitions) => {
  it('are described in the OpenAPI document', async () => {
    const project = await projectWith(definitions);

    for (const reader of [project.secret, project.publishable]) {
      const { status, body } = await reader.get('/v1/openapi.json');

      expect(status).toBe(200);
      const { schemas } = body.components;
      expect(JSON.stringify(schemas['page.values'])).toContain('#/components/schemas/loop.block"');
      expect(JSON.stringify(schemas['loop.block_values'])).toContain('.block"');
    }
  });

  it('are described in introspection, types.d.ts, the docs and the schema', async () => {
    const project = await projectWith(definitions);

    const introspection = await project.secret.get('/v1/introspection');
    const typings = await project.secret.get('/v1/types.d.ts');
    const blocks = await project.secret.get('/v1/schema/blocks');

    expect(introspection.status).toBe(200);
    expect(pluck(introspection.body.blocks, 'slug')).toContain('loop');
    expect(typeErrors({ 'content.ts': typings.text }, 'content.ts')).toEqual([]);
    expect(blocks.body.data).toContainEqual(expect.objectContaining({ slug: 'loop' }));
  });
});

describe('a type whose entries another type refers to', () => {
  const put = (project: TestProject, slug: string, fields: object[]) =>
    project.secret.put(`/v1/schema/blocks/${slug}`, { fields }).then(expectDone);

  it('has forms of their own for the blocks that contain a reference, and for no others', async () => {
    const project = await service.newProject();
    await defineType(project, 'maker', { name: 'string' });
    await put(project, 'quote', [{ key: 'words', type: 'text' }]);
    await put(project, 'hero', [{ key: 'maker', type: 'reference', options: { content_type: 'maker' } }]);
    await put(project, 'group', [items(['quote', 'hero'])]);
    await put(project, 'quotes', [items(['quote'])]);
    await defineType(project, 'page', [{ ...items(['quote', 'hero', 'group', 'quotes']), key: 'list' }]);
    await defineType(project, 'link', [
      { key: 'page', type: 'reference', options: { content_type: 'page' } },
    ]);

    const { text } = await project.secret.get('/v1/types.d.ts');
    const { components } = (await project.secret.get('/v1/openapi.json')).body;
    const { $defs } = (await project.secret.get('/v1/introspection')).body;

    expect(text.match(/\w+BlockInside\b/g)?.sort()).toContain('HeroBlockInside');
    expect(new Set(text.match(/\w+BlockInside\b/g))).toEqual(
      new Set(['HeroBlockInside', 'GroupBlockInside']),
    );
    expect(Object.keys(components.schemas)).not.toContain('quote.block_inside');
    const list = $defs['page.referenced_values'].allOf[1].properties.list;
    expect(JSON.stringify(list)).toContain('quote.block"');
    expect($defs).toHaveProperty(['quote.block']);
    expect(typeErrors({ 'content.ts': text }, 'content.ts')).toEqual([]);
  });
});

it('introspection says how blocks are written, with definitions and without', async () => {
  const project = await service.newProject();

  const { conventions } = (await project.secret.get('/v1/introspection')).body;

  for (const form of ['whole list', '"blk_..."', 'by id'])
    expect(conventions.publishing.blocks).toContain(form);
});
