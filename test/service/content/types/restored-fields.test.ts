import { settleBlocks } from '../../../../src/content/types/blocks/service.ts';
import { describe, expect, it } from 'vitest';
import {
  createEntry,
  dayMs,
  expectDone,
  inMs,
  pluck,
  publishEntry,
  refusal,
} from '../../../support/content.ts';
import { clearRemoved, endKeeping } from '../../../support/content/removed-fields.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
const database = databaseOf(service.app.system);
const field = (key: string, type = 'string', options: object = {}) => ({ key, type, options });
const title = field('title');
const typePath = '/v1/schema/content-types/story';

const put = (project: TestProject, fields: object[], query = '') =>
  project.secret.put(`${typePath}${query}`, { fields });
const putType = (project: TestProject, fields: object[], query = '') =>
  put(project, fields, query).then(expectDone);
const read = async (project: TestProject, id: string) =>
  expectDone(await project.publishable.get(`/v1/content/story/${id}`)).values as Record<string, unknown>;
const found = async (project: TestProject, query: string) =>
  pluck(expectDone(await project.publishable.get(`/v1/content/story?${query}`)).data, 'id');

/** Waits until no index shows the values of removed fields any more. */
async function detached(project: TestProject): Promise<void> {
  const unsettled = { project_id: project.id, is_settled: false };
  for (const name of ['content_types', 'blocks'])
    await expect.poll(() => database.collection(name).countDocuments(unsettled)).toBe(0);
}

