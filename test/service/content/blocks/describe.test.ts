import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectDone, pluck, publishEntry } from '../../../support/content.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { shapeIn } from '../../../support/introspection/response-shape.ts';
import { typeChecker } from '../../../support/type-check.ts';
import { defineLandingPage, group, hero } from '../../../support/blocks/landing-page.ts';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
const typeErrors = typeChecker(['lib.es2022.d.ts']);
const service = await startService();
let project: TestProject;
let page: string;

beforeAll(async () => {
  project = await service.newProject();
  await defineLandingPage(project);
  const maker = await publishEntry(project, 'maker', { name: 'Ada' });
  const text = { markdown: 'Some *words*' };
  const sections = [
    hero('A', { maker, text }),
    group(group(hero('B', { maker })), hero('C')),
    { block: 'divider' },
  ];
  page = await publishEntry(project, 'page', { title: 'First', sections });
  await publishEntry(project, 'page', { title: 'Second', next: page, sections: null });
});

const introspection = async () => (await project.secret.get('/v1/introspection')).body;

describe('introspection of a project with blocks', () => {
  it('describes what every read answers', async () => {
    const check = shapeIn(ajv, await introspection(), { slug: 'page' });

    for (const path of ['/v1/content/page', `/v1/content/page/${page}`]) {
      const { body } = await project.publishable.get(path);
      expect([check(body), check.errors]).toEqual([true, null]);
    }
    const { body } = await project.publishable.get(`/v1/content/page/${page}`);
    body.values.sections[1].values.items[0].values.items[0].values.title = 5;
    expect(check(body)).toBe(false);
  });

  it('describes each block, and what it leads to', async () => {
    const { blocks, relations, conventions } = await introspection();
    const { body } = await project.publishable.get(`/v1/content/page/${page}`);

    expect(pluck(blocks, 'slug')).toEqual(['hero', 'divider', 'group']);
    const check = shapeIn(ajv, await introspection(), { slug: 'group', of: 'blocks' });
    expect([check(body.values.sections[1]), check.errors]).toEqual([true, null]);
    expect(relations).toContainEqual({ from: 'page', field: 'sections', to: 'block/hero', many: true });
    expect(relations).toContainEqual({ from: 'block/hero', field: 'image', to: 'media', many: false });
    expect(relations).toContainEqual({ from: 'block/group', field: 'items', to: 'block/group', many: true });
    expect(conventions.filtering.operators_by_type.blocks).toEqual(['contains', 'is_null']);
  });

  it('lists definitions that no type leads to yet, and makes no types of them', async () => {
    const other = await service.newProject();
    await other.secret.put('/v1/schema/blocks/hero', { fields: [{ key: 'image', type: 'image' }] });

    const { body } = await other.secret.get('/v1/introspection');
    const types = await other.secret.get('/v1/types.d.ts');

    expect(pluck(body.blocks, 'slug')).toEqual(['hero']);
    expect(ajv.validateSchema(body.blocks[0].response_shape)).toBe(true);
    expect(body.relations).toContainEqual({ from: 'block/hero', field: 'image', to: 'media', many: false });
    expect(types.text).not.toContain('BlockTypes');
    expect((await other.secret.get('/v1/openapi.json')).status).toBe(200);
  });

  it('says nothing of blocks where there are none', async () => {
    const other = await service.newProject();

    const { body } = await other.secret.get('/v1/introspection');

    expect(body).not.toHaveProperty('blocks');
    expect(body.conventions.filtering.operators_by_type).not.toHaveProperty('blocks');
    expect((await other.secret.get('/v1/types.d.ts')).text).not.toContain('BlockTypes');
  });
});

describe('the description of 20 types that reach 30 definitions', () => {
  it('has less than 350 kB, each form once', async () => {
    const other = await service.newProject();
    const slugs = Array.from({ length: 30 }, (_, i) => `part_${i}`);
    const kinds = ['string', 'text', 'richtext', 'number', 'boolean', 'date', 'url', 'image', 'gallery'];
    const fields = kinds.map((type, i) => ({ key: `field_${i}`, type }));
    const put = async (path: string, body: object) =>
      expectDone(await other.secret.put(`/v1/schema/${path}`, body));
    const items = (blocks: string[]) => ({ key: 'items', type: 'blocks', options: { blocks } });
    for (const slug of slugs) await put(`blocks/${slug}`, { fields });
    // Each leads to the three after it, and so to all.
    for (const [i, slug] of slugs.entries())
      await put(`blocks/${slug}`, { fields: [...fields, items([...slugs, ...slugs].slice(i + 1, i + 4))] });
    const sections = { ...items(slugs.slice(0, 10)), key: 'sections' };
    for (let n = 0; n < 20; n += 1) await put(`content-types/type_${n}`, { fields: [...fields, sections] });

    const { status, body, text } = await other.secret.get('/v1/introspection');

    expect([status, body.blocks.length, body.content_types.length]).toEqual([200, 30, 20]);
    expect(Object.keys(body.$defs).filter((name) => name.endsWith('.block'))).toHaveLength(30);
    expect(Buffer.byteLength(text)).toBeLessThan(350_000);
    expect(ajv.validateSchema(body.content_types[0].response_shape)).toBe(true);
  });
});

describe('the OpenAPI document of a project with blocks', () => {
  it('names each form once, with a discriminator', async () => {
    const { components } = (await project.secret.get('/v1/openapi.json')).body;
    const items = components.schemas['page.values'].allOf[1].properties.sections.items;

    expect(items.discriminator).toEqual({
      propertyName: 'block',
      mapping: {
        hero: '#/components/schemas/hero.block',
        group: '#/components/schemas/group.block',
        divider: '#/components/schemas/divider.block',
      },
    });
    expect(components.schemas['group.block_values'].properties.items.items.oneOf).toContainEqual({
      $ref: '#/components/schemas/group.block',
    });
    expect(components.schemas['hero.block_input'].required).toEqual(['block', 'values']);
  });
});

describe('types.d.ts of a project with blocks', () => {
  const render = (cases: string) => `
    import type { BlockTypes, PageChanges, PageInput, PageValues } from './content.ts';
    type Section = NonNullable<PageValues['sections']>[number];
    export function render(section: Section): string {
      switch (section.block) {${cases}
        default: { const none: never = section; return none; }
      }
    }
    export const table: { [K in keyof BlockTypes]: (block: BlockTypes[K]) => string } = {
      hero: ({ values }) => values.title ?? '',
      group: ({ values }) => String(values.items?.length),
      divider: () => '',
    };
    export const input: PageInput = { sections: [{ block: 'hero', values: { title: 'A' } }, { block: 'divider' }] };
    export const list: PageChanges = { sections: ['blk_1', { id: 'blk_1' }, { block: 'hero', values: { title: 'A' } }] };
    export const parts: PageChanges = { sections: { blk_1: { title: 'A' }, blk_2: null } };`;
  const cases = `
    case 'hero': return section.values.title ?? '';
    case 'group': return section.values.items?.map(({ block }) => block).join() ?? '';`;
  const errors = async (cases: string) => {
    const { text } = await project.secret.get('/v1/types.d.ts');
    return typeErrors({ 'content.ts': text, 'page.ts': render(cases) }, 'page.ts');
  };

  it('narrows by the block, and takes every form that is written', async () => {
    expect(await errors(`${cases} case 'divider': return '';`)).toEqual([]);
  });

  it('does not compile with a block that is forgotten', async () => {
    expect(await errors(cases)).toEqual([expect.stringContaining("not assignable to type 'never'")]);
  });
});
