import { endKeeping } from '../../../support/content/removed-fields.ts';
import { settleTypes } from '../../../../src/content/types/service.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createEntry, defineType, publishEntry, refusal } from '../../../support/content.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { databaseOf } from '../../../support/database.ts';

const service = await startService();
const title = { key: 'title', type: 'string' };
const number = { key: 'n', type: 'number' };
const path = '/v1/schema/content-types/page';

/** Waits until the values of removed fields are cleared. */
async function cleared(project: TestProject): Promise<void> {
  const types = databaseOf(service.app.system).collection('content_types');
  while ((await types.findOne({ project_id: project.id, removed: { $ne: [] } })) !== null) await wait(20);
}

function storedEntries(project: TestProject) {
  return databaseOf(service.app.system)
    .collection('entries')
    .find({ project_id: project.id })
    .sort({ _id: 1 })
    .toArray();
}

describe('a field that is left out', () => {
  it('vanishes from reads, writes, filters and sorts in the same step', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', [title, number]);
    const id = await publishEntry(project, 'page', { title: 'A', n: 1 });

    await defineType(project, 'page', [title]);

    const list = await project.publishable.get('/v1/content/page');
    expect(list.body.data[0].values).toEqual({ title: 'A' });
    expect(refusal(await project.publishable.get('/v1/content/page?where[n]=1'))).toEqual([
      400,
      'unknown_filter_field',
      'where[n]',
    ]);
    expect(refusal(await project.publishable.get('/v1/content/page?sort=n'))).toEqual([
      400,
      'unknown_sort_field',
      'sort',
    ]);
    const write = await project.secret.patch(`/v1/content/page/${id}`, { values: { n: 2 } });
    expect(refusal(write)).toEqual([400, 'unknown_field', 'n']);
  });

  it('is cleared from draft and live, and then its key may come back with another type', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', [title, number]);
    await publishEntry(project, 'page', { title: 'A', n: 1 });
    await createEntry(project, 'page', { title: 'B', n: 2 });
    await defineType(project, 'page', [title]);
    await endKeeping(service, project.id);
    await settleTypes(service.app.system, service.app.clock.now());
    await cleared(project);

    expect((await storedEntries(project)).map(({ draft, live }) => [draft, live])).toEqual([
      [{ title: 'A' }, { title: 'A' }],
      [{ title: 'B' }, null],
    ]);
    await defineType(project, 'page', [title, { key: 'n', type: 'text' }]);
    expect((await project.publishable.get('/v1/content/page')).body.data[0].values).toEqual({
      title: 'A',
      n: null,
    });
  });

  it('until then is field_being_removed; asking clears what a stopped process left', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', [title]);
    const types = databaseOf(service.app.system).collection('content_types');
    await types.updateOne({ project_id: project.id }, { $set: { removed: [{ key: 'n', type: 'number' }] } });
    const again = { fields: [title, { key: 'n', type: 'text' }] };

    const early = await project.secret.put(path, again);

    expect(refusal(early)).toEqual([409, 'field_being_removed', 'fields[1].key']);
    await cleared(project);
    expect((await project.secret.put(path, again)).status).toBe(200);
  });
});

