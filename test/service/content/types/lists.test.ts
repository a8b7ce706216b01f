import { beforeAll, describe, expect, it } from 'vitest';
import { createEntry, defineType, refusal } from '../../../support/content.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
const path = '/v1/schema/content-types';
const title = { key: 'title', type: 'string' };

let project: TestProject;
beforeAll(async () => {
  project = await service.newProject();
});

describe('GET /v1/schema/content-types', () => {
  it('lists every type with its fields on one page, in the order of their making', async () => {
    const listed = await service.newProject();
    const first = await defineType(listed, 'zebra', [title]);
    const second = await defineType(listed, 'ant', { n: 'number' }, { kind: 'singleton' });

    const answer = await listed.secret.get(path);

    expect(answer.body).toEqual({
      data: [first, second],
      meta: { limit: 2, has_more: false, next_cursor: null, next_offset: null },
    });
    expect((await listed.secret.get(`${path}/ant`)).body).toEqual(second);
  });

  it.each(['limit=1', 'cursor=x', 'offset=0'])('has no parameter %s', async (query) => {
    const answer = await project.secret.get(`${path}?${query}`);
    expect(refusal(answer)).toEqual([400, 'unknown_parameter', query.split('=')[0]]);
  });

  it('answers unknown_content_type with available_types and a suggestion', async () => {
    const listed = await service.newProject();
    await defineType(listed, 'article', [title]);
    await defineType(listed, 'page', [title]);

    const answer = await listed.secret.get(`${path}/artcle`);

    expect(refusal(answer)).toEqual([404, 'unknown_content_type', 'type']);
    expect(answer.body.error).toMatchObject({
      available_types: ['article', 'page'],
      did_you_mean: 'article',
    });
    expect(refusal(await createOf(listed, 'artcle'))).toEqual([404, 'unknown_content_type', 'type']);
  });

  function createOf(of: TestProject, type: string) {
    return of.secret.post(`/v1/content/${type}/entries`, { values: {} });
  }

  it.each(['GET', 'PUT'])('needs a secret key to %s', async (method) => {
    const body = method === 'PUT' ? { body: { fields: [] } } : {};
    const answer = await project.publishable.send(method, `${path}/page`, body);
    expect(refusal(answer)).toEqual([403, 'secret_key_required', undefined]);
  });
});

describe('content.type.updated', () => {
  it('tells what was added, removed, relabelled, reordered and given other options', async () => {
    const told = await service.newProject();
    const fields = ['a', 'b', 'c', 'd'].map((key) => ({ key, type: 'number' }));
    await defineType(told, 'page', fields);
    await defineType(told, 'page', [
      { key: 'e', type: 'text' },
      { key: 'c', type: 'number' },
      { key: 'a', type: 'number', label: 'First' },
      { key: 'd', type: 'number', options: { min: 1 } },
    ]);

    const [created, changed] = await told.eventData();

    expect(created).toEqual({
      slug: 'page',
      name: 'Page',
      kind: 'collection',
      changes: ['a', 'b', 'c', 'd'].map((key) => ({ key, change: 'added' })),
      url: '/v1/schema/content-types/page',
    });
    expect(changed?.['changes']).toEqual([
      { key: 'e', change: 'added' },
      { key: 'c', change: 'reordered' },
      { key: 'a', change: 'relabelled' },
      { key: 'a', change: 'reordered' },
      { key: 'd', change: 'options' },
      { key: 'b', change: 'removed' },
    ]);
  });

  it('is not told of entries: defining a type over and over leaves them as they are', async () => {
    await defineType(project, 'press-release', [title]);
    const entry = await createEntry(project, 'press-release', { title: 'A' });
    await defineType(project, 'press-release', [title, { key: 'more', type: 'text', required: true }]);

    const answer = await project.secret.patch(`/v1/content/press-release/${entry.id}`, {
      values: { title: 'B' },
    });

    expect(answer.body).toMatchObject({ values: { title: 'B', more: null }, revision: 2 });
  });
});
