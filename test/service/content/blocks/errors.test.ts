import { beforeEach, describe, expect, it } from 'vitest';
import {
  createEntry,
  defineType,
  expectDone,
  pluck,
  publishEntry,
  refusal,
} from '../../../support/content.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { defineLandingPage, group, hero } from '../../../support/blocks/landing-page.ts';

const service = await startService();
let project: TestProject;

beforeEach(async () => {
  project = await service.newProject();
  await defineLandingPage(project);
});

const post = (sections: unknown, more: object = {}, headers = {}) =>
  project.secret.post('/v1/content/page/entries', { values: { sections }, ...more }, headers);
const none = `blk_${'7'.repeat(26)}`;

describe('the routes of definitions', () => {
  const routes = ['GET /v1/schema/blocks', 'GET /v1/schema/blocks/hero', 'PUT /v1/schema/blocks/hero'];

  it.each(routes)('%s is for secret keys, and for no key of another project', async (route) => {
    const [method = '', path = ''] = route.split(' ');
    const request = method === 'PUT' ? { body: { name: 'Taken over' } } : {};
    const other = await service.newProject();

    const publishable = await project.publishable.send(method, path, request);
    const without = await project.as(null).send(method, path, request);
    const wrong = await project.as('sk_wrong').send(method, path, request);
    const foreign = await project.secret.send(method, `${path}?release=${other.releaseId}`, request);
    const theirs = await other.secret.send(method, path, request);

    expect([publishable, without, wrong].map(({ status }) => status)).toEqual([403, 401, 401]);
    expect(refusal(foreign).slice(0, 2)).toEqual([404, 'unknown_release']);
    expect(theirs.text).not.toContain('image');
    expect((await project.secret.get('/v1/schema/blocks/hero')).body.name).toBe('Hero');
  });

  it('say which definitions there are: unknown_block', async () => {
    const answer = await project.secret.get('/v1/schema/blocks/heros');

    expect(refusal(answer)).toEqual([404, 'unknown_block', 'block']);
    expect(answer.body.error).toMatchObject({
      did_you_mean: 'hero',
      available_blocks: ['hero', 'divider', 'group'],
    });
  });

  it('change the version that was read: revision_conflict', async () => {
    const { headers } = await project.secret.get('/v1/schema/blocks/hero');
    const match = { 'If-Match': headers.get('etag') ?? '' };
    const put = (name: string) => project.secret.put('/v1/schema/blocks/hero', { name }, match);

    expect([(await put('First')).status, refusal(await put('Second')).slice(0, 2)]).toEqual([
      200,
      [409, 'revision_conflict'],
    ]);
  });

  it.each([
    [{ fields: 'none' }, 'fields'],
    [{ fields: [{ key: 'a', type: 'hero' }] }, 'fields[0].type'],
    [{ description: 'x'.repeat(501) }, 'description'],
    [{ icon: 'star' }, 'icon'],
  ])('refuse %j', async (body, param) => {
    const answer = await project.secret.put('/v1/schema/blocks/hero', body);

    expect([answer.status, answer.body.error.param]).toEqual([400, param]);
  });

  it('take 200 definitions of a release: invalid_block', async () => {
    for (let n = 4; n <= 200; n += 1)
      expectDone(await project.secret.put(`/v1/schema/blocks/b${n}`, { fields: [] }));

    const answer = await project.secret.put('/v1/schema/blocks/b201', { fields: [] });

    expect(refusal(answer)).toEqual([400, 'invalid_block', 'block']);
    expect((await project.secret.put('/v1/schema/blocks/b200', { name: 'Last' })).status).toBe(200);
  });
});

