import { beforeAll, describe, expect, it } from 'vitest';
import { createEntry, defineType, pluck, publishEntry, refusal } from '../../../support/content.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
const entries = '/v1/content/product/entries';

let project: TestProject;
beforeAll(async () => {
  project = await service.newProject();
  await defineType(project, 'product', [
    { key: 'title', type: 'string', required: true },
    { key: 'price', type: 'number', options: { min: 0 } },
    { key: 'sku', type: 'string', options: { unique: true } },
    { key: 'tone', type: 'select', options: { choices: ['warm', 'cold'], default: 'warm' } },
    { key: 'body', type: 'richtext' },
    { key: 'related', type: 'reference_list', options: { content_type: 'product' } },
  ]);
  await defineType(project, 'home', { title: 'string' }, { kind: 'singleton' });
});

describe('POST /v1/content/{type}/entries', () => {
  it('answers the entry with its state: 201, Location, ETag', async () => {
    const answer = await project.secret.post(entries, { values: { title: 'A' }, publish: true });

    const path = `/v1/content/product/${answer.body.id}`;
    expect(answer.status).toBe(201);
    expect(answer.headers.get('Location')).toBe(path);
    expect(answer.headers.get('ETag')).toMatch(/^"1-/);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^ent_[0-9a-z]{26}$/),
      status: 'published',
      values: { title: 'A', price: null, sku: null, tone: 'warm', body: null, related: null },
      published_at: time,
      scheduled_for: null,
      created_at: time,
      updated_at: time,
      revision: 1,
      live_revision: 1,
      has_unpublished_changes: false,
    });
    const read = await project.publishable.get(path);
    expect(read.body).toEqual({
      id: answer.body.id,
      values: answer.body.values,
      published_at: answer.body.published_at,
      updated_at: answer.body.updated_at,
      created_at: answer.body.created_at,
      revision: 1,
    });
  });

  it.each<[object, string, string]>([
    [{ values: {} }, 'missing_required_field', 'title'],
    [{ values: { title: null } }, 'missing_required_field', 'title'],
    [{ values: { title: '' } }, 'missing_required_field', 'title'],
    [{ values: { title: 5 } }, 'invalid_field_value', 'title'],
    [{ values: { title: 'A', price: '5' } }, 'invalid_field_value', 'price'],
    [{ values: { title: 'A', price: -1 } }, 'invalid_field_value', 'price'],
    [{ values: { title: 'A', tone: 'loud' } }, 'invalid_field_value', 'tone'],
    [{ values: { title: 'A', prise: 5 } }, 'unknown_field', 'prise'],
    [{ values: { title: 'A', body: 'text' } }, 'invalid_richtext_document', 'body'],
    [
      { values: { title: 'A', body: { content: [{ type: 'para' }] } } },
      'unknown_richtext_node',
      'body.content[0].type',
    ],
    [{ values: { title: 'A', related: ['ent_nothing'] } }, 'unknown_link', 'related'],
    [{ values: { title: 'A', related: 'ent_nothing' } }, 'invalid_field_value', 'related'],
    [{}, 'missing_required_field', 'values'],
    [{ values: [] }, 'invalid_field_value', 'values'],
    [{ values: { title: 'A' }, publish: 'true' }, 'invalid_field_value', 'publish'],
    [{ values: { title: 'A' }, publish: null }, 'invalid_field_value', 'publish'],
    [{ values: { title: 'A' }, publsih: true }, 'unknown_field', 'publsih'],
    [{ values: { title: 'A' }, published_at: '2020-01-01' }, 'invalid_published_at', 'published_at'],
    [{ values: { title: 'A' }, publish: true, published_at: 'x' }, 'invalid_published_at', 'published_at'],
    [
      { values: { title: 'A' }, publish: true, published_at: '1989-12-31' },
      'invalid_published_at',
      'published_at',
    ],
    [
      { values: { title: 'A' }, publish: true, published_at: '2999-01-01' },
      'published_at_too_far_ahead',
      'published_at',
    ],
  ])('refuses %j: %s at %s', async (body, code, param) => {
    expect(refusal(await project.secret.post(entries, body))).toEqual([400, code, param]);
  });

  it('names the existing keys beside an unknown one, and the closest', async () => {
    const answer = await project.secret.post(entries, { values: { title: 'A', prise: 5 } });

    expect(answer.body.error).toMatchObject({
      did_you_mean: 'price',
      available_fields: ['title', 'price', 'sku', 'tone', 'body', 'related'],
    });
  });

  it('says what was expected and what was sent', async () => {
    const answer = await project.secret.post(entries, { values: { title: 'A', price: '5' } });

    expect(answer.body.error).toMatchObject({ expected: 'number', got: 'string' });
  });

  it('reports the first fault in field order at the top and all in errors', async () => {
    const answer = await project.secret.post(entries, {
      values: { nope: 1, tone: 'loud', price: 'x', related: ['ent_1', 'ent_2'], more: 2 },
    });

    expect(refusal(answer)).toEqual([400, 'missing_required_field', 'title']);
    const { errors } = answer.body.error;
    const params = ['title', 'price', 'tone', 'related', 'related', 'nope', 'more'];
    expect(pluck(errors, 'param')).toEqual(params);
    expect(pluck(errors, 'code')).toEqual([
      'missing_required_field',
      'invalid_field_value',
      'invalid_field_value',
      'unknown_link',
      'unknown_link',
      'unknown_field',
      'unknown_field',
    ]);
    expect(errors[0].message).toBe(answer.body.error.message);
  });

  it('lists at most 20 faults', async () => {
    const values = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`x${i}`, 1]));

    const answer = await project.secret.post(entries, { values });

    expect(answer.body.error.errors).toHaveLength(20);
  });

  it('stores nothing when anything is wrong', async () => {
    const before = (await project.secret.get('/v1/content/product?count=true')).body.meta.total;
    await project.secret.post(entries, { values: { title: 'A', price: 'x' }, publish: true });

    expect((await project.secret.get('/v1/content/product?count=true')).body.meta.total).toBe(before);
  });

  it('fills a missing key with its default, and leaves an explicit null empty', async () => {
    expect((await createEntry(project, 'product', { title: 'A' })).values.tone).toBe('warm');
    expect((await createEntry(project, 'product', { title: 'A', tone: null })).values.tone).toBeNull();
    expect((await createEntry(project, 'product', { title: 'A', tone: 'cold' })).values.tone).toBe('cold');
  });

  it('keeps an empty string as one', async () => {
    expect((await createEntry(project, 'product', { title: 'A', sku: '' })).values.sku).toBe('');
  });

  it('is for collections: not_a_collection', async () => {
    const answer = await project.secret.post('/v1/content/home/entries', { values: {} });

    expect(refusal(answer)).toEqual([400, 'not_a_collection', 'type']);
  });

  it('has no say for If-Match: nothing is there to match', async () => {
    const answer = await project.secret.post(entries, { values: { title: 'A' } }, { 'If-Match': '"9"' });

    expect(answer.status).toBe(201);
  });

  it('with dry_run=true checks and shows the entry, and stores and tells nothing', async () => {
    const told = (await project.events()).length;
    const answer = await project.secret.post(`${entries}?dry_run=true`, {
      values: { title: 'A' },
      publish: true,
    });

    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      status: 'published',
      values: { title: 'A' },
      meta: { dry_run: true },
    });
    expect((await project.publishable.get(`/v1/content/product/${answer.body.id}`)).status).toBe(404);
    expect((await project.events()).length).toBe(told);
    expect(refusal(await project.secret.post(`${entries}?dry_run=yes`, { values: {} }))).toEqual([
      400,
      'invalid_parameter',
      'dry_run',
    ]);
  });
});

