import { beforeEach, describe, expect, it } from 'vitest';
import { fieldTypes, newerFieldTypes } from '../../../../src/contract/fields/field-types.ts';
import { distanceOf } from '../../../../src/contract/fields/geo.ts';
import { createEntry, defineType, expectDone, publishEntry, refusal } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { newAsset, startMediaService } from '../../../support/media.ts';
import type { TestProject } from '../../../support/service.ts';

const { service } = await startMediaService();
let project: TestProject;
beforeEach(async () => {
  project = await service.newProject();
});

const field = (type: string, options: Record<string, unknown> = {}) => [{ key: 'it', type, options }];
const write = (it: unknown) => project.secret.post('/v1/content/page/entries', { values: { it } });
const found = async (query: string) =>
  (expectDone(await project.publishable.get(`/v1/content/page?${query}`)).data as { id: string }[]).map(
    ({ id }) => id,
  );

/** A value of each type, two forms that are not one, and the value as it is served. */
async function examples() {
  const pdf = await newAsset(project.secret, { file_name: 'a.pdf', content_type: 'application/pdf' });
  const served = expect.objectContaining({
    id: pdf,
    file_name: 'a.pdf',
    content_type: 'application/pdf',
  }) as unknown;
  const json = { $set: { 'a.b': [1, { null: null }] }, z: 'é', a: '' };
  return {
    string_list: {
      value: ['kites', 'wind'],
      bad: ['kites', [''], [7], ['a\nb'], Array(201).fill('x')],
      served: ['kites', 'wind'],
    },
    json: { value: json, bad: [], served: json },
    geo_point: {
      value: { lat: 52.52, lng: 13.405 },
      bad: [
        [52.52, 13.405],
        { lat: 91, lng: 0 },
        { lat: 0, lng: 180.1 },
        { lat: 0 },
        { lat: 0, lng: 0, alt: 1 },
        { lat: '1', lng: 0 },
      ],
      served: { lat: 52.52, lng: 13.405 },
    },
    file: {
      value: pdf,
      bad: [[pdf], 7, 'https://example.com/a.pdf', 'med_00000000000000000000000000'],
      served,
    },
    file_list: { value: [pdf], bad: [pdf, [7]], served: [served] },
  };
}

const types = ['string_list', 'json', 'geo_point', 'file', 'file_list'] as const;

