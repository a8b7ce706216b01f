import { beforeEach, describe, expect, it } from 'vitest';
import {
  createEntry,
  dayMs,
  defineType,
  expectDone,
  inMs,
  publishEntry,
  refusal,
} from '../../../support/content.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
let project: TestProject;

beforeEach(async () => {
  project = await service.newProject();
  await defineBlock('hero', [
    { key: 'title', type: 'string', options: { required: true, max_length: 20 } },
    { key: 'text', type: 'richtext' },
    { key: 'tone', type: 'select', options: { choices: ['dark', 'light'], default: 'light' } },
  ]);
  await defineBlock('divider', []);
  await defineBlock('group', [
    { key: 'items', type: 'blocks', options: { blocks: ['hero', 'group'], max_items: 3 } },
  ]);
  await defineType(project, 'page', [
    { key: 'title', type: 'string' },
    {
      key: 'sections',
      type: 'blocks',
      options: { blocks: ['hero', 'group', 'divider'], max_of: { divider: 1 } },
    },
  ]);
});

async function defineBlock(slug: string, fields: object[]): Promise<void> {
  expectDone(await project.secret.put(`/v1/schema/blocks/${slug}`, { fields }));
}

const hero = (title: string, more: object = {}) => ({ block: 'hero', values: { title, ...more } });
const group = (...items: unknown[]) => ({ block: 'group', values: { items } });
const entryPath = (id: string) => `/v1/content/page/${id}`;
const live = async (id: string) => (await project.publishable.get(entryPath(id))).body.values.sections;
const patch = (id: string, sections: unknown, more: object = {}) =>
  project.secret.patch(entryPath(id), { values: { sections }, ...more });

/** Every fault of a refusal: its code, its path and its block. */
function faults({ body }: Awaited<ReturnType<typeof patch>>): (string | undefined)[][] {
  const found = (body.error.errors ?? [body.error]) as Record<string, string | undefined>[];
  return found.map(({ code, param, block_id: id }) => [code, param, id]);
}

describe('a written list of blocks', () => {
  it('reads as it was written, with ids, defaults and null for what is empty', async () => {
    const id = await publishEntry(project, 'page', {
      sections: [hero('A'), group(hero('B', { tone: null }))],
    });

    const [first, second] = await live(id);

    expect(first).toEqual({
      id: expect.stringMatching(/^blk_[0-9a-z]{26}$/),
      block: 'hero',
      values: { title: 'A', text: null, tone: 'light' },
    });
    expect(second.values.items).toMatchObject([{ block: 'hero', values: { title: 'B', tone: null } }]);
  });

  it('changes nothing and tells nobody when it is written twice, by PATCH and from what was read', async () => {
    const sections = [hero('A'), group(hero('B'), group())];
    const id = await publishEntry(project, 'page', { sections });
    const before = await project.secret.get(entryPath(id));
    const told = await project.events();

    const again = await patch(id, sections);
    const asRead = await patch(id, before.body.values.sections);

    expect([again.status, asRead.status]).toEqual([200, 200]);
    expect((await project.secret.get(entryPath(id))).body).toEqual(before.body);
    expect(await project.events()).toEqual(told);
  });

  it('is changed by id: one value, one removed block, and the rest as it was', async () => {
    const id = await publishEntry(project, 'page', { sections: [hero('A'), hero('B'), group(hero('C'))] });
    const [a, b, c] = await live(id);
    const inner = c.values.items[0];

    expectDone(await patch(id, { [a.id]: null, [inner.id]: { tone: 'dark' } }));

    expect(await live(id)).toEqual([
      b,
      { ...c, values: { items: [{ ...inner, values: { ...inner.values, tone: 'dark' } }] } },
    ]);
  });

  it('moves blocks that are named elsewhere, into and out of others', async () => {
    const id = await publishEntry(project, 'page', { sections: [hero('A'), group(hero('B'))] });
    const [a, g] = await live(id);
    const b = g.values.items[0];

    expectDone(await patch(id, [b.id, { id: g.id, values: { items: [a.id] } }]));

    expect(await live(id)).toEqual([b, { ...g, values: { items: [a] } }]);
  });

  it('is laid over draft and live apart, and says what only one of them has', async () => {
    const id = await publishEntry(project, 'page', { sections: [hero('A')] });
    const [a] = await live(id);
    // A change that is scheduled moves the draft alone.
    const drafted = await patch(id, [a.id, hero('Later')], { publish_at: inMs(dayMs) });
    const [, later] = drafted.body.values.sections;

    const changed = await patch(id, { [a.id]: { title: 'A2' }, [later.id]: { title: 'L2' } });
    const listed = await patch(id, [{ id: later.id, values: { title: 'L3' } }, a.id, hero('New')]);

    for (const { body } of [changed, listed])
      expect(body.meta.warnings).toMatchObject([{ code: 'block_not_live', block_id: later.id }]);
    const titles = (list: { values: { title: string } }[]) => list.map(({ values }) => values.title);
    expect(titles(listed.body.values.sections)).toEqual(['L3', 'A2', 'New']);
    expect(titles(await live(id))).toEqual(['A2', 'New']);
    expect((await live(id))[1].id).toBe(listed.body.values.sections[2].id);
  });

  it('changes no block that the field does not have', async () => {
    const id = await publishEntry(project, 'page', { sections: [hero('A')] });
    const none = `blk_${'1'.repeat(26)}`;

    expect(refusal(await patch(id, { [none]: { title: 'Gone' } }))).toEqual([
      400,
      'invalid_field_value',
      `sections.${none}`,
    ]);
  });

  it('is emptied by null and by an empty list, which read differently', async () => {
    const id = await publishEntry(project, 'page', { sections: [hero('A')] });

    expectDone(await patch(id, []));
    expect(await live(id)).toEqual([]);
    expectDone(await patch(id, null));
    expect(await live(id)).toBeNull();
  });
});

