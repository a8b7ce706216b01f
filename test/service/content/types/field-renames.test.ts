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
import { clearRemoved } from '../../../support/content/removed-fields.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
const field = (key: string, type = 'string', more: object = {}) => ({ key, type, ...more });
const options = (value: object) => ({ options: value });
const typePath = '/v1/schema/content-types/story';
const database = databaseOf(service.app.system);

const put = (project: TestProject, fields: object[], query = '', more: object = {}) =>
  project.secret.put(`${typePath}${query}`, { fields, ...more });
const putType = (project: TestProject, fields: object[], query = '', more: object = {}) =>
  put(project, fields, query, more).then(expectDone);
const putBlock = (project: TestProject, fields: object[], query = '') =>
  project.secret.put(`/v1/schema/blocks/part${query}`, { fields }).then(expectDone);

const renamed = (key: string, from: string | string[], type = 'string', more: object = {}) =>
  field(key, type, { renamed_from: from, ...more });

function storedEntries(project: TestProject) {
  return database.collection('entries').find({ project_id: project.id }).sort({ _id: 1 }).toArray();
}

describe('a renamed field', () => {
  it('has its values under the new key, and the warning names both keys', async () => {
    const project = await service.newProject();
    await putType(project, [field('title'), field('teaser', 'text', { label: 'Lead' })]);
    const id = await publishEntry(project, 'story', { title: 'A', teaser: 'T' });
    const before = await storedEntries(project);

    const trial = await putType(
      project,
      [field('title'), renamed('intro', 'teaser', 'text')],
      '?dry_run=true',
    );
    const written = await putType(project, [field('title'), renamed('intro', 'teaser', 'text')]);

    const warning = {
      code: 'field_renamed',
      param: 'fields[1].renamed_from',
      field: 'intro',
      from: 'teaser',
    };
    const clients = 'Clients that read or write "teaser" must change.';
    expect(trial.meta.warnings).toEqual([
      { ...warning, message: `The field "teaser" would become "intro". ${clients}` },
    ]);
    expect(written.meta.warnings).toEqual([
      { ...warning, message: `The field "teaser" is now "intro". ${clients}` },
    ]);
    expect(written.fields[1]).toEqual({ key: 'intro', label: 'Lead', type: 'text', options: {} });
    expect(written.revision).toBe(2);
    expect(await storedEntries(project)).toEqual(before);
    const { body } = await project.publishable.get(`/v1/content/story/${id}`);
    expect(body.values).toEqual({ title: 'A', intro: 'T' });
    expect(body.revision).toBe(1);
    expect(expectDone(await project.secret.get(typePath)).fields).toEqual(written.fields);
  });

  it('is renamed once: the same request changes nothing and warns of nothing', async () => {
    const project = await service.newProject();
    const fields = [field('title'), renamed('intro', 'teaser')];
    expect((await putType(project, fields)).meta).toBeUndefined();
    expect(expectDone(await project.secret.get(typePath)).fields[1]).not.toHaveProperty('renamed_from');

    const again = await putType(project, fields);

    expect([again.revision, again.meta]).toEqual([1, undefined]);
    await putType(project, [field('title'), renamed('lead', ['intro', 'teaser'])]);
    const twice = await putType(project, [field('title'), renamed('lead', ['intro', 'teaser'])]);
    expect([twice.revision, twice.meta]).toEqual([2, undefined]);
  });

  it.each([['a'], ['b'], ['c']])('reaches the end of a chain of renames from %s', async (stored) => {
    const project = await service.newProject();
    await putType(project, [field('title'), field(stored)]);
    const id = await publishEntry(project, 'story', { title: 'A', [stored]: 'V' });

    for (let pushes = 0; pushes < 2; pushes += 1)
      await putType(project, [field('title'), renamed('c', ['b', 'a'])]);

    expect((await project.publishable.get(`/v1/content/story/${id}`)).body.values).toEqual({
      title: 'A',
      c: 'V',
    });
  });

  it.each(['a', 'b'])('reaches the end of a chain that returns to its first key from %s', async (stored) => {
    const project = await service.newProject();
    await putType(project, [field('title'), field(stored)]);
    const id = await publishEntry(project, 'story', { title: 'T', [stored]: 'A' });
    await putType(project, [field('title'), renamed('a', ['b', 'a'])]);
    expect(expectDone(await project.publishable.get(`/v1/content/story/${id}`)).values).toEqual({
      title: 'T',
      a: 'A',
    });
  });

  it('may change its key only in case, and get its first key back', async () => {
    const project = await service.newProject();
    await putType(project, [field('title')]);
    const id = await publishEntry(project, 'story', { title: 'A' });
    const values = async () =>
      (await project.publishable.get(`/v1/content/story/${id}`)).body.values as object;

    await putType(project, [renamed('Title', 'title')]);
    expect(await values()).toEqual({ Title: 'A' });
    await putType(project, [renamed('title', 'Title')]);
    expect(await values()).toEqual({ title: 'A' });
    const [type] = await database.collection('content_types').find({ project_id: project.id }).toArray();
    expect(type?.['fields'][0]).not.toHaveProperty('storage_key');
  });

  it('keeps the label fields of its type, its options and its position as the request says', async () => {
    const project = await service.newProject();
    const labels = { display_field: 'name', subtitle_field: 'place' };
    await putType(project, [field('name'), field('place')], '', labels);

    const written = await putType(project, [
      renamed('town', 'place', 'string', options({ help: 'Where' })),
      renamed('heading', 'name', 'string', { label: 'Heading' }),
    ]);

    expect(written).toMatchObject({ display_field: 'heading', subtitle_field: 'town' });
    expect(written.fields).toEqual([
      { key: 'town', label: 'Place', type: 'string', options: { help: 'Where' } },
      { key: 'heading', label: 'Heading', type: 'string', options: {} },
    ]);
    const rejected = await put(project, [renamed('city', 'town'), field('heading')], '', {
      subtitle_field: 'town',
    });
    expect(refusal(rejected)).toEqual([400, 'unknown_field', 'subtitle_field']);
    expect(rejected.body.error.did_you_mean).toBe('city');
  });

  it('is suggested to whoever uses a former key', async () => {
    const project = await service.newProject();
    await putType(project, [field('title'), field('zusammenfassung')]);
    const id = await publishEntry(project, 'story', { title: 'A', zusammenfassung: 'Z' });
    await putType(project, [field('title'), renamed('abstract', 'zusammenfassung')]);
    await putType(project, [field('title'), renamed('intro', 'abstract')]);

    const path = '/v1/content/story';
    const answers = [
      await project.secret.patch(`${path}/${id}`, { values: { zusammenfassung: 'B' } }),
      await project.publishable.get(`${path}?where[zusammenfassung]=Z`),
      await project.publishable.get(`${path}?sort=abstract`),
      await project.publishable.get(`${path}?fields=zusammenfassung`),
    ];

    expect(answers.map(({ body }) => [body.error.code, body.error.did_you_mean])).toEqual([
      ['unknown_field', 'intro'],
      ['unknown_filter_field', 'intro'],
      ['unknown_sort_field', 'intro'],
      ['unknown_field', 'intro'],
    ]);
  });

  it('is told by the event and the audit log', async () => {
    const project = await service.newProject();
    await putType(project, [field('title'), field('teaser'), field('price', 'number')]);
    await publishEntry(project, 'story', { title: 'A', price: 1 });
    await createEntry(project, 'story', { title: 'B', price: 2 });

    await putType(project, [renamed('intro', 'teaser', 'string', { label: 'Intro' }), field('title')]);

    const events = await project.eventData();
    expect(events.at(-1)).toMatchObject({
      changes: [
        { key: 'intro', change: 'renamed', from: 'teaser' },
        { key: 'intro', change: 'relabelled' },
        { key: 'intro', change: 'reordered' },
        { key: 'title', change: 'reordered' },
        { key: 'price', change: 'removed' },
      ],
    });
    const row = await database
      .collection('audit')
      .findOne({ project_id: project.id, action: 'type.changed' }, { sort: { seq: -1 } });
    expect(row?.['detail']).toEqual({
      renamed: [{ from: 'teaser', to: 'intro' }],
      removed: [{ field: 'price', entries: 2 }],
    });
  });
});

