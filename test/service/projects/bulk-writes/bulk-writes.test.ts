import { beforeEach, describe, expect, it } from 'vitest';
import { databaseOf } from '../../../support/database.ts';
import { setClock } from '../../../support/publishing/clock.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService({ BULK_ITEMS_MAX: '5' });

let project: TestProject;
beforeEach(async () => {
  project = await service.newProject();
  const fields = [
    { key: 'title', type: 'string', options: { unique: true } },
    { key: 'text', type: 'richtext' },
  ];
  await project.secret.put('/v1/schema/content-types/page', { fields });
});

const create = (title: string, more: object = {}) => ({
  method: 'POST',
  path: '/v1/content/page/entries',
  body: { values: { title }, publish: true, ...more },
});
const change = (id: string, body: object, more: object = {}) => ({
  method: 'PATCH',
  path: `/v1/content/page/${id}`,
  body,
  ...more,
});
const bulk = (operations: object[], more: object = {}, query = '', headers = {}) =>
  project.secret.post(`/v1/bulk${query}`, { operations, ...more }, headers);
const newEntry = async (body: object) =>
  String((await project.secret.post('/v1/content/page/entries', body)).body.id);
const titles = async () => {
  const { data } = (await project.secret.get('/v1/content/page')).body;
  return (data as { values: { title: string } }[]).map(({ values }) => values.title).sort();
};
const collection = (name: string) => databaseOf(service.app.system).collection(name);
const rowsOf = (name: string) => collection(name).find({ project_id: project.id }).sort({ _id: 1 }).toArray();
const auditActions = async () =>
  (await rowsOf('audit'))
    .sort((a, b) => Number(a['seq']) - Number(b['seq']))
    .map((row) => [row['action'], row['subject'].id]);
const eventIds = async () => (await rowsOf('events')).map((row) => String(row['subject']));
/** The results of a response. */
interface Result {
  id: string;
  location: string;
  error: { code: string };
}
const resultsOf = ({ results }: { results: unknown }) => results as Result[];
const idsOf = ({ results }: { results: { id?: string }[] }) => results.map(({ id }) => id);
const statusesOf = ({ results }: { results: { status: number }[] }) => results.map(({ status }) => status);

