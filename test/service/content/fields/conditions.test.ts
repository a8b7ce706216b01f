import { beforeEach, describe, expect, it } from 'vitest';
import {
  createEntry,
  defineType,
  expectDone,
  inMs,
  publishEntry,
  refusal,
  type SentField,
} from '../../../support/content.ts';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
let project: TestProject;
beforeEach(async () => {
  project = await service.newProject();
});

const kind: SentField = {
  key: 'kind',
  type: 'select',
  options: { choices: ['text', 'video', 'audio'], default: 'text' },
};
const onVideo = { show_if: { field: 'kind', eq: 'video' } };
const clip: SentField = { key: 'clip', type: 'url', required: true, options: onVideo };
const [url, otherUrl] = ['https://video.example/1', 'https://video.example/2'];

const create = (values: object, more: object = {}) =>
  project.secret.post('/v1/content/story/entries', { values, ...more });
const patch = (id: string, body: object, query = '') =>
  project.secret.patch(`/v1/content/story/${id}${query}`, body);
const missing = (...params: string[]) => ({ status: 400, missing: params });
const result = ({ status, body }: Awaited<ReturnType<typeof create>>) => {
  if (status < 400) return 'done';
  const { code, param, errors } = body.error as {
    code: string;
    param: string;
    errors?: { code: string; param: string }[];
  };
  const all = errors ?? [{ code, param }];
  if (all.some((one) => one.code !== 'missing_required_field')) return body.error as object;
  return missing(...all.map((one) => one.param));
};