describe('a rename that is rejected', () => {
  it.each([
    [
      [field('title'), field('intro', 'string', { renamed_from: 'teaser' })],
      'fields[1]',
      'has "teaser" and "intro"',
    ],
    [[field('title'), renamed('lead', 'teasr')], 'fields[1]', 'There is no field "teasr" to rename.'],
    [[renamed('lead', 'teaser'), field('teaser')], 'fields[0]', 'also has the field "teaser"'],
    [[renamed('a', 'teaser'), renamed('b', 'teaser')], 'fields[1]', 'Two fields name "teaser"'],
    [[renamed('lead', [])], 'fields[0]', 'a list of 1 to 10 keys'],
  ])('%j names the place', async (fields, at, text) => {
    const project = await service.newProject();
    await putType(project, [field('title'), field('teaser'), field('intro')]);

    const rejected = await put(project, fields);

    expect(refusal(rejected)).toEqual([400, 'invalid_field_definition', `${at}.renamed_from`]);
    expect(rejected.body.error.message).toContain(text);
    expect(expectDone(await project.secret.get(typePath)).revision).toBe(1);
  });

  it('changes the type, or takes a reserved key', async () => {
    const project = await service.newProject();
    await putType(project, [field('title'), field('teaser')]);

    const retyped = await put(project, [field('title'), renamed('intro', 'teaser', 'number')]);
    const reserved = await put(project, [field('title'), renamed('updated_at', 'teaser')]);
    const suggestion = await put(project, [field('title'), renamed('lead', 'teasr')]);

    expect(refusal(retyped)).toEqual([409, 'field_type_immutable', 'fields[1].type']);
    expect(refusal(reserved)).toEqual([400, 'invalid_field_definition', 'fields[1].key']);
    expect(suggestion.body.error.did_you_mean).toBe('teaser');
  });

  it('is not a removal for remove_fields', async () => {
    const project = await service.newProject();
    await putType(project, [field('title'), field('teaser'), field('body')]);
    await publishEntry(project, 'story', { title: 'A', teaser: 'T', body: 'B' });

    const rejected = await put(project, [renamed('intro', 'teaser')], '?remove_fields=title');

    expect(rejected.body.error.fields).toEqual([{ field: 'body', entries: 1, live: 1 }]);
    await putType(project, [field('title'), renamed('intro', 'teaser'), field('body')], '?remove_fields=');
  });
});

