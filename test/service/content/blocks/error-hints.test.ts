import { beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../../../src/contract/limits.ts';
import type { ApiAnswer } from '../../../support/client.ts';
import { createEntry, expectDone, publishEntry } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { defineLandingPage, group, hero } from '../../../support/blocks/landing-page.ts';

const service = await startService();
const blockId = `blk_${'7'.repeat(26)}`;
const inside = 'sections[0].values.items[0]';
let project: TestProject;

beforeAll(async () => {
  project = await service.newProject();
  await defineLandingPage(project);
});

const put = (slug: string, body: object) => project.secret.put(`/v1/schema/blocks/${slug}`, body);
const post = (...sections: unknown[]) =>
  project.secret.post('/v1/content/page/entries', { values: { sections } });
const lists = (...blocks: string[]) => ({ fields: [{ key: 'items', type: 'blocks', options: { blocks } }] });
const all = ['hero', 'divider', 'group'];

/** A request that is refused, and the whole of its error save message, request id and address. */
const rows: [string, () => Promise<ApiAnswer>, number, object][] = [
  [
    'unknown_block in a path',
    () => project.secret.get('/v1/schema/blocks/heros'),
    404,
    {
      code: 'unknown_block',
      type: 'not_found_error',
      param: 'block',
      did_you_mean: 'hero',
      available_blocks: all,
    },
  ],
  [
    'unknown_block in options',
    () => put('wall', lists('hero', 'dividers')),
    404,
    {
      code: 'unknown_block',
      type: 'not_found_error',
      param: 'fields[0].options.blocks[1]',
      did_you_mean: 'divider',
      available_blocks: [...all, 'wall'],
    },
  ],
  [
    'block_not_allowed of an item',
    () => post(group({ id: blockId, block: 'heroo' })),
    400,
    {
      code: 'block_not_allowed',
      param: `${inside}.block`,
      block_id: blockId,
      did_you_mean: 'hero',
      available_blocks: ['hero', 'group'],
    },
  ],
  [
    'block_not_allowed of a definition that the list does not take',
    () => post(group({ block: 'divider' })),
    400,
    { code: 'block_not_allowed', param: `${inside}.block`, available_blocks: ['hero', 'group'] },
  ],
  [
    'block_not_allowed of a filter',
    () => project.publishable.get('/v1/content/page?where[sections][contains]=heroes'),
    400,
    {
      code: 'block_not_allowed',
      param: 'where[sections][contains]',
      did_you_mean: 'hero',
      available_blocks: ['hero', 'group', 'divider'],
    },
  ],
  [
    'invalid_block of a slug',
    () => put('Hero', lists('hero')),
    400,
    { code: 'invalid_block', param: 'block' },
  ],
  [
    'invalid_block of a definition without fields',
    () => put('wall', {}),
    400,
    { code: 'invalid_block', param: 'fields' },
  ],
  [
    'blocks_too_deep',
    () => post(group(group(group({ id: blockId, ...hero('A') })))),
    400,
    {
      code: 'blocks_too_deep',
      param: `${inside}.values.items[0].values.items[0]`,
      expected: 'at most 3 levels',
      got: 'level 4',
      block_id: blockId,
    },
  ],
  [
    'too_many_blocks in one list',
    () => post(...Array.from({ length: limits.blocks_per_entry_max + 1 }, () => hero('A'))),
    400,
    { code: 'too_many_blocks', param: 'sections', expected: 'at most 200', got: '201' },
  ],
  [
    'too_many_blocks at all depths',
    () => post(...Array.from({ length: 101 }, () => group(hero('A')))),
    400,
    { code: 'too_many_blocks', param: 'sections', expected: 'at most 200', got: '202' },
  ],
  [
    'invalid_field_value of a value inside',
    () => post(group({ id: blockId, ...hero('A', { maker: 7 }) })),
    400,
    { code: 'invalid_field_value', param: `${inside}.values.maker`, block_id: blockId, got: 'number' },
  ],
  [
    'unknown_field inside',
    () => post(group({ id: blockId, ...hero('A', { titel: 'B' }) })),
    400,
    {
      code: 'unknown_field',
      param: `${inside}.values.titel`,
      block_id: blockId,
      did_you_mean: 'title',
      available_fields: ['title', 'text', 'image', 'maker'],
    },
  ],
  [
    'missing_required_field inside',
    () => post(group({ id: blockId, block: 'hero' })),
    400,
    { code: 'missing_required_field', param: `${inside}.values.title`, block_id: blockId },
  ],
  [
    'unknown_link inside',
    () => post(group({ id: blockId, ...hero('A', { maker: `ent_${'0'.repeat(26)}` }) })),
    400,
    { code: 'unknown_link', param: `${inside}.values.maker`, block_id: blockId },
  ],
  [
    'a fault of rich text inside',
    () => post(group({ id: blockId, ...hero('A', { text: { version: 2, content: [{ type: 'table5' }] } }) })),
    400,
    { code: 'unknown_richtext_node', block_id: blockId },
  ],
  [
    'an operator that blocks do not have',
    () => project.publishable.get('/v1/content/page?where[sections][eq]=hero'),
    400,
    { code: 'unsupported_filter_operator', available_operators: ['contains', 'is_null'] },
  ],
  [
    'an order by blocks',
    () => project.publishable.get('/v1/content/page?sort=sections'),
    400,
    { code: 'unsortable_field', param: 'sort' },
  ],
  [
    'a filter that reaches into a block',
    () => project.publishable.get('/v1/content/page?where[sections.title]=A'),
    400,
    { code: 'unknown_filter_field' },
  ],
  [
    'a field to read that there is not',
    () => project.publishable.get('/v1/content/page?fields=title,section'),
    400,
    {
      code: 'unknown_field',
      param: 'fields',
      did_you_mean: 'sections',
      available_fields: ['title', 'sections', 'next'],
    },
  ],
];

describe('an error of blocks says what is wrong and what there is', () => {
  it.each(rows)('%s', async (_name, ask, status, hints) => {
    const answer = await ask();

    expect([answer.status, answer.body.error]).toEqual([status, expect.objectContaining(hints)]);
    if (!('block_id' in hints)) expect(answer.body.error).not.toHaveProperty('block_id');
  });

  it('block_in_use: the entries that hold it, and the fields that name it', async () => {
    const id = await publishEntry(project, 'page', { sections: [group(hero('A'))] });
    const owner = await signedIn(service, project.id, 'owner');

    const taken = await put('group', lists('group'));
    const deleted = await owner.send('DELETE', `/projects/${project.id}/blocks/hero`, { confirm: 'hero' });

    expect([taken.status, taken.body.error]).toMatchObject([
      409,
      {
        code: 'block_in_use',
        param: 'fields[0].options.blocks',
        referenced_by: [{ type: 'entry', id, content_type: 'page' }],
      },
    ]);
    expect([deleted.status, deleted.body.error]).toMatchObject([
      409,
      {
        code: 'block_in_use',
        param: 'block',
        referenced_by: [
          { slug: 'page', name: 'Page', field: 'sections' },
          { slug: 'group', name: 'Group', field: 'items', block: true },
          { type: 'entry', id, content_type: 'page' },
        ],
      },
    ]);
  });

  it('names by id what was not sent, where the form has no places', async () => {
    const { id, values } = await createEntry(project, 'page', { sections: [group(hero('A'))] });
    const inner = values.sections[0].values.items[0].id as string;
    const change = { values: { sections: { [inner]: { title: null, titel: 'B' }, [blockId]: {} } } };

    const { body } = await project.secret.patch(`/v1/content/page/${id}`, change);
    const dry = await project.secret.patch(`/v1/content/page/${id}?dry_run=true`, change);

    const seen = (body.error.errors as Record<string, string>[]).map(({ code, param, block_id: of }) => [
      code,
      param,
      of,
    ]);
    expect(seen).toEqual([
      ['missing_required_field', `sections.${inner}.title`, inner],
      ['unknown_field', `sections.${inner}.titel`, inner],
      ['invalid_field_value', `sections.${blockId}`, undefined],
    ]);
    expect(dry.body.error.errors).toEqual(body.error.errors);
    expectDone(await project.secret.get(`/v1/content/page/${id}/referenced-by`));
  });
});
