import { beforeAll, describe, expect, it } from 'vitest';
import { defineType, expectDone, pluck, publishEntry, refusal } from '../../../support/content.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { list, newPages, pageOf } from '../../../support/content/pages.ts';

const service = await startService();
let project: TestProject;
/** Newest first, as lists answer. */
let ids: string[];
beforeAll(async () => {
  ({ project, ids } = await newPages(service));
});

const page = (query: string) => pageOf(project, query);

describe('GET /v1/content/{type} of a collection', () => {
  it('lists 20 published entries, newest first, with the meta of the list', async () => {
    const answer = await project.publishable.get(list);

    expect(pluck(answer.body.data, 'id')).toEqual(ids.slice(0, 20));
    expect(Object.keys(answer.body.data[0]).sort()).toEqual(
      ['id', 'values', 'published_at', 'updated_at', 'created_at', 'revision'].sort(),
    );
    expect(answer.body.meta).toEqual({
      type: 'page',
      kind: 'collection',
      release: { id: project.releaseId, name: 'Main', default: true },
      limit: 20,
      has_more: true,
      next_cursor: expect.any(String),
      next_offset: null,
    });
  });

  it('answers an empty list, not an error, when nothing is there or matches', async () => {
    const none = { has_more: false, next_cursor: null, next_offset: null };
    expect((await project.publishable.get('/v1/content/empty')).body).toMatchObject({ data: [], meta: none });
    expect(await page('?where[title]=nothing')).toMatchObject({ ids: [], meta: none });
  });

  it('answers unknown_content_type with available_types', async () => {
    const answer = await project.publishable.get('/v1/content/pgae');

    expect(refusal(answer)).toEqual([404, 'unknown_content_type', 'type']);
    expect(answer.body.error).toMatchObject({ available_types: ['page', 'empty'], did_you_mean: 'page' });
  });

  it.each([
    ['1', 1],
    ['100', 25],
    ['7', 7],
  ])('takes limit=%s', async (limit, shown) => {
    const { ids: seen, meta } = await page(`?limit=${limit}`);
    expect([seen.length, meta.limit]).toEqual([shown, Number(limit)]);
  });

  it.each(['0', '101', '-1', '1.5', 'x', '', '1e1', '0x10', '%2B5', '%205', '999999999999999999999'])(
    'refuses limit=%s: invalid_limit',
    async (limit) => {
      const answer = await project.publishable.get(`${list}?limit=${limit}`);
      expect(refusal(answer)).toEqual([400, 'invalid_limit', 'limit']);
    },
  );

  it.each(['-1', '1.5', 'x', '', '1e1', '99999999999999999999'])(
    'refuses offset=%s: invalid_offset',
    async (offset) => {
      const answer = await project.publishable.get(`${list}?offset=${offset}`);
      expect(refusal(answer)).toEqual([400, 'invalid_offset', 'offset']);
    },
  );
});

describe('paging', () => {
  it('by cursor passes every entry once; on the last page both nexts are null', async () => {
    const seen: unknown[] = [];
    let next: string | null = null;
    do {
      const { ids: some, meta } = await page(`?limit=10${next === null ? '' : `&cursor=${next}`}`);
      seen.push(...some);
      expect(meta.next_offset).toBeNull();
      expect(meta.has_more).toBe(meta.next_cursor !== null);
      next = meta.next_cursor;
    } while (next !== null);

    expect(seen).toEqual(ids);
  });

  it('ends without a successor when the last page is full', async () => {
    const { meta } = await page('?limit=25');
    expect(meta).toMatchObject({ has_more: false, next_cursor: null, next_offset: null });
  });

  it('by offset, without sort too', async () => {
    const first = await page('?limit=10&offset=0');
    const last = await page('?limit=10&offset=20');

    expect(first.ids).toEqual(ids.slice(0, 10));
    expect(first.meta).toMatchObject({ next_cursor: null, next_offset: 10, has_more: true });
    expect(last.ids).toEqual(ids.slice(20));
    expect(last.meta).toMatchObject({ next_cursor: null, next_offset: null, has_more: false });
    expect((await page('?offset=9007199254740991')).ids).toEqual([]);
  });

  it('by cursor holds still while entries are made, edited, hidden and removed', async () => {
    const moving = await service.newProject();
    await defineType(moving, 'page', { n: 'number' });
    const made: string[] = [];
    for (let n = 0; n < 8; n += 1) made.unshift(await publishEntry(moving, 'page', { n }));
    const first = expectDone(await moving.secret.get(`${list}?limit=3`));
    await publishEntry(moving, 'page', { n: 100 });
    await moving.secret.patch(`${list}/${made[5]}`, { values: { n: 50 }, publish: true, published_at: null });
    await moving.secret.delete(`${list}/${made[2]}`); // the very one at which the page ended

    const second = expectDone(await moving.secret.get(`${list}?limit=3&cursor=${first.meta.next_cursor}`));
    const third = expectDone(await moving.secret.get(`${list}?limit=3&cursor=${second.meta.next_cursor}`));

    expect(pluck([...first.data, ...second.data, ...third.data], 'id')).toEqual(made);
  });

  it.each<[string, string]>([
    ['made up', 'abc'],
    ['cut', '<cursor-1>'],
    ['spelled otherwise', '<cursor>.x'],
    ['empty', ''],
    ['of other filters', '<cursor>&where[title]=even'],
    ['with sort', '<cursor>&sort=n'],
    ['with offset', '<cursor>&offset=5'],
  ])('refuses a cursor that is %s: invalid_cursor', async (_name, cursor) => {
    const { meta } = await page('?limit=5');
    const made = String(meta.next_cursor);
    const query = cursor.replace('<cursor-1>', made.slice(0, -1)).replace('<cursor>', made);

    const answer = await project.publishable.get(`${list}?limit=5&cursor=${query}`);

    expect(refusal(answer)).toEqual([400, 'invalid_cursor', 'cursor']);
  });

  it('refuses a cursor of another type, another release or another project', async () => {
    const { meta } = await page('?limit=5');
    const other = await service.newProject();
    await defineType(other, 'page', { title: 'string' });
    const clone = expectDone(await project.secret.post('/v1/releases', { name: 'Next' }));
    const cursor = `cursor=${meta.next_cursor}`;

    for (const answer of [
      await project.secret.get(`/v1/content/empty?${cursor}`),
      await project.secret.get(`${list}?${cursor}&release=${clone.id}`),
      await other.secret.get(`${list}?${cursor}`),
    ])
      expect(refusal(answer)).toEqual([400, 'invalid_cursor', 'cursor']);
  });

  it('takes a cursor with another limit, and with the same filters in another order', async () => {
    const { meta } = await page('?limit=5&where[title]=even&where[n][gt]=2');

    const { ids: rest } = await page(
      `?limit=3&where[n][gt]=2&where[title][eq]=even&cursor=${meta.next_cursor}`,
    );

    expect(rest).toHaveLength(3);
  });
});