/** Everything that one field can be asked for, before and after a rename, with the former key written as the new one. */
async function useOf(project: TestProject, key: string, query = ''): Promise<unknown> {
  const path = '/v1/content/story';
  const sep = query === '' ? '?' : `${query}&`;
  const list = async (rest: string) => {
    const { data } = expectDone(await project.secret.get(`${path}${sep}${rest}`));
    return pluck(data, 'values');
  };
  return [
    await list('sort=title'),
    await list(`where[${key}]=beta`),
    await list(`where[${key}][starts_with]=al`),
    await list(`where[${key}][contains]=lph`),
    await list(`where[${key}][in]=alpha,beta&sort=title`),
    await list(`where[${key}][ne]=alpha&sort=title`),
    await list(`where[${key}][is_null]=true`),
    await list(`sort=${key}`),
    await list(`sort=-${key}&fields=${key}`),
  ];
}

describe('reads after a rename', () => {
  it('equal those of a project that had the new key from the start', async () => {
    const [old, fresh] = [await service.newProject(), await service.newProject()];
    const fields = (key: string, from?: string) => [
      field('title'),
      field(key, 'string', {
        ...options({ unique: true }),
        ...(from === undefined ? {} : { renamed_from: from }),
      }),
      field('rank', 'number'),
    ];
    for (const [project, key] of [
      [old, 'teaser'],
      [fresh, 'intro'],
    ] as const) {
      await putType(project, fields(key));
      for (const [title, value] of [
        ['A', 'beta'],
        ['B', 'alpha'],
        ['C', undefined],
      ])
        await publishEntry(project, 'story', { title, ...(value === undefined ? {} : { [key]: value }) });
    }
    await putType(old, fields('intro', 'teaser'));
    for (const project of [old, fresh]) {
      await publishEntry(project, 'story', { title: 'D', intro: 'gamma' });
      const taken = await project.secret.post('/v1/content/story/entries', { values: { intro: 'beta' } });
      expect(refusal(taken)).toEqual([409, 'field_value_taken', 'intro']);
    }

    expect(await useOf(old, 'intro')).toEqual(await useOf(fresh, 'intro'));
    const [type] = await database.collection('content_types').find({ project_id: old.id }).toArray();
    expect(type).toMatchObject({ is_settled: true, removed: [] });
  });

  it('work for values of every kind', async () => {
    const project = await service.newProject();
    const author = await project.secret.post('/v1/authors', { name: 'Ada' }).then(expectDone);
    const kinds: [string, string, object, unknown, string | null][] = [
      ['choice', 'select', { choices: ['a', 'b'] }, 'a', 'where[choice2]=a'],
      ['tags', 'string_list', {}, ['x', 'y'], 'where[tags2][contains]=y'],
      ['place', 'geo_point', {}, { lat: 10, lng: 20 }, 'where[place2][near]=10,20,1000'],
      ['data', 'json', {}, { $set: [1] }, null],
      ['when', 'date', {}, '2026-05-09', 'where[when2][gte]=2026-05-09'],
      ['flag', 'boolean', {}, true, 'where[flag2]=true'],
      ['size', 'number', {}, 5, 'where[size2][gt]=4&sort=size2'],
      ['person', 'link', { target: 'author' }, author.id, `where[person2]=${author.id}`],
    ];
    await putType(
      project,
      kinds.map(([key, type, own]) => field(key, type, options(own))),
    );
    const id = await publishEntry(
      project,
      'story',
      Object.fromEntries(kinds.map(([key, , , value]) => [key, value])),
    );
    const before = (await project.publishable.get(`/v1/content/story/${id}`)).body.values as Record<
      string,
      unknown
    >;

    await putType(
      project,
      kinds.map(([key, type, own]) => renamed(`${key}2`, key, type, options(own))),
    );

    const { body } = await project.publishable.get(`/v1/content/story/${id}`);
    expect(body.values).toEqual(
      Object.fromEntries(Object.entries(before).map(([key, value]) => [`${key}2`, value])),
    );
    for (const [, , , , query] of kinds)
      if (query !== null)
        expect([
          query,
          pluck(expectDone(await project.publishable.get(`/v1/content/story?${query}`)).data, 'id'),
        ]).toEqual([query, [id]]);
    expectDone(
      await project.secret.patch(`/v1/content/story/${id}`, { values: { data2: { a: null }, tags2: ['z'] } }),
    );
    const { body: changed } = await project.publishable.get(`/v1/content/story/${id}`);
    expect(changed.values).toMatchObject({ data2: { a: null }, tags2: ['z'], size2: 5 });
  });
});