describe('a bulk request', () => {
  it('stores each operation on its own and returns a result for each', async () => {
    const { status, body } = await bulk([create('One'), create('One'), create('Two')]);

    expect(status).toBe(200);
    expect(body).toMatchObject({ mode: 'each', counts: { in: 3, succeeded: 2, failed: 1 } });
    expect(body.results[0]).toEqual({
      index: 0,
      status: 201,
      id: expect.stringMatching(/^ent_/),
      revision: 1,
      location: `/v1/content/page/${body.results[0].id}`,
    });
    expect(body.results[1]).toEqual({
      index: 1,
      status: 409,
      error: {
        code: 'field_value_taken',
        message: expect.any(String),
        param: 'title',
        doc_url: expect.stringContaining('#field_value_taken'),
      },
    });
    expect(await titles()).toEqual(['One', 'Two']);
  });

  it('writes every kind of item', async () => {
    const home = { fields: [{ key: 'title', type: 'string' }], kind: 'singleton' };
    await project.secret.put('/v1/schema/content-types/home', home);
    const collection = (await project.secret.post('/v1/kb/collections', { title: 'Help' })).body;
    const first = await bulk([
      { method: 'POST', path: '/v1/blog/articles', body: { title: 'News' } },
      { method: 'POST', path: '/v1/authors', body: { name: 'Ada' } },
      { method: 'POST', path: '/v1/kb/articles', body: { title: 'Ovens', collection: collection.id } },
      { method: 'PATCH', path: '/v1/blog/articles/news', body: { title: 'Old news' }, if_match: '1' },
      { method: 'DELETE', path: '/v1/authors/ada' },
    ]);
    const second = await bulk([
      { method: 'POST', path: '/v1/blog/categories', body: { name: 'Boats' } },
      { method: 'POST', path: '/v1/kb/collections', body: { title: 'Sails' } },
      { method: 'POST', path: '/v1/kb/sections', body: { title: 'Start', collection: collection.id } },
      { method: 'PUT', path: '/v1/content/home', body: { values: { title: 'Home' } } },
      { method: 'PATCH', path: '/v1/content/home', body: { values: { title: 'Start' } } },
    ]);

    expect(statusesOf(first.body)).toEqual([201, 201, 201, 200, 204]);
    expect(first.body.results[0]).toMatchObject({ slug: 'news', location: '/v1/blog/articles/news' });
    expect(first.body.results[3]).toEqual({
      index: 3,
      status: 200,
      id: first.body.results[0].id,
      slug: 'news',
      revision: 2,
    });
    expect(first.body.results[4]).toEqual({ index: 4, status: 204 });
    expect(statusesOf(second.body)).toEqual([201, 201, 201, 201, 200]);
    expect(second.body.results[0]).toMatchObject({ slug: 'boats', location: '/v1/blog/categories/boats' });
  });

  it('with all stores nothing if an operation fails, and lists all errors', async () => {
    const operations = [create('One'), create('One'), create('Two'), change('ent_none', { publish: true })];
    const eventsBefore = await eventIds();
    const auditBefore = await auditActions();

    const { status, body } = await bulk(operations, { mode: 'all' });

    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: 'bulk_rejected',
      message: '2 of 4 operations failed, so nothing was stored. See "errors".',
      errors: [
        { index: 1, status: 409, code: 'field_value_taken', param: 'title' },
        { index: 3, status: 404, code: 'unknown_entry' },
      ],
    });
    expect(await titles()).toEqual([]);
    expect(await eventIds()).toEqual(eventsBefore);
    expect(await auditActions()).toEqual(auditBefore);
  });

  it.each(['each', 'all'])(
    'stores events and audit rows in the order of the operations (%s)',
    async (mode) => {
      const operations = ['Five', 'Four', 'Three', 'Two', 'One'].map((title) => create(title));
      const { status, body } = await bulk(operations, { mode });

      expect(status).toBe(200);
      expect(body.counts).toEqual({ in: 5, succeeded: 5, failed: 0 });
      const ids = idsOf(body);
      expect((await eventIds()).filter((id) => id.startsWith('ent_'))).toEqual(ids);
      expect((await auditActions()).slice(-5)).toEqual(ids.map((id) => ['entry.created', id]));
      const { data } = (await project.secret.get('/v1/content/page?sort=created_at')).body;
      expect((data as { id: string }[]).map(({ id }) => id)).toEqual(ids);
    },
  );

  it('with all lets later operations see earlier ones', async () => {
    const id = await newEntry({ values: { title: 'One' }, publish: true });

    const { status, body } = await bulk(
      [
        change(id, { values: { title: 'Moved' } }, { if_match: '1' }),
        create('One'),
        change(id, { publish: false }, { if_match: '2' }),
        { method: 'DELETE', path: `/v1/content/page/${id}` },
      ],
      { mode: 'all' },
    );

    expect(status).toBe(200);
    expect(statusesOf(body)).toEqual([200, 201, 200, 204]);
    expect(await titles()).toEqual(['One']);
  });

  it.each(['each', 'all'])('tries without storing anything (%s)', async (mode) => {
    const { body } = await bulk([create('One')], { mode }, '?dry_run=true');

    expect(body.meta.dry_run).toBe(true);
    expect(body.results).toEqual([{ index: 0, status: 201, revision: 1 }]);
    expect(await titles()).toEqual([]);
  });

  it.each([
    ['each', 200, { failed: 0 }],
    ['all', 400, undefined],
  ])('tries operations that depend on each other only with all (%s)', async (mode, status, counts) => {
    const answer = await bulk([create('One'), create('One')], { mode }, '?dry_run=true');

    expect(answer.status).toBe(status);
    if (counts !== undefined) expect(answer.body.counts).toMatchObject(counts);
  });

  it('returns the warnings of an operation', async () => {
    const text = { html: '<p><blink>Hello</blink></p>' };
    const single = await project.secret.post('/v1/content/page/entries', { values: { title: 'A', text } });
    const { body } = await bulk([create('B', { values: { title: 'B', text } })]);

    expect(single.body.meta.warnings).not.toHaveLength(0);
    expect(body.results[0].warnings).toEqual(single.body.meta.warnings);
  });

  it('saves only drafts with draft=true', async () => {
    const id = await newEntry({ values: { title: 'One' }, publish: true });
    const { body } = await bulk([change(id, { values: { title: 'Draft' } })], {}, '?draft=true');

    expect(body.results[0]).toMatchObject({ status: 200, id, revision: 2 });
    expect(await titles()).toEqual(['One']);
  });

  it('writes to the release of the request', async () => {
    const release = (await project.secret.post('/v1/releases', { name: 'Next' })).body;
    await expect
      .poll(async () => (await project.secret.get(`/v1/releases/${release.id}`)).body.status)
      .toBe('ready');
    const article = { method: 'POST', path: '/v1/blog/articles', body: { title: 'News', publish: true } };

    const { body } = await bulk([create('One'), article], {}, `?release=${release.id}`);
    const unknown = await bulk([create('Two')], {}, '?release=rel_none');

    expect(statusesOf(body)).toEqual([201, 201]);
    expect(await titles()).toEqual([]);
    const inRelease = await project.secret.get(`/v1/content/page?release=${release.id}`);
    expect(inRelease.body.data).toHaveLength(1);
    expect((await project.secret.get('/v1/blog/articles/news')).status).toBe(200);
    expect(unknown.body.error.code).toBe('unknown_release');
  });

  it('applies a due date of an item before it changes the item', async () => {
    const now = service.app.clock.now().getTime();
    const unpublish_at = new Date(now + 120_000).toISOString();
    const id = await newEntry({ values: { title: 'One' }, publish: true, unpublish_at });
    setClock(service, now + 180_000);

    const { body } = await bulk([change(id, { values: { title: 'Two' } }), create('Three')], { mode: 'all' });

    expect(statusesOf(body)).toEqual([200, 201]);
    setClock(service, now);
    expect((await auditActions()).slice(-3)).toEqual([
      ['entry.unpublished', id],
      ['draft.saved', id],
      ['entry.created', body.results[1].id],
    ]);
  });

  it.each<[string, object, string, string]>([
    [
      'a path outside of the list',
      { method: 'POST', path: '/v1/media' },
      'invalid_field_value',
      'operations[1].path',
    ],
    [
      'the path of another write',
      { method: 'POST', path: '/v1/releases' },
      'invalid_field_value',
      'operations[1].path',
    ],
    [
      'the path of the request itself',
      { method: 'POST', path: '/v1/bulk', body: {} },
      'invalid_field_value',
      'operations[1].path',
    ],
    [
      'a method outside of the list',
      { method: 'GET', path: '/v1/authors' },
      'invalid_field_value',
      'operations[1].method',
    ],
    [
      'a query string',
      { method: 'POST', path: '/v1/authors?x=1' },
      'invalid_field_value',
      'operations[1].path',
    ],
    ['an unknown key', { method: 'POST', path: '/v1/authors', x: 1 }, 'unknown_field', 'operations[1].x'],
    ['a missing path', { method: 'POST' }, 'invalid_field_value', 'operations[1].path'],
    ['a missing method', { path: '/v1/authors' }, 'invalid_field_value', 'operations[1].method'],
    [
      'a number as if_match',
      { method: 'DELETE', path: '/v1/authors/a', if_match: 4 },
      'invalid_field_value',
      'operations[1].if_match',
    ],
    [
      'a list as body',
      { method: 'POST', path: '/v1/authors', body: [] },
      'invalid_field_value',
      'operations[1].body',
    ],
  ])('is rejected whole for %s', async (_title, operation, code, param) => {
    const { status, body } = await bulk([create('One'), operation]);

    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code, param });
    expect(await titles()).toEqual([]);
  });

  it('rejects invalid modes, keys and bodies', async () => {
    const post = (body: object) => project.secret.post('/v1/bulk', body);

    expect((await bulk([create('One')], { mode: 'some' })).body.error).toMatchObject({
      code: 'invalid_field_value',
      param: 'mode',
    });
    expect((await bulk([create('One')], { publish: true })).body.error.code).toBe('unknown_field');
    expect((await post({})).body.error.param).toBe('operations');
    expect((await post({ operations: {} })).body.error.code).toBe('invalid_field_value');
    expect((await post([])).body.error.code).toBe('invalid_json');
    expect((await bulk([create('One')], {}, '?x=1')).body.error.code).toBe('unknown_parameter');
    expect(await titles()).toEqual([]);
  });

  it('returns the errors of the single requests', async () => {
    const id = await newEntry({ values: { title: 'One' } });
    const { body } = await bulk([
      change(id, { values: { titel: 'Two' } }),
      change(id, { values: { title: 'Two' } }, { if_match: '7' }),
      { method: 'POST', path: '/v1/content/page/entries' },
      { method: 'PUT', path: '/v1/content/page', body: { values: {} } },
      { method: 'POST', path: '/v1/content/none/entries', body: { values: {} } },
    ]);

    expect(body.counts).toEqual({ in: 5, succeeded: 0, failed: 5 });
    expect(resultsOf(body).map(({ error }) => error.code)).toEqual([
      'unknown_field',
      'revision_conflict',
      'invalid_json',
      'not_a_singleton',
      'unknown_content_type',
    ]);
    expect(body.results[0].error).toMatchObject({ param: 'titel', did_you_mean: 'title' });
    expect(body.results[1]).toMatchObject({ status: 409, error: { current_revision: 1 } });
  });

  it('takes 1 to BULK_ITEMS_MAX operations', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => create(`T${i}`));

    expect((await bulk([])).body.error.code).toBe('invalid_field_value');
    expect((await bulk(many(6))).body.error).toMatchObject({
      code: 'too_many_operations',
      message: 'A bulk request takes at most 5 operations; this one has 6. Split it.',
      limit: 5,
    });
    expect((await bulk(many(5))).body.counts.succeeded).toBe(5);
    expect((await project.secret.get('/v1/introspection')).body.limits.bulk_items_max).toBe(5);
  });

  it('spends one point of the budget', async () => {
    const first = await bulk([create('One'), create('Two')]);
    const second = await bulk([create('Three')]);

    const left = ({ headers }: { headers: Headers }) => Number(headers.get('x-ratelimit-remaining-write'));
    expect(left(second)).toBe(left(first) - 1);
  });

  it('rejects unknown locales as single requests do', async () => {
    const body = { name: 'Ada', locales: { it: { name: 'Ada' } } };
    const single = await project.secret.post('/v1/authors', body);
    const answer = await bulk([{ method: 'POST', path: '/v1/authors', body }]);

    expect(answer.body.results[0]).toMatchObject({
      status: single.status,
      error: { code: single.body.error.code, message: single.body.error.message },
    });
  });
});