describe('a required field with a condition', () => {
  beforeEach(() =>
    defineType(project, 'story', [{ key: 'title', type: 'string', required: true }, kind, clip]),
  );

  it('is checked by POST if it is shown, after defaults', async () => {
    expect(result(await create({ title: 'A' }))).toBe('done');
    expect(result(await create({ title: 'A', clip: null }))).toBe('done');
    expect(result(await create({ title: 'A', kind: 'audio' }))).toBe('done');
    expect(result(await create({ title: 'A', kind: 'video', clip: url }))).toBe('done');
    expect(result(await create({ title: 'A', kind: 'video' }))).toEqual(missing('clip'));
    expect(result(await create({ title: 'A', kind: 'video', clip: '' }))).toEqual(missing('clip'));
    expect(result(await create({ kind: 'video' }))).toEqual(missing('title', 'clip'));

    await defineType(project, 'story', [{ ...kind, options: { ...kind.options, default: 'video' } }, clip]);
    expect(result(await create({}))).toEqual(missing('clip'));
    expect(result(await create({ kind: null }))).toBe('done');
  });

  it('keeps its value while it is hidden: it is served, filtered, sorted and checked', async () => {
    const id = await publishEntry(project, 'story', { title: 'A', kind: 'video', clip: url });
    await publishEntry(project, 'story', { title: 'B' });
    expect(result(await patch(id, { values: { kind: 'text' } }))).toBe('done');

    const read = async (query: string) =>
      expectDone(await project.publishable.get(`/v1/content/story${query}`)) as {
        values: object;
        data: { values: { title: string } }[];
      };
    expect((await read(`/${id}`)).values).toEqual({ title: 'A', kind: 'text', clip: url });
    expect((await read(`?where[clip]=${encodeURIComponent(url)}`)).data).toHaveLength(1);
    expect((await read('?sort=-clip')).data.map(({ values }) => values.title)).toEqual(['A', 'B']);
    expect(result(await patch(id, { values: { clip: otherUrl } }))).toBe('done');
    expect((await read(`/${id}`)).values).toMatchObject({ clip: otherUrl });
    expect(refusal(await patch(id, { values: { clip: 'no url' } }))).toEqual([
      400,
      'invalid_field_value',
      'clip',
    ]);
    expect(result(await patch(id, { values: { clip: null } }))).toBe('done');
    expect((await read(`/${id}`)).values).toMatchObject({ clip: null });
  });

  it('is checked by PATCH if it was sent and is shown', async () => {
    const { id } = await createEntry(project, 'story', { title: 'A', kind: 'video', clip: url });

    expect(result(await patch(id, { values: { clip: null } }))).toEqual(missing('clip'));
    expect(result(await patch(id, { values: { clip: null, kind: 'text' } }))).toBe('done');
    expect(result(await patch(id, { values: { clip: '' } }))).toBe('done');
    expect(result(await patch(id, { values: { title: 'B' } }))).toBe('done');
  });

  it('is checked by a PATCH that changes the field that the condition names', async () => {
    const { id } = await createEntry(project, 'story', { title: 'A' });

    expect(result(await patch(id, { values: { kind: 'video' } }))).toEqual(missing('clip'));
    expect(result(await patch(id, { values: { kind: 'video', clip: '' } }))).toEqual(missing('clip'));
    expect(result(await patch(id, { values: { kind: 'audio' } }))).toBe('done');
    expect(result(await patch(id, { values: { kind: 'video', clip: url } }))).toBe('done');
  });

  it('is not checked by a PATCH that changes other fields or sends the same value', async () => {
    const { id } = await createEntry(project, 'story', { title: 'A' });
    expect(result(await patch(id, { values: { kind: 'video' } }, '?draft=true'))).toBe('done');

    expect(result(await patch(id, { values: { title: 'B' } }))).toBe('done');
    expect(result(await patch(id, { values: { kind: 'video' } }))).toBe('done');
    expect(result(await patch(id, { publish: true }))).toEqual(missing('clip'));
    expect(result(await patch(id, { values: { kind: 'audio' }, publish: true }))).toBe('done');
  });

  it('is checked in each version that a PATCH changes', async () => {
    const id = await publishEntry(project, 'story', { title: 'A', kind: 'video', clip: url });
    await patch(id, { values: { kind: 'text', clip: null } }, '?draft=true');
    // The draft may be empty because it is hidden there; what readers see may not.
    expect(result(await patch(id, { values: { clip: null } }))).toEqual(missing('clip'));
    expect(result(await patch(id, { values: { clip: otherUrl } }))).toBe('done');

    const second = await publishEntry(project, 'story', { title: 'B', kind: 'text' });
    await patch(second, { values: { clip: url } }, '?draft=true');
    // The draft has a value, what readers see has none.
    expect(result(await patch(second, { values: { kind: 'video' } }))).toEqual(missing('clip'));
    expect(result(await patch(second, { values: { kind: 'video' } }, '?draft=true'))).toBe('done');
    expect(result(await patch(second, { publish: true }))).toBe('done');
  });

  it('is checked by publications, also planned ones, and never by drafts', async () => {
    const { id } = await createEntry(project, 'story', { title: 'A' });
    expect(result(await patch(id, { values: { kind: 'video', clip: null } }, '?draft=true'))).toBe('done');
    expect(result(await patch(id, { publish: true }))).toEqual(missing('clip'));
    expect(result(await patch(id, { publish: true, published_at: inMs(3_600_000) }))).toEqual(
      missing('clip'),
    );
    expect(result(await patch(id, { values: { clip: url }, publish: true }))).toBe('done');

    await patch(id, { values: { clip: null } }, '?draft=true');
    expect(result(await patch(id, { values: {}, publish_at: inMs(3_600_000) }))).toEqual(missing('clip'));
    await patch(id, { values: { kind: 'audio' } }, '?draft=true');
    expect(result(await patch(id, { values: {}, publish_at: inMs(3_600_000) }))).toBe('done');
    expect(result(await patch(id, { publish: false }))).toBe('done');
  });

  it('is never checked by drafts of the dashboard, and by their publication', async () => {
    const owner: DashboardClient = await signedIn(service, project.id, 'owner');
    const base = `/projects/${project.id}/content/story/entries`;
    const begun = await owner.send('POST', base, { values: { kind: 'video' } });
    expect(begun.status).toBe(201);
    const { id } = begun.body as { id: string };
    expect((await owner.send('PATCH', `${base}/${id}`, { values: { clip: '' } })).status).toBeLessThan(300);

    expect(result(await patch(id, { publish: true }))).toEqual(missing('title', 'clip'));
  });
});