describe('what was written before a rename', () => {
  it('in a draft, a scheduled change, a version and the trash is there under the new key', async () => {
    const project = await service.newProject();
    await putType(project, [field('title'), field('teaser')]);
    const owner = await signedIn(service, project.id, 'owner');
    const send = async (method: string, path: string, body?: object) => {
      const answer = await owner.send(method, `/projects/${project.id}${path}`, body);
      if (answer.status >= 400) throw new Error(JSON.stringify(answer.body));
      return answer.body;
    };
    const values = (teaser: string) => ({ title: 'A', teaser });
    const drafted = await send('POST', '/content/story/entries', { values: values('first') });
    await send('PATCH', `/content/story/entries/${drafted.id}`, { values: { teaser: 'second' } });
    expectDone(await project.secret.patch(`/v1/content/story/${drafted.id}`, { publish: true }));
    await send('PATCH', `/content/story/entries/${drafted.id}`, { values: { teaser: 'third' } });
    const scheduled = await publishEntry(project, 'story', values('now'));
    expectDone(
      await project.secret.patch(`/v1/content/story/${scheduled}`, {
        values: { teaser: 'later' },
        publish_at: inMs(dayMs),
      }),
    );
    const trashed = await send('POST', '/content/story/entries', { values: values('gone') });
    await send('POST', '/content/story/bulk', { action: 'delete', ids: [trashed.id] });

    await putType(project, [field('title'), renamed('intro', 'teaser')]);

    const editor = await send('GET', `/content/story/entries/${drafted.id}`);
    expect([editor.draft, editor.live]).toEqual([
      { title: 'A', intro: 'third' },
      { title: 'A', intro: 'second' },
    ]);
    const { data } = await send('GET', '/content/story/entries?where[intro]=third&sort=intro');
    expect(pluck(data, 'draft')).toEqual([{ title: 'A', intro: 'third' }]);
    const { data: versions } = await send('GET', `/versions/${drafted.id}`);
    const read = await Promise.all(
      (versions as { id: string }[]).map(({ id }) => send('GET', `/versions/${drafted.id}/${id}`)),
    );
    const intros = pluck(pluck(read, 'values'), 'intro');
    expect(intros).toContain('second');
    const second = (versions as { id: string }[])[intros.indexOf('second')];
    const restored = await send('POST', `/versions/${drafted.id}/${second?.id}/restore`);
    expect([restored.draft, restored.meta]).toEqual([{ title: 'A', intro: 'second' }, undefined]);
    await send('POST', '/trash/restore', { ids: [trashed.id] });
    expect((await send('GET', `/content/story/entries/${trashed.id}`)).draft).toEqual({
      title: 'A',
      intro: 'gone',
    });

    const row = await database.collection('entries').findOne({ id: scheduled });
    expect(row?.['pending'].values).toEqual({ title: 'A', teaser: 'later' });
    const published = await project.secret.patch(`/v1/content/story/${scheduled}`, {
      publish: true,
      publish_at: null,
    });
    expect(published.body.values).toEqual({ title: 'A', intro: 'later' });
  });
});