describe.each(types)('a field of the type %s', (type) => {
  it('is written, read, filtered by is_null, and cleared', async () => {
    const { value, bad, served } = (await examples())[type];
    await defineType(project, 'page', field(type));
    const id = await publishEntry(project, 'page', { it: value });
    const empty = await publishEntry(project, 'page', {});
    const path = `/v1/content/page/${id}`;

    expect(expectDone(await project.publishable.get(path)).values).toEqual({ it: served });
    for (const one of bad) expect((await write(one)).status, JSON.stringify(one)).toBe(400);
    expect(await found('where[it][is_null]=false')).toEqual([id]);
    expect(await found('where[it][is_null]=true')).toEqual([empty]);
    expect(refusal(await project.publishable.get('/v1/content/page?sort=it'))).toEqual([
      400,
      'unsortable_field',
      'sort',
    ]);
    expect(refusal(await project.publishable.get('/v1/content/page?where[it][eq]=1'))[1]).toBe(
      'unsupported_filter_operator',
    );

    expectDone(await project.secret.patch(path, { values: { it: null } }));
    expect(expectDone(await project.publishable.get(path)).values).toEqual({ it: null });
    expect(await found('where[it][is_null]=false')).toEqual([]);
  });

  it('can be required, has a default unless it is a file, and is never unique', async () => {
    const { value, served } = (await examples())[type];
    await defineType(project, 'page', field(type, { required: true }));
    const missing = [400, 'missing_required_field', 'it'];
    expect(refusal(await project.secret.post('/v1/content/page/entries', { values: {} }))).toEqual(missing);
    expect(refusal(await write(null))).toEqual(missing);
    if (type.endsWith('_list')) expect(refusal(await write([]))).toEqual(missing);
    if (type === 'json')
      for (const one of [{}, [], '', 0, false]) expect((await write(one)).body.values.it).toEqual(one);
    expect((await write(value)).status).toBe(201);

    if (!type.startsWith('file')) {
      await defineType(project, 'page', field(type, { default: value }));
      const { values } = await createEntry(project, 'page', {});
      expect(values.it).toEqual(served);
    }
    const put = await project.secret.put('/v1/schema/content-types/page', {
      fields: field(type, { unique: true }),
    });
    expect(refusal(put)).toEqual([400, 'invalid_field_definition', 'fields[0].options.unique']);
  });

  it('stands in blocks at every level, in drafts, versions, the trash and releases', async () => {
    const { value, served } = (await examples())[type];
    const blocks = { key: 'parts', type: 'blocks', options: { blocks: ['inner'] } };
    for (const fields of [field(type), [blocks, ...field(type)]])
      expectDone(await project.secret.put('/v1/schema/blocks/inner', { fields }));
    await defineType(project, 'page', [blocks, ...field(type)]);
    const nested = { block: 'inner', values: { it: value } };
    const parts = [
      { block: 'inner', values: { it: value, parts: [{ block: 'inner', values: { parts: [nested] } }] } },
    ];
    const page = await publishEntry(project, 'page', { it: value, parts });
    const path = `/v1/content/page/${page}`;
    const live = expectDone(await project.publishable.get(path)).values;

    expect(live.it).toEqual(served);
    expect(live.parts[0].values.it).toEqual(served);
    expect(live.parts[0].values.parts[0].values.parts[0].values.it).toEqual(served);

    const owner = await signedIn(service, project.id, 'owner');
    const at = (rest: string) => `/projects/${project.id}${rest}`;
    const draft = (await owner.send('GET', at(`/content/page/entries/${page}`))).body.draft as {
      it: unknown;
    };
    expect(draft.it).toEqual(value);
    expect((await owner.send('PATCH', at(`/content/page/entries/${page}`), { values: draft })).status).toBe(
      200,
    );
    expectDone(await project.secret.patch(path, { values: { it: null } }));
    expectDone(await project.secret.patch(path, { publish: true }));
    const versions = (await owner.send('GET', at(`/versions/${page}`))).body.data as { id: string }[];
    const restored = await owner.send('POST', at(`/versions/${page}/${versions.at(-1)?.id}/restore`));
    expect([restored.status, (restored.body.draft as { it: unknown } | undefined)?.it]).toEqual([200, value]);

    const release = expectDone(await project.secret.post('/v1/releases', { name: 'Next' }));
    await expect
      .poll(async () => (await project.secret.get(`/v1/releases/${release.id}`)).body.status, {
        timeout: 20_000,
      })
      .toBe('ready');
    expect(
      expectDone(await project.secret.get(`${path}?release=${release.id}`)).values.parts[0].values.it,
    ).toEqual(served);
    const removed = await owner.send('POST', at('/content/page/bulk'), { action: 'delete', ids: [page] });
    expect(removed.body.done).toBe(1);
    const back = await owner.send('POST', at('/trash/restore'), { ids: [page] });
    expect(back.body).toMatchObject({ done: 1, failed: 0 });
    const { body: again } = await owner.send('GET', at(`/content/page/entries/${page}`));
    expect(again.draft).toMatchObject({ it: value, parts: [{ values: { it: value } }] });
  });

  it('is described only to projects that use it', async () => {
    const operatorsOf = async () =>
      (await project.secret.get('/v1/introspection')).body.conventions.filtering.operators_by_type as object;
    expect(Object.keys(await operatorsOf())).toEqual(
      fieldTypes.filter((one) => !newerFieldTypes.includes(one)),
    );
    await defineType(project, 'page', field(type));
    expect(Object.keys(await operatorsOf())).toContain(type);
    const typings = (await project.secret.get('/v1/types.d.ts')).text;
    const name = {
      json: 'JsonValue',
      geo_point: 'GeoPoint',
      file: 'FileAsset',
      file_list: 'FileAsset',
    } as Record<string, string>;
    expect(typings).toContain(name[type] ?? 'Array<string>');
    expect((await project.secret.get('/v1/openapi.json')).status).toBe(200);
  });
});

