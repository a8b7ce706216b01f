import { beforeAll, describe, expect, it } from 'vitest';
import {
  createEntry,
  defineType,
  expectDone,
  pluck,
  publishEntry,
  refusal,
} from '../../../support/content.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
let project: TestProject;
const ids: Record<string, string> = {};

beforeAll(async () => {
  project = await service.newProject();
  await defineType(project, 'maker', { name: 'string' });
  await defineType(project, 'kite', [
    { key: 'name', type: 'string' },
    { key: 'notes', type: 'text' },
    { key: 'price', type: 'number' },
    { key: 'stock', type: 'boolean' },
    { key: 'made', type: 'date' },
    { key: 'tone', type: 'select', options: { choices: ['warm', 'cold, very', 'grey\\blue'] } },
    { key: 'page', type: 'url' },
    { key: 'maker', type: 'reference', options: { content_type: 'maker' } },
    { key: 'makers', type: 'reference_list', options: { content_type: 'maker' } },
    { key: 'by', type: 'link', options: { target: 'author' } },
    { key: 'team', type: 'link_list', options: { target: 'author' } },
    { key: 'body', type: 'richtext' },
    { key: 'photo', type: 'image' },
    { key: 'photos', type: 'gallery' },
  ]);
  ids['m1'] = await publishEntry(project, 'maker', { name: 'One' });
  ids['m2'] = await publishEntry(project, 'maker', { name: 'Two' });
  ids['author'] = expectDone(await project.secret.post('/v1/authors', { name: 'Nell' })).id;
  const kites = {
    tern: { name: 'Tern', price: 10, stock: true, made: '2026-01-01', tone: 'warm', maker: ids['m1'] },
    tern2: { name: 'tern', price: 10.5, stock: false, made: '2026-01-01T00:00:00Z', tone: 'cold, very' },
    avocet: {
      name: 'Avocet (100% *new*)',
      notes: 'First line\nSecond line',
      price: -3,
      made: '2026-06-30T12:00:00+02:00',
      tone: 'grey\\blue',
      maker: ids['m2'],
      makers: [ids['m1'], ids['m2']],
    },
    strasse: { name: 'Straße Ärger', page: '/kites/Ä', price: 0, by: ids['author'], team: [ids['author']] },
    emoji: { name: 'up😀high', notes: '', page: 'https://example.com/a?b=c', makers: [] },
    empty: { body: { markdown: 'x' } },
  };
  for (const [key, values] of Object.entries(kites)) ids[key] = await publishEntry(project, 'kite', values);
  await createEntry(project, 'kite', { name: 'Tern', price: 10 }); // a draft matches nothing
});

async function found(filters: readonly string[]): Promise<string[]> {
  const query = filters.map((filter) => {
    const split = filter.indexOf('=');
    const value = filter.slice(split + 1).replace(/<(\w+)>/g, (_all, key: string) => ids[key] ?? key);
    return `where${encodeURIComponent(filter.slice(0, split))}=${encodeURIComponent(value)}`;
  });
  const { data } = expectDone(await project.publishable.get(`/v1/content/kite?${query.join('&')}`));
  const names = Object.fromEntries(Object.entries(ids).map(([name, id]) => [id, name]));
  return pluck(data, 'id')
    .map((id) => names[String(id)] ?? '?')
    .sort();
}

const all = ['avocet', 'emoji', 'empty', 'strasse', 'tern', 'tern2'];
const without = (...names: string[]) => all.filter((name) => !names.includes(name));

