import { beforeAll, describe, expect, it } from 'vitest';
import { createEntry, defineType, publishEntry, refusal } from '../../../support/content.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
let project: TestProject;
beforeAll(async () => {
  project = await service.newProject();
  await defineType(project, 'page', [
    { key: 'title', type: 'string', required: true },
    { key: 'text', type: 'text' },
    { key: 'n', type: 'number', options: { default: 7 } },
  ]);
  await defineType(project, 'other', { title: 'string' });
  await defineType(project, 'home', { title: 'string' }, { kind: 'singleton' });
});

const at = (id: string) => `/v1/content/page/${id}`;

describe('PATCH /v1/content/{type}/{entryId}', () => {
  it('leaves omitted keys alone, clears a field by null, fills no default and keeps the id', async () => {
    const { id } = await createEntry(project, 'page', { title: 'A', text: 'T', n: 1 });

    const answer = await project.secret.patch(at(id), { values: { text: null, title: 'B' } });

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      id,
      status: 'draft',
      values: { title: 'B', text: null, n: 1 },
      revision: 2,
    });
    const cleared = await project.secret.patch(at(id), { values: { n: null } });
    expect(cleared.body.values.n).toBeNull();
  });

  it('on a published entry goes live at once and leaves the publish state alone', async () => {
    const id = await publishEntry(project, 'page', { title: 'A', text: 'T' });
    const before = (await project.publishable.get(at(id))).body;

    await project.secret.patch(at(id), { values: { title: 'B' } });

    const after = (await project.publishable.get(at(id))).body;
    expect(after).toMatchObject({ values: { title: 'B', text: 'T' }, revision: 2 });
    expect(after.published_at).toBe(before.published_at);
    expect(after.created_at).toBe(before.created_at);
    expect(after.updated_at > before.updated_at).toBe(true);
  });

  it('that changes nothing keeps revision and updated_at and tells nobody', async () => {
    const quiet = await service.newProject();
    await defineType(quiet, 'page', { title: 'string' });
    const created = await createEntry(quiet, 'page', { title: 'A' }, { publish: true });

    const answer = await quiet.secret.patch(at(created.id), { values: { title: 'A' }, publish: true });

    expect([answer.status, answer.body]).toEqual([200, created]);
    expect(await quiet.events()).toEqual(['content.type.updated', 'content.entry.published']);
  });

  it.each<[object, string, string | undefined]>([
    [{}, 'nothing_to_update', undefined],
    [{ published_at: '2020-01-01' }, 'invalid_published_at', 'published_at'],
    [{ publish: false, published_at: '2020-01-01' }, 'invalid_published_at', 'published_at'],
    [{ values: { titel: 'B' } }, 'unknown_field', 'titel'],
    [{ values: { title: null } }, 'missing_required_field', 'title'],
    [{ values: { title: 5 } }, 'invalid_field_value', 'title'],
    [{ values: null }, 'invalid_field_value', 'values'],
    [{ id: 'ent_x' }, 'unknown_field', 'id'],
    [{ publish: 1 }, 'invalid_field_value', 'publish'],
  ])('refuses %j: %s', async (body, code, param) => {
    const { id } = await createEntry(project, 'page', { title: 'A' });

    expect(refusal(await project.secret.patch(at(id), body))).toEqual([400, code, param]);
  });

  it('takes empty values as an edit that changes nothing', async () => {
    const { id } = await createEntry(project, 'page', { title: 'A' });

    expect(await project.secret.patch(at(id), { values: {} })).toMatchObject({
      status: 200,
      body: { revision: 1 },
    });
  });

  it('checks the fields sent, and everything when it publishes', async () => {
    await defineType(project, 'grown', { a: 'string', b: 'string' });
    const { id } = await createEntry(project, 'grown', { a: 'A' });
    await defineType(project, 'grown', [
      { key: 'a', type: 'string' },
      { key: 'b', type: 'string', required: true },
    ]);

    const edit = await project.secret.patch(`/v1/content/grown/${id}`, { values: { a: 'B' } });
    expect(edit.status).toBe(200);
    const publication = await project.secret.patch(`/v1/content/grown/${id}`, { publish: true });
    expect(refusal(publication)).toEqual([400, 'missing_required_field', 'b']);
    const both = await project.secret.patch(`/v1/content/grown/${id}`, { publish: true, values: { b: 'B' } });
    expect(both.body.status).toBe('published');
  });

  it.each([
    ['other', 'of another type'],
    ['page', 'that nobody has'],
  ])('answers unknown_entry for an id %#', async (type) => {
    const id =
      type === 'other' ? (await createEntry(project, 'page', { title: 'A' })).id : `ent_${'0'.repeat(26)}`;

    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { body: { values: {} } } : {};
      const answer = await project.secret.send(method, `/v1/content/${type}/${id}`, body);
      expect([method, ...refusal(answer)]).toEqual([method, 404, 'unknown_entry', 'entryId']);
    }
  });

  it.each(['entries', 'ent_', 'ent_UPPER', 'rel_01h00000000000000000000000', '%00', '..%2f..'])(
    'answers unknown_entry for the malformed id %s',
    async (id) => {
      expect(refusal(await project.secret.get(at(id)))).toEqual([404, 'unknown_entry', 'entryId']);
    },
  );

  it('is for collections: not_a_collection', async () => {
    const answer = await project.secret.patch(`/v1/content/home/ent_${'0'.repeat(26)}`, { values: {} });

    expect(refusal(answer)).toEqual([400, 'not_a_collection', 'type']);
  });

  it('with dry_run=true changes nothing', async () => {
    const id = await publishEntry(project, 'page', { title: 'A' });

    const answer = await project.secret.patch(`${at(id)}?dry_run=true`, { values: { title: 'B' } });

    expect(answer.body).toMatchObject({ values: { title: 'B' }, revision: 2, meta: { dry_run: true } });
    expect((await project.publishable.get(at(id))).body).toMatchObject({
      values: { title: 'A' },
      revision: 1,
    });
  });
});