describe('a string_list', () => {
  it('is found by a whole item, in its case, whatever its Unicode form', async () => {
    await defineType(project, 'page', field('string_list'));
    const id = await publishEntry(project, 'page', { it: ['Wind', 'caf\u0065\u0301', 'Wind', 'a, b'] });
    expect(expectDone(await project.publishable.get(`/v1/content/page/${id}`)).values.it).toEqual([
      'Wind',
      'café',
      'Wind',
      'a, b',
    ]);
    for (const item of ['Wind', 'café', 'cafe\u0301', 'a, b'])
      expect(await found(`where[it][contains]=${encodeURIComponent(item)}`), item).toEqual([id]);
    for (const item of ['wind', 'Win', 'cafe'])
      expect(await found(`where[it][contains]=${item}`), item).toEqual([]);
  });

  it('has bounds, and choices of which none goes while it is used', async () => {
    await defineType(project, 'page', field('string_list', { max_items: 2, max_length: 3 }));
    expect((await write(['abc', 'de'])).status).toBe(201);
    expect(refusal(await write(['a', 'b', 'c']))).toEqual([400, 'invalid_field_value', 'it']);
    expect(refusal(await write(['a', 'abcd']))).toEqual([400, 'invalid_field_value', 'it[1]']);
    await defineType(
      project,
      'tour',
      field('string_list', { choices: ['sea', { value: 'sky', label: 'Sky' }] }),
    );
    const entry = await createEntry(project, 'tour', { it: ['sky'] });
    expect(entry.values.it).toEqual(['sky']);
    const send = (it: string[]) => project.secret.post('/v1/content/tour/entries', { values: { it } });
    expect(refusal(await send(['sky', 'land']))).toEqual([400, 'invalid_field_value', 'it[1]']);
    expect(refusal(await send(['sky', 'sky']))).toEqual([400, 'invalid_field_value', 'it[1]']);
    const put = (choices: string[]) =>
      project.secret.put('/v1/schema/content-types/tour', { fields: field('string_list', { choices }) });
    expect(refusal(await put(['sea']))).toEqual([409, 'choice_in_use', 'fields[0].options.choices']);
    expect((await put(['sky'])).status).toBe(200);
    expect(
      expectDone(await project.publishable.get('/v1/content/tour?where[it][contains]=land')).data,
    ).toEqual([]);
  });
});

describe('a json field', () => {
  it('takes 65,536 bytes and 20 levels, and no number that a double rounds', async () => {
    await defineType(project, 'page', field('json'));
    const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

    expect((await write('x'.repeat(65_534))).status).toBe(201);
    expect(refusal(await write('x'.repeat(65_535)))).toEqual([400, 'invalid_field_value', 'it']);
    expect((await write(nested(20))).body.values.it).toEqual(nested(20));
    expect(refusal(await write(nested(21)))).toEqual([400, 'invalid_field_value', 'it']);
    expect((await write({ n: 2 ** 53 - 1 })).status).toBe(201);
    expect(refusal(await write({ n: 2 ** 53 }))).toEqual([400, 'invalid_field_value', 'it']);
    const quotes = await publishEntry(project, 'page', { it: '"'.repeat(32_000) });
    expectDone(await project.secret.patch(`/v1/content/page/${quotes}`, { publish: true }));
  });
});

describe('a file', () => {
  it('has a type that the field accepts, and reads null as its URL once it is deleted', async () => {
    await defineType(
      project,
      'page',
      field('file_list', { accept: ['application/pdf', 'video/*'], max_items: 2 }),
    );
    const asset = (content_type: string) => newAsset(project.secret, { content_type });
    const [pdf, film, png] = [
      await asset('application/pdf'),
      await asset('video/mp4'),
      await asset('image/png'),
    ];

    const id = await publishEntry(project, 'page', { it: [pdf, film] });
    const rejected = await write([png]);
    expect(refusal(rejected)).toEqual([400, 'invalid_field_value', 'it']);
    expect(rejected.body.error).toMatchObject({ expected: 'application/pdf, video/*', got: 'image/png' });
    expect(refusal(await write([pdf, film, pdf]))).toEqual([400, 'invalid_field_value', 'it']);
    const path = `/v1/content/page/${id}`;
    expect((await project.publishable.get(path)).body.values.it[0]).toMatchObject({
      id: pdf,
      size_bytes: 5,
      alt: '',
    });

    const owner = await signedIn(service, project.id, 'owner');
    const deleted = await owner.send('DELETE', `/projects/${project.id}/media/${pdf}`);
    expect(deleted.status, JSON.stringify(deleted.body)).toBeLessThan(300);
    expect((await project.publishable.get(path)).body.values.it).toMatchObject([
      { id: pdf, url: null },
      { id: film },
    ]);
    for (const accept of [[], ['pdf'], ['*/*']]) {
      const answer = await project.secret.put('/v1/schema/content-types/page', {
        fields: field('file', { accept }),
      });
      expect(answer.status, JSON.stringify(accept)).toBe(400);
    }
  });
});

