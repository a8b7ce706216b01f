import { beforeEach, describe, expect, it } from 'vitest';
import { defineType, expectDone, publishEntry, refusal } from '../../../support/content.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
let project: TestProject;

beforeEach(async () => {
  project = await service.newProject({ oneLocale: true });
});

const path = '/v1/schema/blocks';
const hero = {
  fields: [
    { key: 'title', type: 'string' },
    { key: 'tone', type: 'select', options: { choices: ['dark', 'light'] } },
  ],
};
const put = (slug: string, body: object, query = '') => project.secret.put(`${path}/${slug}${query}`, body);
const lists = (...blocks: string[]) => [{ key: 'sections', type: 'blocks', options: { blocks } }];

describe('PUT /v1/schema/blocks/{block}', () => {
  it('makes a definition, answers its address, and changes it', async () => {
    const made = await put('feature_grid', { ...hero, description: 'Some features' });
    const changed = await put('feature_grid', { name: 'Grid' });

    expect([made.status, made.headers.get('location')]).toEqual([201, '/v1/schema/blocks/feature_grid']);
    expect(made.body).toMatchObject({
      slug: 'feature_grid',
      name: 'Feature grid',
      display_field: 'title',
      revision: 1,
    });
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { name: 'Grid', description: 'Some features', fields: made.body.fields, revision: 2 },
    ]);
    expect((await project.secret.get(`${path}/feature_grid`)).body).toEqual(changed.body);
  });

  it('stores nothing that changes nothing, and nothing at all as a dry run', async () => {
    const made = await put('hero', hero);

    expect((await put('hero', hero)).body).toEqual(made.body);
    expect((await put('hero', { fields: [] }, '?dry_run=true')).body).toMatchObject({ fields: [] });
    expect((await put('quote', { fields: [] }, '?dry_run=true')).status).toBeLessThan(300);
    expect((await project.secret.get(path)).body).toMatchObject({
      data: [made.body],
      meta: { has_more: false },
    });
  });

  it('takes a definition that names itself, and refuses what does not exist: unknown_block', async () => {
    expectDone(
      await put('group', { fields: [{ key: 'items', type: 'blocks', options: { blocks: ['group'] } }] }),
    );

    const answer = await put('page', { fields: lists('group', 'grup') });

    expect(refusal(answer)).toEqual([404, 'unknown_block', 'fields[0].options.blocks[1]']);
    expect(answer.body.error).toMatchObject({ did_you_mean: 'group', available_blocks: ['group', 'page'] });
  });

  it.each([
    ['Hero', hero, [400, 'invalid_block', 'block']],
    ['hero', {}, [400, 'invalid_block', 'fields']],
    [
      'hero',
      { fields: [{ key: 'a', type: 'string', options: { unique: true } }] },
      [400, 'invalid_field_definition', 'fields[0].options.unique'],
    ],
    [
      'hero',
      { fields: [{ key: 'a', type: 'string', options: { localized: true } }] },
      [400, 'invalid_field_definition', 'fields[0].options.localized'],
    ],
    ['hero', { fields: lists() }, [400, 'invalid_field_definition', 'fields[0].options.blocks']],
    [
      'hero',
      { fields: lists('hero', 'hero') },
      [400, 'invalid_field_definition', 'fields[0].options.blocks'],
    ],
    [
      'hero',
      { fields: [{ key: 'a', type: 'blocks', options: { blocks: ['hero'], max_of: { grid: 1 } } }] },
      [400, 'invalid_field_definition', 'fields[0].options.max_of'],
    ],
    [
      'hero',
      { fields: [{ key: 'a', type: 'blocks', options: { blocks: ['hero'], default: [] } }] },
      [400, 'invalid_field_definition', 'fields[0].options.default'],
    ],
    [
      'hero',
      { fields: [{ key: 'a', type: 'blocks', options: { blocks: ['hero'], min_items: 3, max_items: 2 } }] },
      [400, 'invalid_field_definition', 'fields[0].options.min_items'],
    ],
    ['hero', { ...hero, display_field: 'none' }, [400, 'unknown_field', 'display_field']],
  ])('refuses a bad definition of %s: %j', async (slug, body, refused) => {
    expect(refusal(await put(slug, body))).toEqual(refused);
  });

  it('takes allowed_blocks for blocks, and label for name, each once', async () => {
    const options = { allowed_blocks: ['hero'] };

    const made = await put('hero', { label: 'Big one', fields: [{ key: 'a', type: 'blocks', options }] });
    const both = await put('hero', { label: 'One', name: 'Two', fields: [] });

    expect(made.body).toMatchObject({ name: 'Big one', fields: [{ options: { blocks: ['hero'] } }] });
    expect(refusal(both)).toEqual([400, 'invalid_field_value', 'label']);
  });

  it('is for secret keys and the own project alone', async () => {
    const other = await service.newProject();
    await put('hero', hero);

    expect(refusal(await project.publishable.get(path))[0]).toBe(403);
    expect(refusal(await other.secret.get(`${path}/hero`))).toEqual([404, 'unknown_block', 'block']);
    expect((await project.secret.post(path, hero)).status).toBe(405);
  });
});