it('is checked through conditions on conditional fields', async () => {
  await defineType(project, 'story', [
    { key: 'is_event', type: 'boolean' },
    { key: 'online', type: 'boolean', options: { show_if: { field: 'is_event', eq: true } } },
    { key: 'link', type: 'url', required: true, options: { show_if: { field: 'online', eq: true } } },
  ]);
  const { id } = await createEntry(project, 'story', { is_event: false, online: true });

  expect(result(await patch(id, { values: { is_event: true } }))).toEqual(missing('link'));
  expect(result(await patch(id, { values: { is_event: true, online: false } }))).toBe('done');
  expect(result(await patch(id, { values: { is_event: true, online: true, link: url } }))).toBe('done');
});

it.each<[string, SentField, unknown, unknown]>([
  ['text', { key: 'it', type: 'text' }, 'a', ''],
  ['richtext', { key: 'it', type: 'richtext' }, { markdown: 'a' }, { markdown: '' }],
  ['number', { key: 'it', type: 'number' }, 0, null],
  ['boolean', { key: 'it', type: 'boolean' }, false, null],
  ['date', { key: 'it', type: 'date' }, '2027-01-01', null],
  ['string_list', { key: 'it', type: 'string_list' }, ['a'], []],
  ['json', { key: 'it', type: 'json' }, [], null],
  ['geo_point', { key: 'it', type: 'geo_point' }, { lat: 0, lng: 0 }, null],
  ['slug', { key: 'it', type: 'string', options: { format: 'slug', source: 'name' } }, 'a', ''],
])('works on fields of type %s', async (_, field, full, empty) => {
  const options = { ...field.options, required: true, ...onVideo };
  await defineType(project, 'story', [{ key: 'name', type: 'string' }, kind, { ...field, options }]);

  expect(result(await create({ kind: 'video' }))).toEqual(missing('it'));
  expect(result(await create({ kind: 'video', it: empty }))).toEqual(missing('it'));
  expect(result(await create({ kind: 'text', it: empty }))).toBe('done');
  expect(result(await create({ kind: 'video', it: full }))).toBe('done');
  const { id } = await createEntry(project, 'story', { kind: 'text', it: empty });
  expect(result(await patch(id, { values: { kind: 'video' } }))).toEqual(missing('it'));
  expect(result(await patch(id, { values: { kind: 'video', it: full } }))).toBe('done');
});

it('is checked after slugs are made', async () => {
  const slug = { format: 'slug', source: 'name', unique: true, ...onVideo };
  await defineType(project, 'story', [
    { key: 'name', type: 'string' },
    kind,
    { key: 'slug', type: 'string', required: true, options: slug },
  ]);

  const made = expectDone(await create({ name: 'One', kind: 'video' })) as { id: string; values: object };
  expect(made.values).toMatchObject({ slug: 'one' });
  expect(result(await create({ kind: 'video' }))).toEqual(missing('slug'));
  expect(result(await create({ kind: 'text' }))).toBe('done');
  expect(result(await patch(made.id, { values: { slug: '' } }))).toEqual(missing('slug'));
});

it('is checked by PUT and PATCH of a singleton', async () => {
  await defineType(project, 'story', [kind, clip], { kind: 'singleton' });
  const put = (values: object, query = '') => project.secret.put(`/v1/content/story${query}`, { values });
  const change = (body: object) => project.secret.patch('/v1/content/story', body);

  expect(result(await put({ kind: 'video' }))).toEqual(missing('clip'));
  expect(result(await put({ kind: 'video' }, '?draft=true'))).toBe('done');
  expect(result(await put({ kind: 'text' }))).toBe('done');
  expect(result(await put({ kind: 'video', clip: url }))).toBe('done');
  expect(result(await change({ values: { clip: null } }))).toEqual(missing('clip'));
  expect(result(await change({ publish: true }))).toBe('done');
  expect(result(await put({ kind: 'video' }))).toEqual(missing('clip'));
  expect(result(await change({ values: { clip: null, kind: 'audio' } }))).toBe('done');
});