describe('If-Match', () => {
  it.each<[string, (tag: string) => string, number]>([
    ['the tag of a read', (tag) => tag, 200],
    ['the revision alone', () => '"1"', 200],
    ['the revision without quotes', () => '1', 200],
    ['one of several', () => '"9", "1"', 200],
    ['any', () => '*', 200],
    ['a weak tag', (tag) => `W/${tag}`, 200],
    ['another revision', () => '"2"', 409],
    ['the revision with another hash', () => '"1-abc"', 200],
    ['what is no tag', () => 'abc', 409],
  ])('%s: %#', async (_name, header, status) => {
    const id = await publishEntry(project, 'page', { title: 'A' });
    const tag = String((await project.publishable.get(at(id))).headers.get('ETag'));

    const answer = await project.secret.patch(
      at(id),
      { values: { title: 'B' } },
      { 'If-Match': header(tag) },
    );

    expect(answer.status).toBe(status);
    if (status === 409)
      expect(answer.body.error).toMatchObject({ code: 'revision_conflict', current_revision: 1 });
  });

  it('guards DELETE too', async () => {
    const id = await publishEntry(project, 'page', { title: 'A' });

    expect((await project.secret.delete(at(id), { 'If-Match': '"3"' })).status).toBe(409);
    expect((await project.secret.delete(at(id), { 'If-Match': '"1"' })).status).toBe(204);
  });

  it('lets exactly one of several writers with the same tag pass', async () => {
    const id = await publishEntry(project, 'page', { title: 'A' });

    const answers = await Promise.all(
      ['B', 'C', 'D', 'E'].map((title) =>
        project.secret.patch(at(id), { values: { title } }, { 'If-Match': '"1"' }),
      ),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('left out lets the last write win, field by field', async () => {
    const id = await publishEntry(project, 'page', { title: 'A' });

    await Promise.all([
      project.secret.patch(at(id), { values: { text: 'T' } }),
      project.secret.patch(at(id), { values: { n: 5 } }),
      project.secret.patch(at(id), { values: { title: 'B' } }),
    ]);

    expect((await project.publishable.get(at(id))).body).toMatchObject({
      values: { title: 'B', text: 'T', n: 5 },
      revision: 4,
    });
  });
});