describe('options against the entries that are there', () => {
  it('a choice that a draft or a live value has cannot go: choice_in_use', async () => {
    const project = await service.newProject();
    const select = (...choices: string[]) => [title, { key: 'color', type: 'select', options: { choices } }];
    await defineType(project, 'page', select('red', 'green', 'blue'));
    const id = await publishEntry(project, 'page', { color: 'red' });
    await createEntry(project, 'page', { color: 'green' });

    for (const kept of [
      ['green', 'blue'],
      ['red', 'blue'],
    ]) {
      const answer = await project.secret.put(path, { fields: select(...kept) });
      expect(refusal(answer)).toEqual([409, 'choice_in_use', 'fields[1].options.choices']);
    }
    await defineType(project, 'page', select('red', 'green'));
    await project.secret.patch(`/v1/content/page/${id}`, { values: { color: null } });
    await defineType(project, 'page', select('green'));
  });

  it('a field that becomes required leaves older entries served and says so at their next publication', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', [title, number]);
    const id = await publishEntry(project, 'page', { title: 'A' });

    await defineType(project, 'page', [title, { ...number, required: true }]);

    expect((await project.publishable.get(`/v1/content/page/${id}`)).body.values).toEqual({
      title: 'A',
      n: null,
    });
    const edit = await project.secret.patch(`/v1/content/page/${id}`, { values: { title: 'B' } });
    expect(edit.status).toBe(200);
    const published = await project.secret.patch(`/v1/content/page/${id}`, { publish: true });
    expect(refusal(published)).toEqual([400, 'missing_required_field', 'n']);
  });

  it('a field becomes unique only when no two entries share a value', async () => {
    const project = await service.newProject();
    const unique = [{ ...title, options: { unique: true } }];
    await defineType(project, 'page', [title]);
    await publishEntry(project, 'page', { title: 'A' });
    await publishEntry(project, 'page', {});
    await publishEntry(project, 'page', {});
    const double = await createEntry(project, 'page', { title: 'A' });

    const refused = await project.secret.put(path, { fields: unique });
    expect(refusal(refused)).toEqual([409, 'field_value_taken', 'fields[0].options.unique']);

    await project.secret.patch(`/v1/content/page/${double.id}`, { values: { title: 'B' } });
    await defineType(project, 'page', unique);
    for (const taken of ['A', 'B']) {
      const answer = await project.secret.post('/v1/content/page/entries', { values: { title: taken } });
      expect(refusal(answer)).toEqual([409, 'field_value_taken', 'title']);
    }
  });

  it('a shorter bound leaves older values as they are', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', [title]);
    const id = await publishEntry(project, 'page', { title: 'A long title' });

    await defineType(project, 'page', [{ ...title, options: { max_length: 3 } }]);

    expect((await project.publishable.get(`/v1/content/page/${id}`)).body.values.title).toBe('A long title');
  });
});

describe('options.content_type of a reference', () => {
  const refersTo = (slug: string) => [{ key: 'to', type: 'reference', options: { content_type: slug } }];
  const param = 'fields[0].options.content_type';

  it('names an existing collection of the release', async () => {
    const project = await service.newProject();
    await defineType(project, 'author', [title]);
    await defineType(project, 'home', [title], { kind: 'singleton' });

    const unknown = await project.secret.put(path, { fields: refersTo('autor') });
    expect(refusal(unknown)).toEqual([404, 'unknown_content_type', param]);
    expect(unknown.body.error).toMatchObject({ did_you_mean: 'author', available_types: ['author', 'home'] });
    const singleton = await project.secret.put(path, { fields: refersTo('home') });
    expect(refusal(singleton)).toEqual([400, 'not_a_collection', param]);
    expect((await project.secret.put(path, { fields: refersTo('author') })).status).toBe(201);
  });

  it('may be the type itself, defined in the same request, unless that is a singleton', async () => {
    const project = await service.newProject();

    expect((await project.secret.put(path, { fields: refersTo('page') })).status).toBe(201);
    const single = await project.secret.put('/v1/schema/content-types/one', {
      kind: 'singleton',
      fields: refersTo('one'),
    });
    expect(refusal(single)).toEqual([400, 'not_a_collection', param]);
  });

  it('may change; values that no longer fit read null', async () => {
    const project = await service.newProject();
    await defineType(project, 'a', [title]);
    await defineType(project, 'b', [title]);
    const target = await publishEntry(project, 'a', { title: 'T' });
    await defineType(project, 'page', [
      ...refersTo('a'),
      { key: 'links', type: 'link_list', options: { target: 'author' } },
    ]);
    const id = await publishEntry(project, 'page', { to: target });
    expect((await project.publishable.get(`/v1/content/page/${id}`)).body.values.to.id).toBe(target);

    await defineType(project, 'page', refersTo('b'));

    expect((await project.publishable.get(`/v1/content/page/${id}`)).body.values.to).toBeNull();
  });
});