describe('a bulk request under an idempotency key', () => {
  const send = (mode: string, operations = [create('One'), create('Two'), create('Three')]) =>
    bulk(operations, { mode }, '', { 'Idempotency-Key': 'k1' });
  const interrupt = async (progress: object[]) => {
    const change = { answer: null, committed: true, alive_until: new Date(0), progress };
    const [record] = await rowsOf('idempotency');
    if (record === undefined) throw new Error('the key has no record');
    await collection('idempotency').updateOne({ _id: record._id, project_id: project.id }, { $set: change });
  };

  it.each(['each', 'all'])('runs once (%s)', async (mode) => {
    const first = await send(mode);
    const second = await send(mode);

    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await titles()).toEqual(['One', 'Three', 'Two']);
  });

  it('returns a rejection again', async () => {
    const first = await send('all', [create('One'), create('One')]);
    const second = await send('all', [create('One'), create('One')]);

    expect(first.body.error.code).toBe('bulk_rejected');
    expect(second.body.error.errors).toEqual(first.body.error.errors);
  });

  it('is rejected with other operations', async () => {
    await send('each');

    expect((await send('each', [create('Four')])).body.error.code).toBe('idempotency_key_reused');
  });

  it('continues after the last operation that an interrupted request has stored', async () => {
    const first = await send('each', [create('One'), create('One'), create('Two'), create('Three')]);
    await project.secret.delete(first.body.results[3].location);
    await interrupt(resultsOf(first.body).slice(0, 3));

    const second = await send('each', [create('One'), create('One'), create('Two'), create('Three')]);

    expect(second.body.counts).toEqual({ in: 4, succeeded: 3, failed: 1 });
    expect(resultsOf(second.body).slice(0, 3)).toEqual(resultsOf(first.body).slice(0, 3));
    expect(second.body.results[3]).toMatchObject({ index: 3, status: 201 });
    expect(await titles()).toEqual(['One', 'Three', 'Two']);
    expect((await rowsOf('idempotency'))[0]).not.toHaveProperty('progress');
  });

  it('with all returns the stored results if only the response was lost', async () => {
    const first = await send('all');
    await interrupt(first.body.results);

    expect((await send('all')).body).toEqual(first.body);
    expect(await titles()).toEqual(['One', 'Three', 'Two']);
  });
});