describe('a removed field that is added again within a week', () => {
  it.each([
    ['string', 'A', {}, 'where[f]=A'],
    ['text', 'Long', {}, 'where[f][contains]=ong'],
    ['number', 7, {}, 'where[f][gte]=7&sort=f'],
    ['boolean', true, {}, 'where[f]=true'],
    ['date', '2026-01-02', {}, 'where[f]=2026-01-02'],
    ['select', 'a', { choices: ['a', 'b'] }, 'where[f]=a'],
    ['url', 'https://example.org/x', { unique: true }, 'where[f]=https://example.org/x'],
    ['string_list', ['x', 'y'], {}, 'where[f][contains]=y'],
    ['geo_point', { lat: 1, lng: 2 }, {}, 'where[f][near]=1,2,10'],
    ['json', { a: [null] }, {}, null],
  ])('has its values of %s', async (type, value, options, query) => {
    const project = await service.newProject();
    const removed = field('f', type, options);
    await putType(project, [title, removed]);
    const id = await publishEntry(project, 'story', { title: 'A', f: value });
    const before = await read(project, id);
    await putType(project, [title]);
    await detached(project);

    expect(await read(project, id)).toEqual({ title: 'A' });
    await putType(project, [title, removed]);

    expect(await read(project, id)).toEqual(before);
    if (query !== null) expect(await found(project, query)).toEqual([id]);
    await detached(project);
    if (query !== null) expect(await found(project, query)).toEqual([id]);
    await clearRemoved(service, project.id);
    expect(await read(project, id)).toEqual(before);
  });

  it('has them in drafts, scheduled changes and renamed fields too, but not what another field got meanwhile', async () => {
    const project = await service.newProject();
    await putType(project, [title, field('teaser')]);
    await putType(project, [title, { ...field('intro'), renamed_from: 'teaser' }]);
    const draft = await createEntry(project, 'story', { title: 'D', intro: 'draft' });
    const live = await publishEntry(project, 'story', { title: 'L', intro: 'live' });
    const change = { values: { intro: 'later' }, publish_at: inMs(dayMs) };
    expectDone(await project.secret.patch(`/v1/content/story/${live}`, change));
    await putType(project, [title]);
    await detached(project);
    const between = await publishEntry(project, 'story', { title: 'M' });
    expectDone(await project.secret.patch(`/v1/content/story/${live}`, { values: { title: 'M2' } }));

    await putType(project, [title, field('intro')]);

    const published = await project.secret.patch(`/v1/content/story/${draft.id}`, { publish: true });
    expect(published.body.values).toEqual({ title: 'D', intro: 'draft' });
    expect(await read(project, live)).toEqual({ title: 'M2', intro: 'live' });
    expect(await read(project, between)).toEqual({ title: 'M', intro: null });
    const now = await project.secret.patch(`/v1/content/story/${live}`, { publish: true, publish_at: null });
    expect(now.body.values.intro).toBe('later');
  });

  it('is unique again, and warns where two entries share a value', async () => {
    const project = await service.newProject();
    const unique = field('sku', 'string', { unique: true });
    await putType(project, [title, unique]);
    await publishEntry(project, 'story', { title: 'A', sku: '1' });
    await putType(project, [title]);
    await detached(project);
    await putType(project, [title, unique]);

    const taken = await project.secret.post('/v1/content/story/entries', { values: { sku: '1' } });
    expect(refusal(taken)).toEqual([409, 'field_value_taken', 'sku']);
  });

  it('has none of them once the week is over, before and after the job has run', async () => {
    for (const runsFirst of [true, false]) {
      const project = await service.newProject();
      await putType(project, [title, field('body')]);
      const id = await publishEntry(project, 'story', { title: 'A', body: 'B' });
      await putType(project, [title]);
      await detached(project);
      await (runsFirst ? clearRemoved : endKeeping)(service, project.id);

      await putType(project, [title, field('body')]);

      expect(await read(project, id)).toEqual({ title: 'A', body: null });
      expect(await found(project, 'where[body]=B')).toEqual([]);
      await clearRemoved(service, project.id);
      expect(await read(project, id)).toEqual({ title: 'A', body: null });
      const [row] = await database.collection('entries').find({ id }).toArray();
      expect(JSON.stringify(row)).not.toContain('"B"');
    }
  });

  it('may come back with another type at once; the previous values stay to be restored', async () => {
    const project = await service.newProject();
    await putType(project, [title, field('price', 'number')]);
    const id = await publishEntry(project, 'story', { title: 'A', price: 5 });
    await putType(project, [title]);

    await putType(project, [title, field('price')]);
    expect(await read(project, id)).toEqual({ title: 'A', price: null });
    expectDone(await project.secret.patch(`/v1/content/story/${id}`, { values: { price: 'five' } }));
    await putType(project, [title]);
    await putType(project, [title, field('price', 'number')]);
    expect(await read(project, id)).toEqual({ title: 'A', price: 5 });
    await putType(project, [title]);
    await putType(project, [title, field('price')]);
    expect(await read(project, id)).toEqual({ title: 'A', price: 'five' });
  });

  it('gives its values up when another field is renamed to its key', async () => {
    const project = await service.newProject();
    await putType(project, [title, field('body'), field('text')]);
    const id = await publishEntry(project, 'story', { title: 'A', body: 'removed', text: 'renamed' });
    await putType(project, [title, field('text')]);

    await putType(project, [title, { ...field('body'), renamed_from: 'text' }]);

    expect(await read(project, id)).toEqual({ title: 'A', body: 'renamed' });
    await expect
      .poll(async () => JSON.stringify(await database.collection('entries').findOne({ id })))
      .not.toContain('removed');
    await putType(project, [title]);
    await putType(project, [title, field('body')]);
    expect(await read(project, id)).toEqual({ title: 'A', body: 'renamed' });
  });

  it('takes part in a clone, on its own there, and after its promotion', async () => {
    const project = await service.newProject();
    await putType(project, [title, field('body')]);
    const id = await publishEntry(project, 'story', { title: 'A', body: 'B' });
    await putType(project, [title]);
    await detached(project);
    const release = expectDone(await project.secret.post('/v1/releases', { name: 'Next' }));

    await putType(project, [title, field('body')], `?release=${release.id}`);
    expect(await read(project, id)).toEqual({ title: 'A' });
    expectDone(await project.secret.post(`/v1/releases/${release.id}/promote`, {}));

    expect(await read(project, id)).toEqual({ title: 'A', body: 'B' });
  });

  it('takes its values from a version and from the trash that were restored meanwhile', async () => {
    const project = await service.newProject();
    await putType(project, [title, field('body')]);
    const owner = await signedIn(service, project.id, 'owner');
    const send = (method: string, path: string, body?: object) =>
      owner.send(method, `/projects/${project.id}${path}`, body);
    const { body: first } = await send('POST', '/content/story/entries', {
      values: { title: 'A', body: 'old' },
    });
    const entry = `/content/story/entries/${first.id}`;
    expectDone(await project.secret.patch(`/v1/content/story/${first.id}`, { publish: true }));
    await send('PATCH', entry, { values: { title: 'A2', body: 'new' } });
    const { body: other } = await send('POST', '/content/story/entries', {
      values: { title: 'T', body: 'trash' },
    });
    await send('POST', '/content/story/bulk', { action: 'delete', ids: [other.id] });
    await putType(project, [title]);
    await detached(project);

    const versions = (await send('GET', `/versions/${first.id}`)).body.data as {
      id: string;
      published: boolean;
    }[];
    const published = versions.find((one) => one.published);
    const version = await send('GET', `/versions/${first.id}/${published?.id}`);
    expect(version.body.values).toEqual({ title: 'A' });
    const restored = await send('POST', `/versions/${first.id}/${published?.id}/restore`);
    expect(restored.body.draft).toEqual({ title: 'A' });
    expect(pluck(restored.body.meta.warnings, 'param')).toEqual(['body']);
    await send('POST', '/trash/restore', { ids: [other.id] });
    expect((await send('GET', `/content/story/entries/${other.id}`)).body.draft).toEqual({ title: 'T' });

    await putType(project, [title, field('body')]);

    expect((await send('GET', entry)).body.draft).toEqual({ title: 'A', body: 'old' });
    expect((await send('GET', `/content/story/entries/${other.id}`)).body.draft).toEqual({
      title: 'T',
      body: 'trash',
    });
  });
});