const table: [string, string[]][] = [
  ['[name]=Tern', ['tern']],
  ['[name][eq]=tern', ['tern2']],
  ['[name]=TERN', []],
  ['[name]=', []],
  ['[name][ne]=Tern', without('tern')],
  ['[name][in]=Tern,tern,nothing', ['tern', 'tern2']],
  ['[name][contains]=ER', ['strasse', 'tern', 'tern2']],
  ['[name][contains]=(100% *', ['avocet']],
  ['[name][contains]=.', []],
  ['[name][contains]=', without('empty')],
  ['[name][starts_with]=t', ['tern', 'tern2']],
  ['[name][starts_with]=TERN', ['tern', 'tern2']],
  ['[name][starts_with]=Avocet (', ['avocet']],
  ['[name][starts_with]=stra', ['strasse']],
  ['[name][starts_with]=up', ['emoji']],
  ['[name][starts_with]=up😀', ['emoji']],
  ['[name][starts_with]=', without('empty')],
  ['[name][is_null]=true', ['empty']],
  ['[name][is_null]=false', without('empty')],
  ['[notes]=', ['emoji']],
  ['[notes]=First line\nSecond line', ['avocet']],
  ['[notes][ne]=', without('emoji')],
  ['[notes][contains]=second', ['avocet']],
  ['[notes][starts_with]=first', ['avocet']],
  ['[notes][starts_with]=second', []],
  ['[notes][is_null]=true', without('avocet', 'emoji')],
  ['[price]=10', ['tern']],
  ['[price]=10.0', ['tern']],
  ['[price]=1e1', ['tern']],
  ['[price]=-0', ['strasse']],
  ['[price][ne]=10', without('tern')],
  ['[price][gt]=10', ['tern2']],
  ['[price][gte]=10', ['tern', 'tern2']],
  ['[price][lt]=0', ['avocet']],
  ['[price][lte]=0', ['avocet', 'strasse']],
  ['[price][in]=0,-3', ['avocet', 'strasse']],
  ['[price][is_null]=true', ['emoji', 'empty']],
  ['[stock]=true', ['tern']],
  ['[stock]=false', ['tern2']],
  ['[stock][ne]=true', without('tern')],
  ['[stock][is_null]=false', ['tern', 'tern2']],
  ['[made]=2026-01-01', ['tern', 'tern2']],
  ['[made]=2026-01-01T01:00:00+01:00', ['tern', 'tern2']],
  ['[made][ne]=2026-01-01', without('tern', 'tern2')],
  ['[made][gt]=2026-01-01', ['avocet']],
  ['[made][lte]=2026-06-30T10:00:00Z', ['avocet', 'tern', 'tern2']],
  ['[made][lt]=2026-06-30T10:00:00Z', ['tern', 'tern2']],
  ['[made][is_null]=true', ['emoji', 'empty', 'strasse']],
  ['[tone]=warm', ['tern']],
  ['[tone]=loud', []],
  ['[tone][in]=warm,cold\\, very', ['tern', 'tern2']],
  ['[tone][in]=grey\\\\blue', ['avocet']],
  ['[tone][ne]=warm', without('tern')],
  ['[page]=/kites/Ä', ['strasse']],
  ['[page][contains]=?b=', ['emoji']],
  ['[page][starts_with]=HTTPS://', ['emoji']],
  ['[page][ne]=/', all],
  ['[maker]=<m1>', ['tern']],
  ['[maker][ne]=<m1>', without('tern')],
  ['[maker][in]=<m1>,<m2>', ['avocet', 'tern']],
  ['[maker]=ent_nothing', []],
  ['[maker][is_null]=false', ['avocet', 'tern']],
  ['[makers][contains]=<m2>', ['avocet']],
  ['[makers][contains]=nothing', []],
  ['[makers][is_null]=true', without('avocet')],
  ['[by]=<author>', ['strasse']],
  ['[by][in]=<author>', ['strasse']],
  ['[team][contains]=<author>', ['strasse']],
  ['[team][is_null]=false', ['strasse']],
  ['[body][is_null]=false', ['empty']],
  ['[photo][is_null]=true', all],
  ['[photos][is_null]=false', []],
];

describe('where[field]', () => {
  it.each(table)('%s finds %j', async (filter, names) => {
    expect(await found([filter])).toEqual([...names].sort());
  });

  // One filter uses the facet index and the others the snapshot (list/read.ts). Both must find the same entries.
  const others = table.filter(([filter]) => !filter.startsWith('[name]'));
  it.each(others)('%s finds %j also beside a filter that leaves less', async (filter, names) => {
    for (const [kite, name] of [
      ['tern', 'Tern'],
      ['tern2', 'tern'],
      ['avocet', 'Avocet (100% *new*)'],
    ] as const)
      expect(await found([`[name]=${name}`, filter])).toEqual(names.filter((each) => each === kite));
  });

  it.each<[string[], string[]]>([
    [
      ['[price][gte]=0', '[price][lt]=10.5'],
      ['strasse', 'tern'],
    ],
    [
      ['[price][gt]=0', '[price][gte]=10'],
      ['tern', 'tern2'],
    ],
    [['[name][starts_with]=t', '[price]=10'], ['tern']],
    [['[name][ne]=Tern', '[name][contains]=tern', '[stock]=false'], ['tern2']],
    [['[maker]=<m1>', '[maker]=<m1>'.replace(']=', '][ne]=')], []],
    [['[makers][contains]=<m1>', '[tone]=grey\\blue', '[made][gt]=2026-01-02'], ['avocet']],
    [['[price][is_null]=true', '[name][is_null]=true'], ['empty']],
  ])('%j are ANDed', async (filters, names) => {
    expect(await found(filters)).toEqual(names);
  });
});