describe('the key that a rename left', () => {
  it('can be taken by a new field, whose values are its own', async () => {
    const project = await service.newProject();
    await putType(project, [field('title'), field('teaser', 'string', options({ unique: true }))]);
    const first = await publishEntry(project, 'story', { title: 'A', teaser: 'old' });
    await putType(project, [field('title'), renamed('intro', 'teaser', 'string', options({ unique: true }))]);

    await putType(project, [
      field('title'),
      field('intro', 'string', options({ unique: true })),
      field('teaser', 'string', options({ unique: true })),
    ]);

    const read = async (id: string) =>
      (await project.publishable.get(`/v1/content/story/${id}`)).body.values as object;
    expect(await read(first)).toEqual({ title: 'A', intro: 'old', teaser: null });
    const second = await publishEntry(project, 'story', { title: 'B', intro: 'new', teaser: 'old' });
    expect(await read(second)).toEqual({ title: 'B', intro: 'new', teaser: 'old' });
    const path = '/v1/content/story';
    expect(pluck(expectDone(await project.publishable.get(`${path}?where[teaser]=old`)).data, 'id')).toEqual([
      second,
    ]);
    expect(pluck(expectDone(await project.publishable.get(`${path}?where[intro]=old`)).data, 'id')).toEqual([
      first,
    ]);
    expect(
      pluck(
        pluck(expectDone(await project.publishable.get(`${path}?sort=-teaser`)).data, 'values'),
        'teaser',
      ),
    ).toEqual(['old', null]);
    const rows = await database.collection('content_types').find({ project_id: project.id }).toArray();
    expect(pluck(rows[0]?.['fields'], 'storage_key')).toEqual([null, 'teaser', 'teaser~2']);
    expect(JSON.stringify(expectDone(await project.secret.get(typePath)))).not.toContain('storage_key');
    expect((await project.secret.get('/v1/introspection')).text).not.toMatch(/storage_key|former_keys/);
  });
});

describe('a renamed field of a block', () => {
  it('has its values at every level, in filters of lists, writes and the errors of them', async () => {
    const project = await service.newProject();
    const items = field('items', 'blocks', options({ blocks: ['part'] }));
    const tone = options({ choices: ['dark', 'light'] });
    await putBlock(project, [field('text')]);
    await putBlock(project, [
      field('text', 'string', { required: true }),
      items,
      field('tone', 'select', tone),
    ]);
    await putType(project, [field('title'), field('list', 'blocks', options({ blocks: ['part'] }))]);
    const part = (values: object) => ({ block: 'part', values });
    const id = await publishEntry(project, 'story', {
      list: [
        part({ text: 'one', tone: 'dark', items: [part({ text: 'two', items: [part({ text: 'three' })] })] }),
      ],
    });
    const after = [
      renamed('body', 'text', 'string', { required: true }),
      { ...items, key: 'parts', renamed_from: 'items' },
      renamed('mood', 'tone', 'select', tone),
    ];

    const { meta } = await putBlock(project, after);
    await putType(project, [
      field('title'),
      renamed('sections', 'list', 'blocks', options({ blocks: ['part'] })),
    ]);

    expect(pluck(meta.warnings, 'field')).toEqual(['body', 'parts', 'mood']);
    const { sections } = expectDone(await project.publishable.get(`/v1/content/story/${id}`)).values;
    expect(sections[0].values).toMatchObject({ body: 'one', mood: 'dark' });
    expect(sections[0].values.parts[0].values.parts[0].values).toEqual({
      body: 'three',
      parts: null,
      mood: null,
    });
    expect(
      pluck(
        expectDone(await project.publishable.get('/v1/content/story?where[sections][contains]=part')).data,
        'id',
      ),
    ).toEqual([id]);

    const inner = sections[0].values.parts[0].id as string;
    const patch = (values: object) =>
      project.secret.patch(`/v1/content/story/${id}`, { values: { sections: values } });
    expectDone(await patch({ [inner]: { body: 'changed' } }));
    expect(refusal(await patch({ [inner]: { body: '' } }))).toEqual([
      400,
      'missing_required_field',
      `sections.${inner}.body`,
    ]);
    const unknown = await patch({ [inner]: { text: 'x' } });
    expect([unknown.body.error.param, unknown.body.error.did_you_mean]).toEqual([
      `sections.${inner}.text`,
      'body',
    ]);
    const kept = expectDone(await project.publishable.get(`/v1/content/story/${id}`)).values.sections;
    expect(kept[0].values.parts[0]).toMatchObject({ id: inner, values: { body: 'changed' } });
    const choices = [after[0], after[1], renamed('mood', 'tone', 'select', options({ choices: ['light'] }))];
    const inUse = await project.secret.put('/v1/schema/blocks/part', { fields: choices });
    expect(refusal(inUse)).toEqual([409, 'choice_in_use', 'fields[2].options.choices']);
    const sameList = [part({ body: 'one', mood: 'dark', parts: [part({ body: 'new' })] })];
    expectDone(await project.secret.patch(`/v1/content/story/${id}`, { values: { sections: sameList } }));
    const { sections: written } = expectDone(await project.publishable.get(`/v1/content/story/${id}`)).values;
    expect(written[0].values.parts[0].values.body).toBe('new');
  });
});