describe('a removed unique field', () => {
  const unique = field('sku', 'string', { unique: true });

  async function withEditor() {
    const project = await service.newProject();
    await putType(project, [title, unique]);
    const owner = await signedIn(service, project.id, 'owner');
    const send = (method: string, path: string, body?: object) =>
      owner.send(method, `/projects/${project.id}${path}`, body).then(({ body: answer }) => answer);
    const create = async (values: object) =>
      String((await send('POST', '/content/story/entries', { values })).id);
    const draft = async (id: string) => (await send('GET', `/content/story/entries/${id}`)).draft as object;
    return { project, send, create, draft };
  }

  it('does not get a value from a version that another entry has', async () => {
    const { project, send, create, draft } = await withEditor();
    const first = await create({ title: 'A', sku: '1' });
    expectDone(await project.secret.patch(`/v1/content/story/${first}`, { publish: true }));
    expectDone(await project.secret.patch(`/v1/content/story/${first}`, { values: { sku: '2' } }));
    const second = await create({ title: 'B', sku: '1' });
    await putType(project, [title]);
    const versions = (await send('GET', `/versions/${first}`)).data as { id: string }[];

    await send('POST', `/versions/${first}/${versions.at(-1)?.id}/restore`);
    await putType(project, [title, unique]);

    expect([await draft(first), await draft(second)]).toEqual([{ title: 'A' }, { title: 'B', sku: '1' }]);
    expect((await read(project, first))['sku']).toBe('2');
    const taken = await project.secret.post('/v1/content/story/entries', { values: { sku: '2' } });
    expect(refusal(taken)).toEqual([409, 'field_value_taken', 'sku']);
  });

  it('does not get a value from the trash that another entry has, and gets one that is free', async () => {
    const { project, send, create, draft } = await withEditor();
    const [taken, free] = [await create({ title: 'A', sku: '1' }), await create({ title: 'B', sku: '2' })];
    await send('POST', '/content/story/bulk', { action: 'delete', ids: [taken, free] });
    const holder = await create({ title: 'C', sku: '1' });
    await putType(project, [title]);

    await send('POST', '/trash/restore', { ids: [taken, free] });
    await putType(project, [title, unique]);

    expect([await draft(taken), await draft(free), await draft(holder)]).toEqual([
      { title: 'A' },
      { title: 'B', sku: '2' },
      { title: 'C', sku: '1' },
    ]);
  });
});