describe('access to bulk requests', () => {
  const operations = [create('One')];
  const bulkAs = async (scopes: object, list: object[] = operations, more: object = {}) => {
    const { token } = await project.newKey({ scopes: scopes as never });
    return project.as(token).post('/v1/bulk', { operations: list, ...more });
  };

  it('is rejected without a key, with a wrong key, and with a publishable key', async () => {
    const wrong = project.as(project.secret.token?.replace(/.{4}$/, 'aaaa') ?? '');

    expect((await project.as(null).post('/v1/bulk', { operations })).status).toBe(401);
    expect((await wrong.post('/v1/bulk', { operations })).status).toBe(401);
    expect((await project.publishable.post('/v1/bulk', { operations })).body.error.code).toBe(
      'secret_key_required',
    );
    expect(await titles()).toEqual([]);
  });

  it('is rejected whole for a key that can only read', async () => {
    const { status, body } = await bulkAs({ can: ['read'] });

    expect(status).toBe(403);
    expect(body.error).toMatchObject({ code: 'scope_required', required: 'draft' });
  });

  it.each<[string, object, object, string]>([
    ['a type', { can: ['read', 'draft', 'publish'], types: ['other'] }, create('Two'), 'type:page'],
    [
      'an area',
      { can: ['read', 'draft', 'publish'], areas: ['blog'] },
      { method: 'POST', path: '/v1/authors', body: { name: 'Ada' } },
      'area:authors',
    ],
    [
      'the permission to publish',
      { can: ['read', 'draft'], areas: ['blog', 'content'] },
      create('Two'),
      'publish',
    ],
    [
      'the permission to delete',
      { can: ['read', 'draft'], areas: ['blog'] },
      { method: 'DELETE', path: '/v1/blog/articles/x' },
      'publish',
    ],
  ])('rejects an operation for which the key lacks %s', async (_title, scopes, operation, required) => {
    const draft = { method: 'POST', path: '/v1/blog/articles', body: { title: 'News' } };
    const allowed = { ...(scopes as { types?: string[] }) };
    if (allowed.types !== undefined)
      await project.secret.put('/v1/schema/content-types/other', { fields: [{ key: 'n', type: 'number' }] });

    const each = await bulkAs(scopes, [draft, operation]);
    const all = await bulkAs(scopes, [draft, operation], { mode: 'all' });

    expect(each.status).toBe(200);
    expect(each.body.results[1]).toMatchObject({ status: 403, error: { code: 'scope_required', required } });
    expect(each.body.counts).toEqual({ in: 2, succeeded: 1, failed: 1 });
    expect(all.status).toBe(400);
    expect(all.body.error.errors).toMatchObject([{ index: 1, status: 403, code: 'scope_required' }]);
    expect(await titles()).toEqual([]);
  });

  it('finds nothing of another project', async () => {
    const id = await newEntry({ values: { title: 'One' }, publish: true });
    const other = await service.newProject();
    const fields = [{ key: 'title', type: 'string' }];
    await other.secret.put('/v1/schema/content-types/page', { fields });

    const { body } = await other.secret.post('/v1/bulk', {
      operations: [
        change(id, { values: { title: 'Two' } }),
        { method: 'DELETE', path: `/v1/content/page/${id}` },
      ],
    });

    expect(statusesOf(body)).toEqual([404, 404]);
    expect(await titles()).toEqual(['One']);
  });

  it('is rejected for a key that is limited to another release', async () => {
    const release = (await project.secret.post('/v1/releases', { name: 'Next' })).body;
    const { status, body } = await bulkAs({ can: ['read', 'draft', 'publish'], releases: [release.id] });

    expect(status).toBe(403);
    expect(body.error.code).toBe('scope_required');
  });
});