describe('in blocks', () => {
  const card = (more: SentField[] = []) => [
    kind,
    clip,
    { key: 'cards', type: 'blocks', options: { blocks: ['card'] } },
    ...more,
  ];
  const block = (values: object, id?: string) => ({
    block: 'card',
    values,
    ...(id === undefined ? {} : { id }),
  });
  const nested = (values: object, ids: readonly (string | undefined)[] = []) => [
    block({ cards: [block({ cards: [block(values, ids[2])] }, ids[1])] }, ids[0]),
  ];
  interface Stored {
    id: string;
    values: { cards: Stored[] | null };
  }
  const idsOf = ([first]: Stored[]): string[] =>
    first === undefined ? [] : [first.id, ...idsOf(first.values.cards ?? [])];

  beforeEach(async () => {
    // A definition can name itself once it exists.
    expectDone(await project.secret.put('/v1/schema/blocks/card', { fields: [kind] }));
    expectDone(await project.secret.put('/v1/schema/blocks/card', { fields: card() }));
    await defineType(project, 'story', [
      { key: 'title', type: 'string' },
      { key: 'parts', type: 'blocks', options: { blocks: ['card'] } },
    ]);
  });

  it('checks new blocks after defaults, at level 3 too', async () => {
    expect(result(await create({ parts: [block({})] }))).toBe('done');
    expect(result(await create({ parts: [block({ kind: 'video' })] }))).toEqual(
      missing('parts[0].values.clip'),
    );
    expect(result(await create({ parts: [block({ kind: 'video', clip: url })] }))).toBe('done');
    expect(result(await create({ parts: nested({ kind: 'audio', clip: '' }) }))).toBe('done');
    expect(result(await create({ parts: nested({ kind: 'video', clip: '' }) }))).toEqual(
      missing('parts[0].values.cards[0].values.cards[0].values.clip'),
    );
    expect(
      result(await create({ parts: [block({ kind: 'video' }), block({}), block({ kind: 'video' })] })),
    ).toEqual(missing('parts[0].values.clip', 'parts[2].values.clip'));
  });

  it.each(['by id', 'in a list'])('checks changed blocks %s, in each version', async (form) => {
    const id = await publishEntry(project, 'story', { parts: nested({ kind: 'video', clip: url }) });
    const read = async () =>
      (expectDone(await project.secret.get(`/v1/content/story/${id}`)).values as { parts: Stored[] }).parts;
    const ids = idsOf(await read());
    const deepest = String(ids[2]);
    const change = (values: object, query = '') =>
      form === 'by id'
        ? patch(id, { values: { parts: { [deepest]: values } } }, query)
        : patch(id, { values: { parts: nested(values, ids) } }, query);
    const at =
      form === 'by id' ? `parts.${deepest}.clip` : 'parts[0].values.cards[0].values.cards[0].values.clip';

    expect(result(await change({ clip: null }))).toEqual(missing(at));
    expect(result(await change({ clip: null, kind: 'text' }, '?draft=true'))).toBe('done');
    expect(result(await change({ clip: '' }))).toEqual(missing(at)); // it is shown in what readers see
    expect(result(await change({ clip: null, kind: 'text' }))).toBe('done');
    expect(result(await change({ kind: 'video' }))).toEqual(missing(at));
    expect(result(await patch(id, { values: { title: 'A' } }))).toBe('done');
    expect(result(await change({ kind: 'video', clip: otherUrl }))).toBe('done');
    expect(await read()).toMatchObject(nested({ kind: 'video', clip: otherUrl }));
  });

  it('checks all blocks of a publication', async () => {
    const { id } = await createEntry(project, 'story', {});
    expect(result(await patch(id, { values: { parts: nested({ kind: 'video' }) } }, '?draft=true'))).toBe(
      'done',
    );
    expect(result(await patch(id, { publish: true }))).toEqual(
      missing('parts[0].values.cards[0].values.cards[0].values.clip'),
    );
    expect(result(await patch(id, { values: { parts: nested({ kind: 'text' }) }, publish: true }))).toBe(
      'done',
    );
  });

  it('checks required lists and min_items only where they are shown', async () => {
    const options = { blocks: ['card'], required: true, min_items: 2, ...onVideo };
    const list = { key: 'shots', type: 'blocks', options };
    expectDone(await project.secret.put('/v1/schema/blocks/card', { fields: card([list]) }));
    await defineType(project, 'story', [
      kind,
      list,
      { key: 'parts', type: 'blocks', options: { blocks: ['card'] } },
    ]);
    const one = [block({})];

    expect(result(await create({ kind: 'text' }))).toBe('done');
    expect(result(await create({ kind: 'text', shots: one }))).toBe('done');
    expect(result(await create({ kind: 'video' }))).toEqual(missing('shots'));
    expect(refusal(await create({ kind: 'video', shots: one }))).toEqual([
      400,
      'invalid_field_value',
      'shots',
    ]);
    expect(result(await create({ kind: 'video', shots: [...one, ...one] }))).toBe('done');
    const inside = (values: object) => create({ parts: [block({ clip: url, ...values })] });
    expect(result(await inside({ kind: 'text', shots: one }))).toBe('done');
    expect(result(await inside({ kind: 'video' }))).toEqual(missing('parts[0].values.shots'));
    expect(refusal(await inside({ kind: 'video', shots: one }))[2]).toBe('parts[0].values.shots');
    expect(result(await inside({ kind: 'video', shots: [...one, ...one] }))).toBe('done');

    const { id, values } = (await createEntry(project, 'story', { kind: 'text', shots: one })) as {
      id: string;
      values: { shots: { id: string }[] };
    };
    const shot = String(values.shots[0]?.id);
    expect(result(await patch(id, { values: { shots: { [shot]: null } } }))).toBe('done');
    expect(result(await patch(id, { values: { kind: 'video' } }))).toEqual(missing('shots'));
  });

  it('checks nothing below a hidden list, at any depth', async () => {
    const shots = {
      ...{ key: 'shots', type: 'blocks' },
      options: { blocks: ['card'], required: true, min_items: 2, ...onVideo },
    };
    const title = { key: 'title', type: 'string', required: true };
    expectDone(await project.secret.put('/v1/schema/blocks/card', { fields: [title, ...card([shots])] }));
    await defineType(project, 'story', [
      kind,
      { key: 'parts', type: 'blocks', options: { blocks: ['card'], min_items: 1, ...onVideo } },
    ]);
    const second = { kind: 'video', shots: [block({})], cards: [block({ kind: 'video' })] };
    const incomplete = [block({ cards: [block(second)] })];
    const at = 'parts[0].values';
    const deep = `${at}.cards[0].values.cards[0].values`;

    const { id } = expectDone(await create({ kind: 'text', parts: incomplete })) as { id: string };
    expect(result(await patch(id, { values: { parts: incomplete } }))).toBe('done');
    expect(result(await patch(id, { publish: true }))).toBe('done');
    const { values } = expectDone(await project.secret.get(`/v1/content/story/${id}`));
    const ids = idsOf((values as unknown as { parts: Stored[] }).parts);
    for (const blockId of ids)
      expect(result(await patch(id, { values: { parts: { [blockId]: { title: null } } } }))).toBe('done');

    expect(result(await create({ kind: 'video', parts: nested({ kind: 'video' }) }))).toEqual(
      missing(`${at}.title`, `${at}.cards[0].values.title`, `${deep}.title`, `${deep}.clip`),
    );
    const shown = { values: { kind: 'video' } };
    expect(result(await patch(id, shown, '?draft=true'))).toBe('done');
    expect(refusal(await patch(id, { publish: true }))[1]).toBe('missing_required_field');
    const deepest = String(ids[2]);
    const change = { values: { parts: { [deepest]: { title: null } } } };
    expect(result(await patch(id, change))).toEqual(missing(`parts.${deepest}.title`)); // it is shown in the draft
    const inner = block({ kind: 'video', title: 'A', clip: url, cards: [block({})] });
    expect(result(await create({ kind: 'video', parts: [inner] }))).toEqual(
      missing(`${at}.cards[0].values.title`, `${at}.shots`),
    );
    const full = { kind: 'video', clip: url, title: 'A' };
    const hiding = { ...full, kind: 'text', shots: [block({ kind: 'video' })] };
    expect(result(await create({ kind: 'video', parts: [block(hiding)] }))).toBe('done');
  });

  it('never requires a list in a block of the deepest level', async () => {
    const list = { key: 'shots', type: 'blocks', options: { blocks: ['card'], required: true, ...onVideo } };
    expectDone(await project.secret.put('/v1/schema/blocks/card', { fields: card([list]) }));
    const values = { kind: 'video', clip: url };

    expect(result(await create({ parts: nested(values) }))).toBe('done');
    const { id, values: stored } = (await createEntry(project, 'story', {
      parts: nested({}),
    })) as unknown as {
      id: string;
      values: { parts: Stored[] };
    };
    const deepest = String(idsOf(stored.parts)[2]);
    expect(result(await patch(id, { values: { parts: { [deepest]: values } } }))).toBe('done');
    const second = String(idsOf(stored.parts)[1]);
    expect(result(await patch(id, { values: { parts: { [second]: values } } }))).toEqual(
      missing(`parts.${second}.shots`),
    );
  });
});

