import { beforeAll, describe, expect, it } from 'vitest';
import { defineType, pluck, refusal } from '../../../support/content.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { databaseOf } from '../../../support/database.ts';

const service = await startService();
const path = '/v1/schema/content-types';
const title = { key: 'title', type: 'string' };

let project: TestProject;
beforeAll(async () => {
  project = await service.newProject();
});

describe('PUT /v1/schema/content-types/{type}', () => {
  it('creates a type: 201, Location, every default served', async () => {
    const answer = await project.secret.put(`${path}/press-release`, {
      fields: [{ key: 'body', type: 'text' }, title, { key: 'price', type: 'number', options: { min: 0 } }],
    });

    expect(answer.status).toBe(201);
    expect(answer.headers.get('Location')).toBe(`${path}/press-release`);
    expect(answer.headers.get('ETag')).toMatch(/^"1-/);
    expect(answer.body).toEqual({
      slug: 'press-release',
      name: 'Press release',
      kind: 'collection',
      display_field: 'title',
      subtitle_field: null,
      fields: [
        { key: 'body', label: 'Body', type: 'text', options: {} },
        { key: 'title', label: 'Title', type: 'string', options: {} },
        { key: 'price', label: 'Price', type: 'number', options: { min: 0 } },
      ],
      revision: 1,
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  it('updates it with 200: labels, options, order, added and removed fields', async () => {
    await defineType(project, 'updated', [title, { key: 'old', type: 'text' }, { key: 'n', type: 'number' }]);

    const answer = await project.secret.put(`${path}/updated`, {
      name: 'News',
      fields: [
        { key: 'n', type: 'number', options: { integer: true } },
        { ...title, label: 'Headline' },
        { key: 'added', type: 'date' },
      ],
    });

    expect(answer.status).toBe(200);
    expect(answer.headers.get('Location')).toBeNull();
    expect(answer.body).toMatchObject({ name: 'News', revision: 2 });
    expect(pluck(answer.body.fields, 'key')).toEqual(['n', 'title', 'added']);
    expect(answer.body.fields[1].label).toBe('Headline');
  });

  it('stores nothing and tells nobody when nothing changes', async () => {
    const quiet = await service.newProject();
    const first = await defineType(quiet, 'page', [title]);

    const again = await quiet.secret.put(`${path}/page`, { fields: [title] });

    expect([again.status, again.body]).toEqual([200, first]);
    expect(await quiet.events()).toEqual(['content.type.updated']);
  });

  it('keeps the kind: content_type_kind_immutable', async () => {
    await defineType(project, 'kept', [title]);

    const answer = await project.secret.put(`${path}/kept`, { kind: 'singleton', fields: [title] });

    expect(refusal(answer)).toEqual([409, 'content_type_kind_immutable', 'kind']);
    expect(answer.body.error).toMatchObject({ expected: 'collection', got: 'singleton' });
    expect((await project.secret.put(`${path}/kept`, { kind: 'collection', fields: [title] })).status).toBe(
      200,
    );
  });

  it('keeps the type of a field: field_type_immutable', async () => {
    await defineType(project, 'typed', [title, { key: 'n', type: 'number' }]);

    const answer = await project.secret.put(`${path}/typed`, {
      fields: [title, { key: 'n', type: 'string' }],
    });

    expect(refusal(answer)).toEqual([409, 'field_type_immutable', 'fields[1].type']);
    expect(answer.body.error).toMatchObject({ expected: 'number', got: 'string' });
  });

  it('lists every fault of a definition in field order', async () => {
    const answer = await project.secret.put(`${path}/faulty`, {
      fields: [
        { key: '1', type: 'string' },
        title,
        { key: 'TITLE', type: 'text' },
        { key: 'x', type: 'nope' },
      ],
    });

    expect(refusal(answer)).toEqual([400, 'invalid_field_definition', 'fields[0].key']);
    expect(pluck(answer.body.error.errors, 'param')).toEqual([
      'fields[0].key',
      'fields[2].key',
      'fields[3].type',
    ]);
    expect((await project.secret.get(`${path}/faulty`)).status).toBe(404);
  });

  it.each([
    ['Upper', 'upper case'],
    ['-dash', 'a leading dash'],
    ['a b', 'a blank'],
    ['ä', 'another letter'],
    ['a'.repeat(64), '64 characters'],
  ])('refuses the slug %s (%s): invalid_content_type', async (slug) => {
    const answer = await project.secret.put(`${path}/${encodeURIComponent(slug)}`, { fields: [title] });

    expect(refusal(answer)).toEqual([400, 'invalid_content_type', 'type']);
  });

  it.each([
    [{}, 'missing_required_field', 'fields'],
    [{ fields: {} }, 'invalid_field_value', 'fields'],
    [{ fields: [], kind: 'list' }, 'invalid_field_value', 'kind'],
    [{ fields: [], name: '' }, 'invalid_field_value', 'name'],
    [{ fields: [], name: 'x'.repeat(201) }, 'invalid_field_value', 'name'],
    [{ fields: [], feilds: [] }, 'unknown_field', 'feilds'],
    [{ fields: [title], display_field: 'titel' }, 'unknown_field', 'display_field'],
    [{ fields: [title], subtitle_field: 'nope' }, 'unknown_field', 'subtitle_field'],
    [{ fields: [title], display_field: 5 }, 'invalid_field_value', 'display_field'],
  ])('refuses %j: %s at %s', async (body, code, param) => {
    expect(refusal(await project.secret.put(`${path}/refused`, body))).toEqual([400, code, param]);
  });

  it('says which kinds there are, and which field was probably meant', async () => {
    const kind = await project.secret.put(`${path}/refused`, { fields: [], kind: 'list' });
    expect(kind.body.error).toMatchObject({ expected: '"singleton" or "collection"', got: 'string' });
    const label = await project.secret.put(`${path}/refused`, { fields: [title], display_field: 'titel' });
    expect(label.body.error).toMatchObject({ did_you_mean: 'title', available_fields: ['title'] });
  });

  it('takes at most 100 fields', async () => {
    const fields = Array.from({ length: 101 }, (_, i) => ({ key: `f${i}`, type: 'number' }));

    expect(refusal(await project.secret.put(`${path}/wide`, { fields }))).toEqual([
      400,
      'invalid_field_definition',
      'fields',
    ]);
    expect((await project.secret.put(`${path}/wide`, { fields: fields.slice(1) })).status).toBe(201);
  });

  it('keeps at most 200 types in a release', async () => {
    const full = await service.newProject();
    await defineType(full, 'one', [title]);
    const types = databaseOf(service.app.system).collection('content_types');
    const stored = await types.findOne({ project_id: full.id });
    const copies = Array.from({ length: 199 }, (_, i) => ({
      ...stored,
      _id: `${full.releaseId}/t${i}`,
      slug: `t${i}`,
    }));
    await types.insertMany(copies as never);

    const answer = await full.secret.put(`${path}/one-more`, { fields: [title] });

    expect(refusal(answer)).toEqual([400, 'invalid_content_type', 'type']);
    expect((await full.secret.put(`${path}/one`, { name: 'Still', fields: [title] })).status).toBe(200);
  });

  it('passes with If-Match of the newest revision only', async () => {
    await defineType(project, 'guarded', [title]);

    const stale = await project.secret.put(
      `${path}/guarded`,
      { name: 'B', fields: [title] },
      { 'If-Match': '"7"' },
    );
    expect(refusal(stale)).toEqual([409, 'revision_conflict', undefined]);
    expect(stale.body.error.current_revision).toBe(1);
    const { headers } = await project.secret.get(`${path}/guarded`);
    const tag = { 'If-Match': String(headers.get('ETag')) };
    expect((await project.secret.put(`${path}/guarded`, { name: 'B', fields: [title] }, tag)).status).toBe(
      200,
    );
  });

  it('with dry_run=true checks everything, answers the type and stores nothing', async () => {
    const answer = await project.secret.put(`${path}/tried?dry_run=true`, { fields: [title] });

    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ slug: 'tried', meta: { dry_run: true } });
    expect((await project.secret.get(`${path}/tried`)).status).toBe(404);
  });
});

describe('display_field and subtitle_field', () => {
  it('stay what was chosen when left out, follow a removed field to the default, and are null when asked', async () => {
    const fields = [title, { key: 'name', type: 'string' }, { key: 'sub', type: 'text' }];
    const labels = async (body: object) => {
      const { display_field, subtitle_field } = await defineType(project, 'labelled', [], {
        fields,
        ...body,
      });
      return [display_field, subtitle_field];
    };

    expect(await labels({})).toEqual(['title', null]);
    expect(await labels({ display_field: 'name', subtitle_field: 'sub' })).toEqual(['name', 'sub']);
    expect(await labels({ name: 'Renamed' })).toEqual(['name', 'sub']);
    expect(await labels({ display_field: null, subtitle_field: null })).toEqual([null, null]);
    expect(await labels({ display_field: 'name' })).toEqual(['name', null]);
    expect(await labels({ fields: [title] })).toEqual(['title', null]);
  });
});