describe('nothing sees the values of a removed field', () => {
  it('in the delete protection, the references or the uses of files and entries', async () => {
    const project = await service.newProject();
    await project.secret.put('/v1/schema/content-types/person', { fields: [field('name')] });
    const about = field('about', 'reference', { content_type: 'person' });
    await putType(project, [title, about]);
    const person = await publishEntry(project, 'person', { name: 'P' });
    await publishEntry(project, 'story', { title: 'A', about: person });
    await putType(project, [title]);
    await detached(project);

    const uses = expectDone(await project.secret.get(`/v1/content/person/${person}/referenced-by`));
    expect(uses.data).toEqual([]);
    expect((await project.secret.delete(`/v1/content/person/${person}`)).status).toBe(204);

    await putType(project, [title, about]);
    const { data } = expectDone(await project.publishable.get('/v1/content/story'));
    expect(pluck(data, 'values')).toEqual([{ title: 'A', about: null }]);
  });

  it('in filters, sorting, drafts and the editor', async () => {
    const project = await service.newProject();
    await putType(project, [title, field('body'), field('rank', 'number')]);
    const id = await publishEntry(project, 'story', { title: 'A', body: 'B', rank: 1 });
    await putType(project, [title]);
    const owner = await signedIn(service, project.id, 'owner');
    const editor = await owner.send('GET', `/projects/${project.id}/content/story/entries/${id}`);
    expect([editor.body.draft, editor.body.live]).toEqual([{ title: 'A' }, { title: 'A' }]);
    const list = await owner.send('GET', `/projects/${project.id}/content/story/entries`);
    expect(pluck(list.body.data, 'draft')).toEqual([{ title: 'A' }]);
    for (const query of ['where[body]=B', 'sort=rank', 'fields=body'])
      expect((await project.publishable.get(`/v1/content/story?${query}`)).status).toBe(400);
    const [type] = await database.collection('content_types').find({ project_id: project.id }).toArray();
    await detached(project);
    const [later] = await database.collection('content_types').find({ project_id: project.id }).toArray();
    expect(pluck(type?.['removed'], 'key')).toEqual(['body', 'rank']);
    expect(pluck(later?.['sort_slots'], 'key')).toEqual(['title']);
    expect(JSON.stringify(expectDone(await project.secret.get(typePath)))).not.toContain('removed');
  });
});

const blockId = `blk_${'7'.repeat(26)}`;

describe('a draft that differs from what is live in a removed field alone', () => {
  it.each([
    ['a field', false],
    ['a field of a block', true],
  ])('has no unpublished changes until the field returns: %s', async (_, isInBlock) => {
    const project = await service.newProject();
    const note = field('note');
    const list = field('list', 'blocks', { blocks: ['part'] });
    const putFields = async (fields: object[]) => {
      if (!isInBlock) return putType(project, fields);
      expectDone(await project.secret.put('/v1/schema/blocks/part', { fields }));
      return putType(project, [title, list]);
    };
    await putFields([title, note]);
    const values = (text: string) =>
      isInBlock ? { list: [{ id: blockId, block: 'part', values: { note: text } }] } : { note: text };
    const id = await publishEntry(project, 'story', { title: 'A', ...values('live') });
    const patch = (body: object, query = '') =>
      project.secret.patch(`/v1/content/story/${id}${query}`, body).then(expectDone);
    await patch({ values: values('later'), publish_at: inMs(dayMs) });
    await patch({ values: values('draft') }, '?draft=true');
    const owner = await signedIn(service, project.id, 'owner');
    const get = async (path: string) => (await owner.send('GET', `/projects/${project.id}${path}`)).body;
    const states = async () => {
      const rows = await get('/content/story/entries');
      const changed = await get('/content/story/entries?status=changed');
      const editor = await get(`/content/story/entries/${id}`);
      const home = await get('/home');
      return {
        row: pluck(rows.data, 'has_unpublished_changes'),
        tab: pluck(changed.data, 'id'),
        editor: [editor.has_unpublished_changes, editor.publish_at_outdated],
        home: pluck(home.recent, 'has_changes'),
      };
    };
    const changed = { row: [true], tab: [id], editor: [true, true], home: [true] };
    expect(await states()).toEqual(changed);

    await putFields([title]);
    await detached(project);
    expect(await states()).toEqual({ row: [false], tab: [], editor: [false, undefined], home: [false] });
    const same = await patch({ values: { title: 'B' } });
    expect(same.has_unpublished_changes).toBe(false);
    const differing = await patch({ values: { title: 'C' } }, '?draft=true');
    expect(differing.has_unpublished_changes).toBe(true);
    await patch({ values: { title: 'B' } }, '?draft=true');

    await putFields([title, note]);
    await detached(project);
    expect(await states()).toEqual(changed);
  });
});