describe('slugs that are made from a renamed field', () => {
  it('are made from it, once the request names its new key', async () => {
    const project = await service.newProject();
    const slug = (source: string) =>
      field('slug', 'string', options({ format: 'slug', source, unique: true }));
    await putType(project, [field('title'), slug('title')]);
    const stale = await put(project, [renamed('name', 'title'), slug('title')]);
    expect(refusal(stale)).toEqual([400, 'invalid_field_definition', 'fields[1].options.source']);

    await putType(project, [
      renamed('name', 'title'),
      { ...slug('name'), key: 'path', renamed_from: 'slug' },
    ]);

    const made = [];
    for (let i = 0; i < 2; i += 1) made.push(await createEntry(project, 'story', { name: 'A Kite' }));
    expect(pluck(pluck(made, 'values'), 'path')).toEqual(['a-kite', 'a-kite-2']);
  });
});

describe('a rename in a release', () => {
  it('stays there, is a change of the type alone, and is there for readers after the promotion', async () => {
    const project = await service.newProject();
    await putBlock(project, [field('text')]);
    const list = field('list', 'blocks', options({ blocks: ['part'] }));
    await putType(project, [field('title'), field('teaser'), list]);
    const id = await publishEntry(project, 'story', {
      ...{ title: 'A', teaser: 'T' },
      list: [{ block: 'part', values: { text: 'X' } }],
    });
    const release = expectDone(await project.secret.post('/v1/releases', { name: 'Next' }));
    const query = `?release=${release.id}`;
    await putType(project, [renamed('headline', 'title'), renamed('intro', 'teaser'), list], query);
    await putBlock(project, [renamed('body', 'text')], query);

    const diff = expectDone(await project.secret.get(`/v1/releases/${release.id}/diff`));
    expect([pluck(diff.types.changed, 'slug'), diff.entries]).toEqual([
      ['story'],
      { added: [], changed: [], removed: [] },
    ]);
    const one = `/v1/releases/${release.id}/diff/${id}`;
    expect(expectDone(await project.secret.get(one))).toMatchObject({ title: 'A', live: [], draft: [] });
    const [section] = expectDone(await project.secret.get(`/v1/content/story/${id}`)).values.list;
    const changes = { intro: 'U', list: { [section.id]: { body: 'Y' } } };
    expectDone(await project.secret.patch(`/v1/content/story/${id}${query}`, { values: changes }));
    expect(expectDone(await project.secret.get(one)).live).toMatchObject([
      { field: 'intro', change: 'changed' },
      { field: 'list', blocks: [{ fields: ['body'] }] },
    ]);
    const listed = expectDone(await project.secret.get(`/v1/releases/${release.id}/diff`)).entries.changed;
    expect(listed).toMatchObject([{ id, title: 'A' }]);
    expect(expectDone(await project.secret.get(`/v1/content/story/${id}`)).values.teaser).toBe('T');

    expectDone(await project.secret.post(`/v1/releases/${release.id}/promote`, {}));

    const { values } = expectDone(await project.publishable.get(`/v1/content/story/${id}`));
    expect(values).toMatchObject({ headline: 'A', intro: 'U', list: [{ values: { body: 'Y' } }] });
  });
});