describe('what is wrong with a block', () => {
  it('is that the list takes none of its name: block_not_allowed, written or moved', async () => {
    const { id, values } = await createEntry(project, 'page', {
      sections: [group(hero('A')), { block: 'divider' }],
    });
    const [outer, divider] = values.sections;

    const written = await post([group({ id: none, block: 'heroo', values: {} })]);
    const moved = await project.secret.patch(`/v1/content/page/${id}`, {
      values: { sections: [{ id: outer.id, values: { items: [divider.id] } }] },
    });

    expect(refusal(written)).toEqual([400, 'block_not_allowed', 'sections[0].values.items[0].block']);
    expect(written.body.error).toMatchObject({
      available_blocks: ['hero', 'group'],
      did_you_mean: 'hero',
      block_id: none,
    });
    expect(refusal(moved).slice(0, 2)).toEqual([400, 'block_not_allowed']);
    expect(moved.body.error).toMatchObject({ available_blocks: ['hero', 'group'], block_id: divider.id });
  });

  it('is its depth: blocks_too_deep with what there may be', async () => {
    const answer = await post([group(group(group({ id: none, ...group() })))]);

    const place = 'sections[0].values.items[0].values.items[0].values.items[0]';
    expect(refusal(answer)).toEqual([400, 'blocks_too_deep', place]);
    expect(answer.body.error).toMatchObject({ block_id: none });
    expect(Object.keys(answer.body.error)).toEqual(expect.arrayContaining(['expected', 'got']));
  });

  it('is the number of all, at every depth: too_many_blocks', async () => {
    const most = Array.from({ length: 100 }, () => group(hero('A')));

    expect((await post(most)).status).toBe(201);
    const answer = await post([...most.slice(1), group(hero('A'), hero('B'))]);
    expect(refusal(answer)).toEqual([400, 'too_many_blocks', 'sections']);
    expect(Object.keys(answer.body.error)).toEqual(expect.arrayContaining(['expected', 'got']));
  });

  it('is the number of ids in them: too_many_blocks', async () => {
    const makers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => publishEntry(project, 'maker', { name: `M${i}` })),
    );
    const fields = [{ key: 'all', type: 'reference_list', options: { content_type: 'maker' } }];
    expectDone(await project.secret.put('/v1/schema/blocks/list', { fields }));
    const options = { blocks: ['list'] };
    await defineType(project, 'wall', [{ key: 'sections', type: 'blocks', options }]);
    const lists = (count: number) =>
      Array.from({ length: count }, () => ({ block: 'list', values: { all: makers } }));
    const write = (sections: unknown) =>
      project.secret.post('/v1/content/wall/entries', { values: { sections } });

    expect((await write(lists(100))).status).toBe(201);
    expect(refusal(await write(lists(101)))).toEqual([400, 'too_many_blocks', 'sections']);
  });

  it('is an id of another project, of a block, an entry or a picture', async () => {
    const other = await service.newProject();
    await defineLandingPage(other);
    const maker = await publishEntry(other, 'maker', { name: 'Theirs' });
    const theirs = await createEntry(other, 'page', { sections: [hero('Theirs')] });
    const blockId = theirs.values.sections[0].id as string;
    const ours = await createEntry(project, 'page', { sections: [hero('Ours')] });
    const patch = (sections: unknown) =>
      project.secret.patch(`/v1/content/page/${ours.id}`, { values: { sections } });

    expect(refusal(await patch([blockId]))).toEqual([400, 'invalid_field_value', 'sections[0]']);
    expect(refusal(await patch({ [blockId]: null }))).toEqual([
      400,
      'invalid_field_value',
      `sections.${blockId}`,
    ]);
    expect(refusal(await post([group(hero('A', { maker }))]))).toEqual([
      400,
      'unknown_link',
      'sections[0].values.items[0].values.maker',
    ]);
    const image = `med_${'0'.repeat(26)}`;
    expect(refusal(await post([hero('A', { image })]))).toEqual([
      400,
      'unknown_link',
      'sections[0].values.image',
    ]);
    const foreign = await project.secret.patch(`/v1/content/page/${theirs.id}`, { values: { sections: [] } });
    expect(refusal(foreign).slice(0, 2)).toEqual([404, 'unknown_entry']);
  });

  it('is said of the first 20 faults at three depths, in the order of the page', async () => {
    const three = Array.from({ length: 8 }, () => [
      { block: 'hero' },
      group(hero('A', { maker: 5 }), group({ block: 'divider' })),
    ]).flat();

    const { body } = await post(three);

    const codes = pluck(body.error.errors, 'code');
    const each = ['missing_required_field', 'invalid_field_value', 'block_not_allowed'];
    expect(codes).toEqual(Array.from({ length: 20 }, (_, i) => each[i % 3]));
    expect(pluck(body.error.errors, 'param').slice(0, 3)).toEqual([
      'sections[0].values.title',
      'sections[1].values.items[0].values.maker',
      'sections[1].values.items[1].values.items[0].block',
    ]);
  });
});

describe('a write of blocks', () => {
  it('stores nothing as a dry run, and once under an Idempotency-Key', async () => {
    const dry = await project.secret.post('/v1/content/page/entries?dry_run=true', {
      values: { sections: [hero('A')] },
    });
    const key = { 'Idempotency-Key': 'blocks-once' };

    const first = await post([hero('A')], { publish: true }, key);
    const again = await post([hero('A')], { publish: true }, key);

    expect(dry.body.values.sections[0].id).toMatch(/^blk_/);
    expect(again.body).toEqual(first.body);
    expect((await project.publishable.get('/v1/content/page')).body.data).toHaveLength(1);
  });

  it('is refused when the entry changed since it was read: revision_conflict', async () => {
    const { id, values } = await createEntry(project, 'page', { sections: [hero('A')] });
    const path = `/v1/content/page/${id}`;
    const change = { values: { sections: { [values.sections[0].id]: { title: 'B' } } } };
    const { headers } = await project.secret.patch(path, { values: { title: 'T' } });
    const match = { 'If-Match': headers.get('etag') ?? '' };

    expect((await project.secret.patch(path, change, match)).status).toBe(200);
    expect(refusal(await project.secret.patch(path, change, match)).slice(0, 2)).toEqual([
      409,
      'revision_conflict',
    ]);
  });
});