describe('a removed field of a block', () => {
  const part = (values: object) => ({ block: 'part', values });
  const putBlock = (project: TestProject, fields: object[]) =>
    project.secret.put('/v1/schema/blocks/part', { fields }).then(expectDone);
  const items = field('items', 'blocks', { blocks: ['part'] });

  async function withBlocks(fields: object[]) {
    const project = await service.newProject();
    await putBlock(project, [title]);
    await putBlock(project, fields);
    await putType(project, [title, field('list', 'blocks', { blocks: ['part'] })]);
    return project;
  }

  it('comes back within a week with its values at every level, and later with none', async () => {
    const choice = field('tone', 'select', { choices: ['dark', 'light'] });
    const project = await withBlocks([title, items, choice, field('note')]);
    const list = [
      part({ note: 'N1', tone: 'dark', items: [part({ note: 'N2', items: [part({ note: 'N3' })] })] }),
    ];
    const id = await publishEntry(project, 'story', { list });
    const before = await read(project, id);

    await putBlock(project, [title]);
    await detached(project);
    expect((await read(project, id))['list']).toMatchObject([{ values: { title: null } }]);
    await putBlock(project, [title, items, choice, field('note')]);
    expect(await read(project, id)).toEqual(before);

    await putBlock(project, [title, items]);
    await clearRemoved(service, project.id);
    await putBlock(project, [title, items, choice, field('note')]);
    const text = JSON.stringify(await read(project, id));
    expect(text).not.toMatch(/N[123]|dark/);
    expect(text).toContain('"note":null');
  });

  it('is cleared in blocks of a removed list too, so that it can have another type there', async () => {
    const project = await withBlocks([title, field('note')]);
    const lists = field('list', 'blocks', { blocks: ['part'] });
    const id = await publishEntry(project, 'story', { title: 'A', list: [part({ title: 'T', note: 'N' })] });
    await putBlock(project, [title]);
    await clearRemoved(service, project.id);
    await putBlock(project, [title, field('note')]);
    expectDone(
      await project.secret.patch(`/v1/content/story/${id}`, {
        values: { list: [part({ title: 'T', note: 'N' })] },
      }),
    );
    await putType(project, [title]);
    await detached(project);
    await putBlock(project, [title]);
    await database
      .collection('blocks')
      .updateMany({ project_id: project.id }, { $set: { 'removed.$[].kept_until': new Date(0) } });
    await settleBlocks(service.app.system, service.app.clock.now());
    await putBlock(project, [title, field('note', 'richtext')]);

    await putType(project, [title, lists]);

    expect((await read(project, id))['list']).toMatchObject([{ values: { title: 'T', note: null } }]);
  });

  it('is not restored once a block of its list was deleted, and protects none', async () => {
    const project = await withBlocks([title]);
    const lists = field('list', 'blocks', { blocks: ['part'] });
    const id = await publishEntry(project, 'story', { title: 'A', list: [part({ title: 'T' })] });
    await putType(project, [title]);
    await detached(project);
    const owner = await signedIn(service, project.id, 'owner');
    const deleted = await owner.send('DELETE', `/projects/${project.id}/blocks/part`, { confirm: 'part' });
    expect(deleted.status).toBe(204);
    await putBlock(project, [field('title', 'richtext')]);

    await putType(project, [title, lists]);

    expect(await read(project, id)).toEqual({ title: 'A', list: null });
  });
});

