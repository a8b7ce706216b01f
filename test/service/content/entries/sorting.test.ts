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
const names = new Map<unknown, string>();

beforeAll(async () => {
  project = await service.newProject();
  await defineType(project, 'kite', [
    { key: 'name', type: 'string' },
    { key: 'price', type: 'number' },
    { key: 'stock', type: 'boolean' },
    { key: 'made', type: 'date' },
    { key: 'tone', type: 'select', options: { choices: ['b', 'a', 'C'] } },
    { key: 'page', type: 'url' },
    { key: 'notes', type: 'text' },
    { key: 'body', type: 'richtext' },
    { key: 'photo', type: 'image' },
    { key: 'photos', type: 'gallery' },
    { key: 'by', type: 'link', options: { target: 'author' } },
    { key: 'team', type: 'link_list', options: { target: 'author' } },
    { key: 'to', type: 'reference', options: { content_type: 'kite' } },
    { key: 'tos', type: 'reference_list', options: { content_type: 'kite' } },
  ]);
  const kites = {
    one: { name: 'zebra', price: 10, stock: true, made: '2026-03-01', tone: 'a', page: '/b' },
    two: { name: 'Äpfel', price: -1, stock: false, made: '2026-03-01T00:00:01Z', tone: 'b', page: '/a' },
    three: { name: 'apple', price: 9.5, made: '1999-01-01', tone: 'C', page: 'https://a' },
    four: {},
  };
  for (const [key, values] of Object.entries(kites))
    names.set(await publishEntry(project, 'kite', values), key);
  await createEntry(project, 'kite', { name: 'draft' });
});

async function order(query: string): Promise<(string | undefined)[]> {
  const { data } = expectDone(await project.publishable.get(`/v1/content/kite?${query}`));
  return pluck(data, 'id').map((id) => names.get(id));
}

describe('sort', () => {
  it.each([
    ['created_at', ['one', 'two', 'three', 'four']],
    ['-created_at', ['four', 'three', 'two', 'one']],
    ['published_at', ['one', 'two', 'three', 'four']],
    ['-updated_at', ['four', 'three', 'two', 'one']],
    ['price', ['four', 'two', 'three', 'one']],
    ['-price', ['one', 'three', 'two', 'four']],
    ['name', ['four', 'two', 'three', 'one']],
    ['-name', ['one', 'three', 'two', 'four']],
    ['made', ['four', 'three', 'one', 'two']],
    ['-made', ['two', 'one', 'three', 'four']],
    ['tone', ['four', 'three', 'one', 'two']],
    ['-page', ['three', 'one', 'two', 'four']],
  ])('%s: %j (empty first ascending, last descending)', async (sort, wanted) => {
    expect(await order(`sort=${sort}`)).toEqual(wanted);
  });

  it('puts false before true, and equal values in the order of their ids', async () => {
    expect(await order('sort=stock&where[stock][is_null]=false')).toEqual(['two', 'one']);
    const empty = await order('sort=stock&where[stock][is_null]=true');
    expect(await order('sort=-stock&where[stock][is_null]=true')).toEqual([...empty].reverse());
  });

  it('pages by offset: next_cursor null, next_offset set; the last page has neither', async () => {
    const first = expectDone(await project.publishable.get('/v1/content/kite?sort=price&limit=3'));
    const last = expectDone(await project.publishable.get('/v1/content/kite?sort=price&limit=3&offset=3'));

    expect(first.meta).toMatchObject({ has_more: true, next_cursor: null, next_offset: 3 });
    expect(last.meta).toMatchObject({ has_more: false, next_cursor: null, next_offset: null });
    expect(pluck([...first.data, ...last.data], 'id').map((id) => names.get(id))).toEqual(
      await order('sort=price'),
    );
  });

  it.each(['notes', 'body', 'photo', 'photos', 'by', 'team', 'to', 'tos', '-notes'])(
    '%s: unsortable_field',
    async (sort) => {
      const answer = await project.publishable.get(`/v1/content/kite?sort=${sort}`);
      expect(refusal(answer)).toEqual([400, 'unsortable_field', 'sort']);
    },
  );

  it.each(['pirce', 'id', 'constructor', '__proto__', '--price', '-', 'price,name', 'values.price'])(
    '%s: unknown_sort_field',
    async (sort) => {
      const answer = await project.publishable.get(`/v1/content/kite?sort=${sort}`);
      expect(refusal(answer)).toEqual([400, 'unknown_sort_field', 'sort']);
    },
  );

  it('suggests the field that was probably meant, and names them all', async () => {
    const answer = await project.publishable.get('/v1/content/kite?sort=-pirce');

    expect(answer.body.error.did_you_mean).toBe('price');
    expect(answer.body.error.available_fields).toContain('name');
  });

  it('follows an edit of what is live, not of a draft', async () => {
    const moving = await service.newProject();
    await defineType(moving, 'page', { n: 'number' });
    const a = await publishEntry(moving, 'page', { n: 1 });
    const b = await publishEntry(moving, 'page', { n: 2 });
    await moving.secret.patch(`/v1/content/page/${a}`, { values: { n: 3 } });

    const { data } = expectDone(await moving.publishable.get('/v1/content/page?sort=-n'));

    expect(pluck(data, 'id')).toEqual([a, b]);
  });
});