describe('a unique field', () => {
  it('refuses a value that another entry has, draft or live: field_value_taken', async () => {
    const live = await publishEntry(project, 'product', { title: 'A', sku: 'live-1' });
    await createEntry(project, 'product', { title: 'A', sku: 'draft-1' });

    for (const sku of ['live-1', 'draft-1']) {
      const answer = await project.secret.post(entries, { values: { title: 'B', sku } });
      expect(refusal(answer)).toEqual([409, 'field_value_taken', 'sku']);
    }
    const same = await project.secret.patch(`/v1/content/product/${live}`, { values: { sku: 'live-1' } });
    expect(same.status).toBe(200);
  });

  it('frees a value that nobody has any longer, and takes any number of empty ones', async () => {
    const first = await publishEntry(project, 'product', { title: 'A', sku: 'freed' });
    await project.secret.patch(`/v1/content/product/${first}`, { values: { sku: 'other' } });

    expect((await createEntry(project, 'product', { title: 'B', sku: 'freed' })).values.sku).toBe('freed');
    await createEntry(project, 'product', { title: 'B', sku: '' });
    await createEntry(project, 'product', { title: 'B', sku: '' });
  });

  it('lets one of many win that write the same value at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        project.secret.post(entries, { values: { title: 'A', sku: 'race' }, publish: true }),
      ),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });
});

describe('the size of an entry', () => {
  it('is at most 4 MiB in all, however it came about', async () => {
    const fields = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`t${i}`, 'text']));
    await defineType(project, 'big', fields);
    const half = (from: number) =>
      Object.fromEntries(Array.from({ length: 45 }, (_, i) => [`t${from + i}`, 'x'.repeat(49_000)]));
    const { id } = await createEntry(project, 'big', half(0));

    const answer = await project.secret.patch(`/v1/content/big/${id}`, { values: half(45) });

    expect(refusal(answer)).toEqual([400, 'invalid_field_value', 'values']);
  });
});