describe('what a list of blocks refuses', () => {
  const blockId = `blk_${'0'.repeat(26)}`;

  it.each<[string, unknown, [string, string, string?]]>([
    ['no list', 'hero', ['invalid_field_value', 'sections']],
    ['no block', [7], ['invalid_field_value', 'sections[0]']],
    ['neither id nor block', [{ values: {} }], ['invalid_field_value', 'sections[0]']],
    ['an id alone', [{ id: blockId }], ['invalid_field_value', 'sections[0]', blockId]],
    ['an id of another form', [{ id: 'x', block: 'hero' }], ['invalid_field_value', 'sections[0].id']],
    ['another key', [{ block: 'divider', style: {} }], ['unknown_field', 'sections[0].style']],
    ['two names', [{ block: 'divider', type: 'divider' }], ['invalid_field_value', 'sections[0].type']],
    ['another block', [{ block: 'heros' }], ['block_not_allowed', 'sections[0].block']],
    ['too many of one', [{ block: 'divider' }, { block: 'divider' }], ['invalid_field_value', 'sections']],
    ['an unknown value', [hero('A', { titel: 'B' })], ['unknown_field', 'sections[0].values.titel']],
    [
      'a value that is too long inside, with its block',
      [group({ id: blockId, ...hero('x'.repeat(21)) })],
      ['invalid_field_value', 'sections[0].values.items[0].values.title', blockId],
    ],
    [
      'a required value that is left out',
      [{ block: 'hero' }],
      ['missing_required_field', 'sections[0].values.title'],
    ],
    [
      'a fourth level',
      [group(group(group(group())))],
      ['blocks_too_deep', 'sections[0].values.items[0].values.items[0].values.items[0]'],
    ],
    [
      'more items than a list takes',
      [group(hero('A'), hero('B'), hero('C'), hero('D'))],
      ['invalid_field_value', 'sections[0].values.items'],
    ],
    [
      'more blocks than an entry has',
      Array.from({ length: 201 }, () => hero('A')),
      ['too_many_blocks', 'sections'],
    ],
  ])('%s', async (_what, sections, [code, param, id]) => {
    const answer = await project.secret.post('/v1/content/page/entries', { values: { sections } });

    expect([answer.status, faults(answer)]).toEqual([400, [[code, param, id]]]);
  });

  it('says all faults of all depths at once, in the order of the page', async () => {
    const sections = [{ block: 'hero' }, group({ block: 'none' }, hero('A', { tone: 'red' }))];

    const answer = await project.secret.post('/v1/content/page/entries', { values: { sections, title: 5 } });

    expect(faults(answer).map(([code, param]) => [code, param])).toEqual([
      ['invalid_field_value', 'title'],
      ['missing_required_field', 'sections[0].values.title'],
      ['block_not_allowed', 'sections[1].values.items[0].block'],
      ['invalid_field_value', 'sections[1].values.items[1].values.tone'],
    ]);
  });

  it('names what a move takes too deep by its id', async () => {
    const { values, id } = await createEntry(project, 'page', { sections: [group(group()), group()] });
    const [deep, other] = values.sections;
    const inner = deep.values.items[0];

    const answer = await patch(id, [{ id: other.id, values: { items: [{ id: deep.id, values: {} }] } }]);
    const deeper = await patch(id, [group({ id: other.id, values: { items: [deep.id] } })]);

    expect(answer.status).toBe(200);
    expect(refusal(deeper)).toEqual([400, 'blocks_too_deep', `sections.${inner.id}`]);
  });

  it('a filter on a block that the field does not take', async () => {
    await publishEntry(project, 'page', { sections: [hero('A')] });
    const found = await project.publishable.get('/v1/content/page?where[sections][contains]=hero');
    const none = await project.publishable.get('/v1/content/page?where[sections][contains]=divider');
    const refused = await project.publishable.get('/v1/content/page?where[sections][contains]=quote');

    expect([found.body.data.length, none.body.data.length]).toEqual([1, 0]);
    expect(refusal(refused)).toEqual([400, 'block_not_allowed', 'where[sections][contains]']);
  });
});