describe('a definition that entries use', () => {
  const tone = (...choices: string[]) => ({
    fields: [
      { key: 'title', type: 'string' },
      { key: 'tone', type: 'select', options: { choices } },
    ],
  });

  beforeEach(async () => {
    expectDone(await put('hero', hero));
    expectDone(
      await put('group', {
        fields: [{ key: 'items', type: 'blocks', options: { blocks: ['hero', 'group'] } }],
      }),
    );
    await defineType(project, 'page', lists('hero', 'group'));
    const inner = {
      block: 'group',
      values: { items: [{ block: 'hero', values: { title: 'A', tone: 'dark' } }] },
    };
    await publishEntry(project, 'page', { sections: [{ block: 'group', values: { items: [inner] } }] });
  });

  it('keeps the choices that a block has, at any depth', async () => {
    expect(refusal(await put('hero', tone('light')))).toEqual([
      409,
      'choice_in_use',
      'fields[1].options.choices',
    ]);
    expect((await put('hero', tone('dark'))).status).toBe(200);
  });

  it('keeps the blocks of lists that hold them: block_in_use, with the entries', async () => {
    const inList = await put('group', {
      fields: [{ key: 'items', type: 'blocks', options: { blocks: ['group'] } }],
    });
    const inType = await project.secret.put('/v1/schema/content-types/page', { fields: lists('hero') });

    expect(refusal(inList)).toEqual([409, 'block_in_use', 'fields[0].options.blocks']);
    expect(refusal(inType)).toEqual([409, 'block_in_use', 'fields[0].options.blocks']);
    expect(inType.body.error.referenced_by).toMatchObject([
      { type: 'entry', content_type: 'page', field: 'sections' },
    ]);
    await defineType(project, 'page', lists('group'));
  });

  it('loses a field at once in reads, and its values afterwards', async () => {
    expectDone(
      await put('hero', {
        fields: [{ key: 'tone', type: 'select', options: { choices: ['dark', 'light'] } }],
      }),
    );

    const { body } = await project.publishable.get('/v1/content/page');
    const [group] = body.data[0].values.sections;
    expect(group.values.items[0].values.items[0].values).toEqual({ tone: 'dark' });
    await expect
      .poll(
        async () =>
          (
            await put('hero', {
              fields: [{ key: 'title', type: 'number' }, ...tone('dark', 'light').fields.slice(1)],
            })
          ).status,
      )
      .toBe(200);
  });

  it('does not change the type of a field', async () => {
    const number = { fields: [{ key: 'title', type: 'number' }] };

    expect(refusal(await put('hero', number))).toEqual([409, 'field_type_immutable', 'fields[0].type']);
  });

  it('tells of a change once for each type that reaches it, by its own field', async () => {
    const before = await project.events();

    expectDone(await put('hero', { ...tone('dark', 'light', 'red') }));
    expectDone(await put('hero', { name: 'Another name' }));

    expect((await project.events()).slice(before.length)).toEqual(['content.type.updated']);
  });
});
