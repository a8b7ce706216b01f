import { beforeAll, describe, expect, it } from 'vitest';
import { defineType, expectDone, publishEntry } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { startOwnService, type TestProject, testLocales } from '../../../support/service.ts';

const service = await startOwnService();
let project: TestProject;
let id: string;
const lookup = '/v1/content/page/lookup';

beforeAll(async () => {
  project = await service.newProject();
  await defineType(project, 'page', [
    { key: 'title', type: 'string' },
    { key: 'path', type: 'url', options: { unique: true } },
    { key: 'code', type: 'string', options: { unique: true } },
  ]);
  await defineType(project, 'home', { title: 'string' }, { kind: 'singleton' });
  await defineType(project, 'note', { title: 'string' });
  id = await publishEntry(project, 'page', { title: 'Prices', path: '/pricing', code: 'Ü-1' });
});

describe('a look-up', () => {
  it('returns the entry with its locales, to a publishable key too', async () => {
    const single = expectDone(await project.publishable.get(`/v1/content/page/${id}`));
    const locale = { locale: 'en', locales: ['en', ...testLocales], fallbacks: {}, matched_locale: 'en' };

    expect(expectDone(await project.publishable.get(`${lookup}?where[path]=/pricing`))).toEqual({
      ...single,
      ...locale,
    });
  });

  it.each([
    ['where[code]=Ü-1', 'a composed letter'],
    [`where[code]=${'U\u0308'}-1`, 'a decomposed letter'],
    ['where[code][eq]=Ü-1', 'a named operator'],
  ])('finds %s, %s', async (query) => {
    expect(expectDone(await project.secret.get(encodeURI(`${lookup}?${query}`))).id).toBe(id);
  });

  it('compares whole values with their case', async () => {
    for (const query of ['where[code]=ü-1', 'where[path]=/pric', 'where[path]='])
      expect((await project.secret.get(encodeURI(`${lookup}?${query}`))).status).toBe(404);
  });

  it('returns only the requested fields', async () => {
    const entry = expectDone(await project.secret.get(`${lookup}?where[path]=/pricing&fields=title`));

    expect(entry.values).toEqual({ title: 'Prices' });
  });

  it.each([
    ['', 'where'],
    ['?where[title]=Prices', 'where[title]'],
    ['?where[path]=/pricing&where[code]=a', 'where[code]'],
    ['?where[path][ne]=/pricing', 'where[path][ne]'],
  ])('rejects %s', async (query, param) => {
    const answer = await project.secret.get(lookup + query);

    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_parameter', param } } });
    expect(answer.body.error.available_fields).toEqual(['path', 'code']);
  });

  it.each([
    ['/v1/content/home/lookup?where[title]=a', 'not_a_collection'],
    ['/v1/content/nothing/lookup?where[title]=a', 'unknown_content_type'],
    ['/v1/content/note/lookup?where[title]=a', 'invalid_parameter'],
    [`${lookup}?where[nothing]=a`, 'unknown_filter_field'],
    [`${lookup}?where[path]=a&limit=1`, 'unknown_parameter'],
    [`${lookup}?where[path]=/nothing`, 'unknown_entry'],
  ])('rejects %s with %s', async (path, code) => {
    expect((await project.secret.get(path)).body.error.code).toBe(code);
  });

  it('finds no entry of another project, and no draft', async () => {
    const other = await service.newProject();
    await defineType(other, 'page', [{ key: 'path', type: 'url', options: { unique: true } }]);
    expect((await other.secret.get(`${lookup}?where[path]=/pricing`)).status).toBe(404);

    expectDone(await project.secret.post('/v1/content/page/entries', { values: { path: '/draft' } }));
    const answer = await project.secret.get(`${lookup}?where[path]=/draft`);
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'unknown_entry' } } });
  });

  it('finds drafts in previews', async () => {
    const entry = { values: { path: '/first' }, publish: true };
    const created = expectDone(await project.secret.post('/v1/content/page/entries', entry));
    const draft = { values: { path: '/second' } };
    expectDone(await project.secret.patch(`/v1/content/page/${created.id}?draft=true`, draft));
    const editor = await signedIn(service, project.id, 'editor');
    const { token } = (await editor.send('POST', `/projects/${project.id}/preview`, {})).body;
    const readPreview = (path: string) => project.as(token).get(`/preview${lookup}?where[path]=${path}`);

    expect(await readPreview('/second')).toMatchObject({ status: 200, body: { id: created.id } });
    expect((await readPreview('/first')).status).toBe(404);
    expect((await project.secret.get(`${lookup}?where[path]=/second`)).status).toBe(404);
  });

  it('finds the next holder of a value, although its revision is the same', async () => {
    const first = await publishEntry(project, 'page', { path: '/moving' });
    const before = await project.publishable.get(`${lookup}?where[path]=/moving`);
    const repeated = { 'if-none-match': before.headers.get('etag') ?? '' };
    expect((await project.publishable.get(`${lookup}?where[path]=/moving`, repeated)).status).toBe(304);

    expectDone(await project.secret.patch(`/v1/content/page/${first}`, { values: { path: null } }));
    expect((await project.publishable.get(`${lookup}?where[path]=/moving`, repeated)).status).toBe(404);
    const second = await publishEntry(project, 'page', { path: '/moving' });
    const after = await project.publishable.get(`${lookup}?where[path]=/moving`, repeated);
    expect(after).toMatchObject({ status: 200, body: { id: second, revision: before.body.revision } });
  });

  it('is closed to keys of other types', async () => {
    const { token } = await project.newKey({
      purpose: 'secret',
      scopes: { can: ['read'], areas: ['content'], types: ['note'] },
    });

    expect((await project.as(token).get(`${lookup}?where[path]=/pricing`)).body.error.code).toBe(
      'scope_required',
    );
  });
});