describe('bulk requests of one project at once', () => {
  it('run one after another', async () => {
    const operationsOf = (name: string) => [1, 2, 3, 4, 5].map((n) => create(`${name}${n}`));

    const responses = await Promise.all(['A', 'B', 'C'].map((name) => bulk(operationsOf(name))));

    expect(responses.map(({ status, body }) => [status, body.counts.succeeded])).toEqual(
      Array(3).fill([200, 5]),
    );
    const rows = await rowsOf('events');
    rows.sort((a, b) => Number(a['project_revision']) - Number(b['project_revision']));
    const order = rows.map((row) => String(row['subject']));
    for (const { body } of responses) {
      const ids = idsOf(body as { results: { id: string }[] }).map(String);
      const first = order.indexOf(ids[0] ?? '');
      expect(order.slice(first, first + 5)).toEqual(ids);
    }
  });
});

describe('a bulk request that exceeds a limit', () => {
  const operations = [1, 2, 3, 4].map((n) => create(`New ${n}`));
  const exceeding = { status: 400, error: expect.objectContaining({ code: 'limit_reached' }) };

  async function fillToThree() {
    const small = await startService({ MAX_ENTRIES: '5' });
    const limited = await small.newProject();
    await limited.secret.put('/v1/schema/content-types/page', { fields: [{ key: 'title', type: 'string' }] });
    for (const n of [1, 2, 3])
      await limited.secret.post('/v1/content/page/entries', { values: { title: `Old ${n}` }, publish: true });
    const count = async () => (await limited.secret.get('/v1/content/page')).body.data.length;
    return { limited, count };
  }

  it('stores the operations up to the limit with each', async () => {
    const { limited, count } = await fillToThree();

    const { status, body } = await limited.secret.post('/v1/bulk', { operations });

    expect([status, await count()]).toEqual([200, 5]);
    expect(statusesOf(body)).toEqual([201, 201, 400, 400]);
    expect(resultsOf(body as { results: unknown }).slice(2)).toMatchObject([exceeding, exceeding]);
  });

  it('stores nothing with all, and names the operation that exceeds the limit', async () => {
    const { limited, count } = await fillToThree();

    const { status, body } = await limited.secret.post('/v1/bulk', { mode: 'all', operations });

    expect([status, body.error.code, await count()]).toEqual([400, 'bulk_rejected', 3]);
    expect(body.error.errors[0]).toMatchObject({ index: 2, code: 'limit_reached' });
  });

  it('takes as many operations as the limit leaves with all', async () => {
    const { limited, count } = await fillToThree();

    const { status } = await limited.secret.post('/v1/bulk', {
      mode: 'all',
      operations: operations.slice(0, 2),
    });

    expect([status, await count()]).toEqual([200, 5]);
  });
});