describe('where[field] is refused', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['where[nmae]=x', 'unknown_filter_field', { did_you_mean: 'name' }],
    ['where[created_at]=2026-01-01', 'unknown_filter_field', {}],
    ['where[]=x', 'unknown_filter_field', {}],
    ['where[__proto__]=x', 'unknown_filter_field', {}],
    ['where[constructor]=x', 'unknown_filter_field', {}],
    ['where[name][gt]=x', 'unsupported_filter_operator', {}],
    ['where[name][equals]=x', 'unsupported_filter_operator', {}],
    ['where[name][]=x', 'unsupported_filter_operator', {}],
    ['where[name][$ne]=x', 'unsupported_filter_operator', { did_you_mean: 'ne' }],
    ['where[notes][in]=x', 'unsupported_filter_operator', {}],
    [
      'where[stock][gt]=true',
      'unsupported_filter_operator',
      { available_operators: ['eq', 'ne', 'is_null'] },
    ],
    ['where[body]=x', 'unsupported_filter_operator', { available_operators: ['is_null'] }],
    ['where[photo]=x', 'unsupported_filter_operator', {}],
    ['where[makers]=x', 'unsupported_filter_operator', { available_operators: ['contains', 'is_null'] }],
    ['where[price]=cheap', 'invalid_field_value', { expected: 'number', got: 'string' }],
    ['where[price]=', 'invalid_field_value', { expected: 'number' }],
    ['where[price]=0x10', 'invalid_field_value', { expected: 'number' }],
    ['where[price]=1e999', 'invalid_field_value', { expected: 'number' }],
    ['where[price]=Infinity', 'invalid_field_value', { expected: 'number' }],
    ['where[price][in]=1,,2', 'invalid_field_value', { expected: 'number' }],
    ['where[stock]=1', 'invalid_field_value', { expected: 'boolean' }],
    ['where[made]=yesterday', 'invalid_field_value', { got: 'string' }],
    ['where[name][is_null]=yes', 'invalid_field_value', { expected: 'true or false' }],
    [`where[name][in]=${'a,'.repeat(50)}b`, 'invalid_parameter', {}],
    [`where[notes][contains]=${'x'.repeat(2_049)}`, 'invalid_parameter', {}],
    ['where[name][eq][x]=x', 'unknown_parameter', {}],
    ['where=x', 'unknown_parameter', {}],
    ['where[name=x', 'unknown_parameter', {}],
  ])('%s: %s', async (query, code, more) => {
    const answer = await project.publishable.get(`/v1/content/kite?${query}`);

    expect(refusal(answer)).toEqual([400, code, query.slice(0, query.indexOf('='))]);
    expect(answer.body.error).toMatchObject(more);
  });

  it('with the fields there are', async () => {
    const answer = await project.publishable.get('/v1/content/maker?where[nme]=x');

    expect(answer.body.error).toMatchObject({ available_fields: ['name'], did_you_mean: 'name' });
  });

  it('when there are more than 20, and takes 20', async () => {
    const keys = ['name', 'notes', 'price', 'stock', 'made', 'tone', 'page', 'maker', 'by', 'makers', 'team'];
    const values: Record<string, string> = { price: '1', stock: 'true', made: '2026-01-01' };
    const nulls = keys.map((key) => `where[${key}][is_null]=false`);
    const others = keys.slice(0, 9).map((key) => `where[${key}][ne]=${values[key] ?? 'x'}`);
    const twenty = [...nulls, ...others];

    expect((await project.publishable.get(`/v1/content/kite?${twenty.join('&')}`)).status).toBe(200);
    const answer = await project.publishable.get(
      `/v1/content/kite?${twenty.join('&')}&where[body][is_null]=true`,
    );
    expect(refusal(answer)).toEqual([400, 'invalid_parameter', 'where']);
  });

  it('when one is given twice, however it is written', async () => {
    for (const query of ['where[name]=a&where[name]=b', 'where[name]=a&where[name][eq]=b']) {
      const answer = await project.publishable.get(`/v1/content/kite?${query}`);
      expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_parameter']);
    }
  });

  it('where nothing is filtered', async () => {
    const answer = await project.secret.get('/v1/schema/content-types?where[name]=x');

    expect(refusal(answer)).toEqual([400, 'unknown_parameter', 'where[name]']);
  });
});