describe('two definitions at once', () => {
  it('are stored one after another, and no value is lost', async () => {
    for (let round = 0; round < 5; round += 1) {
      const project = await service.newProject();
      await putType(project, [field('title'), field('teaser')]);
      const id = await publishEntry(project, 'story', { title: 'A', teaser: 'T' });

      const answers = await Promise.all([
        put(project, [field('title'), renamed('intro', 'teaser')]),
        put(project, [field('title'), renamed('lead', 'teaser')]),
        project.secret.patch(`/v1/content/story/${id}`, { values: { teaser: 'U' } }),
      ]);

      const statuses = answers.slice(0, 2).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, 400]);
      const { values } = expectDone(await project.publishable.get(`/v1/content/story/${id}`));
      const written = answers[2];
      const value = written?.status === 200 ? 'U' : 'T';
      expect([value, 'A']).toContain(values.intro ?? values.lead);
      expect(values.intro ?? values.lead).toBe(value);
      if (written?.status !== 200) expect(written?.body.error.code).toBe('unknown_field');
    }
  });
});

describe('another target of a field with values', () => {
  it('is warned of with the number of entries', async () => {
    const project = await service.newProject();
    await project.secret.put('/v1/schema/content-types/person', { fields: [field('name')] });
    await project.secret.put('/v1/schema/content-types/place', { fields: [field('name')] });
    const to = (slug: string, more: object = {}) =>
      field('about', 'reference', { ...options({ content_type: slug }), ...more });
    const link = (target: string) => field('by', 'link', options({ target }));
    await putType(project, [field('title'), to('person'), link('author')]);
    const person = await publishEntry(project, 'person', { name: 'P' });
    await publishEntry(project, 'story', { title: 'A', about: person });
    await createEntry(project, 'story', { title: 'B', about: person });
    const fields = [
      to('place', { key: 'topic', renamed_from: 'about' }),
      field('title'),
      link('blog_article'),
    ];

    const trial = await putType(project, fields, '?dry_run=true');
    const { meta } = await putType(project, fields);

    const warning = {
      ...{
        code: 'field_target_changed',
        param: 'fields[0].options.content_type',
        field: 'topic',
        entries: 2,
        live: 1,
      },
      message: 'The target of "topic" changed. 2 entries have a value that now reads null.',
    };
    expect(meta.warnings).toEqual([
      expect.objectContaining({ code: 'field_renamed', field: 'topic' }),
      warning,
    ]);
    expect(trial.meta.warnings[1].message).toBe(
      'The target of "topic" would change. 2 entries have a value that would read null.',
    );
    expect((await putType(project, fields)).meta).toBeUndefined();
  });
});

describe('keys under which values are stored', () => {
  it('appear in no audit row and in no warning of a restored version', async () => {
    const project = await service.newProject();
    await putType(project, [field('title'), field('body')]);
    await putType(project, [field('title'), { ...field('text'), renamed_from: 'body' }]);
    await putType(project, [field('title'), field('text'), field('body')]);
    const owner = await signedIn(service, project.id, 'owner');
    const path = `/projects/${project.id}`;
    const values = { title: 'A', text: 'B', body: 'C' };
    const id = await publishEntry(project, 'story', values);
    expectDone(await project.secret.patch(`/v1/content/story/${id}`, { values: { text: 'B2', body: 'C2' } }));

    const { body: audit } = await owner.send('GET', `${path}/audit`);
    const change = (audit.data as { action: string; changed: string[] }[]).find(
      ({ action }) => action === 'entry.changed',
    );
    expect(change?.changed).toEqual(['text', 'body']);

    await putType(project, [field('title'), field('text')]);
    await clearRemoved(service, project.id);
    const { body: versions } = await owner.send('GET', `${path}/versions/${id}`);
    const oldest = String(pluck(versions.data, 'id').at(-1));
    const restored = await owner.send('POST', `${path}/versions/${id}/${oldest}/restore`);
    expect(pluck(restored.body.meta.warnings, 'param')).toEqual(['body']);
  });
});