interface Point {
  lat: number;
  lng: number;
}

/** The distance by vectors on a sphere, which shares no formula with the product. */
function chordDistance(a: Point, b: Point): number {
  const vector = ({ lat, lng }: Point) => {
    const [phi, lambda] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180];
    return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
  };
  const [u, v] = [vector(a), vector(b)];
  const chord = Math.hypot(...u.map((part, i) => part - (v[i] ?? 0)));
  return 2 * 6_371_008.8 * Math.asin(chord / 2);
}

function pairs<T>(list: readonly T[]): [T, T][] {
  return list.flatMap((one, i) => list.slice(i + 1).map((other): [T, T] => [one, other]));
}

describe('a geo_point', () => {
  const places = {
    berlin: { lat: 52.52, lng: 13.405 },
    potsdam: { lat: 52.3906, lng: 13.0645 },
    fiji: { lat: -16.5, lng: 179.9 },
    taveuni: { lat: -16.85, lng: -179.97 },
    pole: { lat: 90, lng: 0 },
    alert: { lat: 82.5, lng: -62.3 },
  };
  let ids: Record<keyof typeof places, string>;
  beforeEach(async () => {
    await defineType(project, 'page', field('geo_point'));
    const entries = Object.entries(places).map(
      async ([name, it]) => [name, await publishEntry(project, 'page', { it })] as const,
    );
    ids = Object.fromEntries(await Promise.all(entries)) as typeof ids;
  });
  const names = async (query: string) => {
    const byId = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
    return (await found(query)).map((id) => byId.get(id)).sort();
  };

  it('is found near a point, across the 180th meridian and at the poles', async () => {
    expect(await names('where[it][near]=52.52,13.405,30000')).toEqual(['berlin', 'potsdam']);
    expect(await names('where[it][near]=52.52,13.405,1')).toEqual(['berlin']);
    expect(await names('where[it][near]=-16.6,-179.99,60000')).toEqual(['fiji', 'taveuni']);
    expect(await names('where[it][near]=89.9,150,900000')).toEqual(['alert', 'pole']);
    expect(await names('where[it][near]=0,0,10000000')).toEqual(expect.arrayContaining(['berlin']));
    const meters = distanceOf(places.berlin, places.potsdam);
    for (const [one, other] of pairs(Object.values(places)))
      expect(
        Math.abs(distanceOf(one, other) - chordDistance(one, other)) / distanceOf(one, other),
      ).toBeLessThan(0.001);
    expect(await names(`where[it][near]=52.52,13.405,${Math.ceil(meters)}`)).toEqual(['berlin', 'potsdam']);
    expect(await names(`where[it][near]=52.52,13.405,${Math.floor(meters)}`)).toEqual(['berlin']);
  });

  it('is found in a rectangle, edges included', async () => {
    expect(await names('where[it][within]=47.2,5.8,55.1,15.1')).toEqual(['berlin', 'potsdam']);
    expect(await names('where[it][within]=52.52,13.405,52.52,13.405')).toEqual(['berlin']);
    expect(await names('where[it][within]=-20,179,-10,-179')).toEqual(['fiji', 'taveuni']);
    expect(await names('where[it][within]=-20,-179,-10,179')).toEqual([]);
  });

  it('is sorted by distance together with near', async () => {
    const near = 'where[it][near]=52.5,13.4,10000000';
    const [nearest] = await found(`${near}&sort=it`);
    expect(nearest).toBe(ids.berlin);
    expect((await found(`${near}&sort=-it`)).at(-1)).toBe(ids.berlin);
    expect(
      refusal(await project.publishable.get('/v1/content/page?sort=it&where[it][within]=0,0,1,1'))[1],
    ).toBe('unsortable_field');
  });

  it.each(['near', 'within'])('rejects other forms of %s', async (operator) => {
    const bad =
      operator === 'near'
        ? ['', '1,2', '1,2,3,4', '91,0,5', '0,181,5', '0,0,0', '0,0,10000001', 'a,b,c']
        : ['', '1,2,3', '2,0,1,0', '0,0,91,0', '0,-181,1,0', '1,2,3,x'];
    for (const text of bad) {
      const answer = await project.publishable.get(`/v1/content/page?where[it][${operator}]=${text}`);
      expect([answer.status, answer.body.error?.code, text]).toEqual([400, 'invalid_field_value', text]);
      expect(answer.body.error.expected).toBeTypeOf('string');
    }
  });
});