describe('choices of a field that is added again', () => {
  it('decide whether it has all of its values or none; those it has not stay for their week', async () => {
    const project = await service.newProject();
    const tone = (...choices: string[]) => field('tone', 'select', { choices });
    await putType(project, [title, tone('a', 'b')]);
    const ids = [
      await publishEntry(project, 'story', { title: 'A', tone: 'a' }),
      await publishEntry(project, 'story', { title: 'B', tone: 'b' }),
    ];
    const tones = () => Promise.all(ids.map(async (id) => (await read(project, id))['tone']));
    await putType(project, [title]);

    await putType(project, [title, tone('a', 'c')]);
    expect(await tones()).toEqual([null, null]);
    await putType(project, [title]);
    await putType(project, [title, tone('a', 'b', 'x')]);

    expect(await tones()).toEqual(['a', 'b']);
  });
});

describe('GET removed-fields', () => {
  it('lists what can be restored, newest first, once for each free key', async () => {
    const project = await service.newProject();
    const owner = await signedIn(service, project.id, 'owner');
    const list = async (path: string) =>
      (await owner.send('GET', `/projects/${project.id}${path}/removed-fields`)).body;
    const price = field('price', 'number', { min: 1 });
    await putType(project, [title, price, field('body')]);
    expect(await list('/content-types/story')).toEqual({ data: [] });
    await putType(project, [title, field('body')]);
    await putType(project, [title]);
    const served = (one: { key: string }, label: string) => ({ ...one, label });
    const [body, number] = [served(field('body'), 'Body'), served(price, 'Price')];

    const { data } = await list('/content-types/story');
    expect(pluck(data, 'field')).toEqual([body, number]);
    const days = (Date.parse(String(pluck(data, 'kept_until')[0])) - Date.now()) / dayMs;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);

    await putType(project, [title, field('price')]);
    expect(pluck((await list('/content-types/story')).data, 'field')).toEqual([body]);
    await putType(project, [title]);
    expect(pluck((await list('/content-types/story')).data, 'field')).toEqual([
      served(field('price'), 'Price'),
      body,
    ]);
    await putType(project, [title, field('Body')]);
    expect(pluck((await list('/content-types/story')).data, 'field')).toEqual([
      served(field('price'), 'Price'),
    ]);
    await endKeeping(service, project.id);
    expect(await list('/content-types/story')).toEqual({ data: [] });
    expect((await list('/content-types/stori')).error.code).toBe('unknown_content_type');

    const putBlock = (fields: object[]) =>
      project.secret.put('/v1/schema/blocks/part', { fields }).then(expectDone);
    await putBlock([title, price]);
    await putBlock([title]);
    expect(pluck((await list('/blocks/part')).data, 'field')).toEqual([number]);
    expect((await list('/blocks/parts')).error.code).toBe('unknown_block');
  });

  it('omits conditions and a group that the definition no longer has, so that the field can be added', async () => {
    const project = await service.newProject();
    const video = field('video', 'string', {
      show_if: { field: 'kind', eq: 'v' },
      group: 'more',
      help: 'URL',
    });
    const groups = [{ key: 'more' }];
    const path = typePath;
    expectDone(await project.secret.put(path, { fields: [title, field('kind'), video], groups }));
    await publishEntry(project, 'story', { title: 'A', kind: 'v', video: 'B' });
    expectDone(await project.secret.put(path, { fields: [title, field('kind')], groups: [] }));
    await putType(project, [title, { ...field('category'), renamed_from: 'kind' }]);
    const owner = await signedIn(service, project.id, 'owner');

    const { body } = await owner.send('GET', `/projects/${project.id}/content-types/story/removed-fields`);

    const [restorable] = pluck(body.data, 'field') as object[];
    expect(restorable).toEqual({ ...field('video', 'string', { help: 'URL' }), label: 'Video' });
    await putType(project, [title, field('category'), restorable ?? {}]);
    const { data } = expectDone(await project.publishable.get('/v1/content/story'));
    expect(pluck(data, 'values')).toEqual([{ title: 'A', category: 'v', video: 'B' }]);
  });
});