describe('in other surfaces', () => {
  it('fields with conditions are optional in what is written, in types and blocks', async () => {
    expectDone(await project.secret.put('/v1/schema/blocks/card', { fields: [kind, clip] }));
    await defineType(project, 'story', [
      { key: 'title', type: 'string', required: true },
      kind,
      clip,
      { key: 'parts', type: 'blocks', options: { blocks: ['card'] } },
    ]);

    const typings = (await project.secret.get('/v1/types.d.ts')).text;
    expect(typings.match(/clip\??: [^;]+;/g)).toEqual(
      expect.arrayContaining(['clip?: string | null;', 'clip: string | null;']),
    );
    expect(typings).not.toContain('clip: string;');
    const { components } = expectDone(await project.secret.get('/v1/openapi.json')) as unknown as {
      components: { schemas: Record<string, { properties: object; required?: string[] }> };
    };
    const input = components.schemas['story.input'];
    expect(input?.properties).toHaveProperty('clip');
    expect(input?.required).toEqual(['title']);
    expect((await project.secret.get('/v1/introspection.txt')).text).toContain(
      'clip: url, required if shown',
    );
  });

  it('groups and conditions are in descriptions, and are copied and promoted with a release', async () => {
    const groups = [{ key: 'media', label: 'Media', display: 'tab', collapsed: false }];
    const fields = [kind, { ...clip, options: { ...onVideo, group: 'media', width: 'half' } }];
    await defineType(project, 'story', fields, { groups });
    const described = expectDone(await project.publishable.get('/v1/introspection')) as unknown as {
      content_types: { groups: object[] }[];
    };
    expect(described.content_types[0]?.groups).toEqual(groups);

    const { id } = expectDone(await project.secret.post('/v1/releases', { name: 'Next' }));
    await expect
      .poll(async () => (await project.secret.get(`/v1/releases/${String(id)}`)).body.status as string, {
        timeout: 20_000,
      })
      .toBe('ready');
    const path = '/v1/schema/content-types/story';
    const clone = expectDone(await project.secret.get(`${path}?release=${String(id)}`));
    expect(clone).toMatchObject({ groups, fields: [{}, { options: { group: 'media', width: 'half' } }] });
    expectDone(
      await project.secret.put(`${path}?release=${String(id)}`, { groups: [], fields: [kind, clip] }),
    );
    expect(expectDone(await project.secret.get(path)).groups).toEqual(groups);
    expectDone(await project.secret.post(`/v1/releases/${String(id)}/promote`, {}));
    expect(expectDone(await project.secret.get(path))).not.toHaveProperty('groups');
  });

  it('without groups and conditions, definitions have no new keys', async () => {
    await defineType(project, 'story', { title: 'string' });
    const { updated_at: _at, ...served } = expectDone(
      await project.secret.get('/v1/schema/content-types/story'),
    );
    expect(served).toEqual({
      ...{ slug: 'story', name: 'Story', kind: 'collection' },
      ...{ display_field: 'title', subtitle_field: null, revision: 1 },
      fields: [{ key: 'title', label: 'Title', type: 'string', options: {} }],
    });
    const stored = await project.secret.put('/v1/schema/content-types/story', {
      groups: [],
      fields: [{ key: 'title', type: 'string' }],
    });
    expect(expectDone(stored).revision).toBe(1);
  });
});
