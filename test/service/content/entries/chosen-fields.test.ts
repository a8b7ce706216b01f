import { beforeAll, describe, expect, it } from 'vitest';
import { bytesReadBy, commandsOf } from '../../../support/commands.ts';
import {
  createEntry,
  defineType,
  expectDone,
  pluck,
  publishEntry,
  refusal,
} from '../../../support/content.ts';
import { clientOf } from '../../../support/database.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
let project: TestProject;
let ids: string[];

const path = '/v1/content/note';
const read = (suffix: string) => project.publishable.get(`${path}${suffix}`);

beforeAll(async () => {
  project = await service.newProject();
  await defineType(project, 'person', { name: 'string' });
  await defineType(project, 'note', [
    { key: 'title', type: 'string' },
    { key: 'body', type: 'richtext' },
    { key: 'rank', type: 'number' },
    { key: 'by', type: 'reference', options: { content_type: 'person' } },
  ]);
  await defineType(project, 'settings', { name: 'string', notice: 'text' }, { kind: 'singleton' });
  const by = await publishEntry(project, 'person', { name: 'Ada' });
  ids = [];
  for (const [i, title] of ['A', 'B', 'C'].entries())
    ids.push(
      await publishEntry(project, 'note', {
        title,
        rank: 3 - i,
        body: { markdown: 'Words '.repeat(200) },
        by,
      }),
    );
  await createEntry(project, 'note', { title: 'secret', rank: 9 });
  expectDone(
    await project.secret.put('/v1/content/settings', {
      values: { name: 'Shop', notice: 'Open' },
      publish: true,
    }),
  );
});

describe('fields=', () => {
  it('serves those fields alone, in the order of the type, in lists, entries and singletons', async () => {
    const list = await read('?fields=rank,title');
    const one = await read(`/${ids[0]}?fields=title`);
    const bare = await project.publishable.get('/v1/content/settings?fields=notice');

    expect(pluck(list.body.data, 'values').map((values) => JSON.stringify(values))).toEqual([
      '{"title":"C","rank":1}',
      '{"title":"B","rank":2}',
      '{"title":"A","rank":3}',
    ]);
    expect(one.body).toMatchObject({ id: ids[0], values: { title: 'A' } });
    expect(Object.keys(one.body.values)).toEqual(['title']);
    expect(bare.body).toEqual({ notice: 'Open' });
  });

  it('leaves the rest of the answer as it is: pages, orders, filters, ids and tags', async () => {
    const names = async (query: string) => {
      const { body } = await read(`?fields=title&${query}`);
      return [pluck(pluck(body.data, 'values'), 'title'), body.meta];
    };
    const plain = async (query: string) => (await read(`?${query}`)).body.meta;

    expect(await names('limit=2')).toEqual([['C', 'B'], await plain('limit=2')]);
    expect((await names('sort=rank'))[0]).toEqual(['C', 'B', 'A']);
    expect((await names('where[rank][gte]=2&count=true'))[0]).toEqual(['B', 'A']);
    expect((await names(`ids=${ids[1]},${ids[0]}`))[0]).toEqual(['B', 'A']);
    const [tag, other] = [await read(`/${ids[0]}`), await read(`/${ids[0]}?fields=title`)];
    expect(other.headers.get('etag')).not.toBe(tag.headers.get('etag'));
    expect(tag.body.values).toMatchObject({ body: {}, by: {} });
  });

  it('takes repeats once and passes over blanks; an empty field reads null', async () => {
    const blank = await publishEntry(project, 'note', { title: 'blank' });

    const { body } = await read(`/${blank}?fields=%20rank%20,title,rank,`);

    expect(body.values).toEqual({ title: 'blank', rank: null });
    expectDone(await project.secret.delete(`${path}/${blank}`));
  });

  it('reads less of the database, and asks it nothing about what other fields point at', async () => {
    const client = clientOf(service.app.system);
    const [asked, whole] = [[] as string[], [] as string[]];
    const few = await bytesReadBy(client, async () => {
      asked.push(...(await commandsOf(client, () => read('?fields=title&limit=7'))));
    });
    const all = await bytesReadBy(client, async () => {
      whole.push(...(await commandsOf(client, () => read('?limit=7'))));
    });

    expect(asked.filter((command) => command.endsWith(' entries'))).toHaveLength(1);
    expect(asked.length).toBeLessThanOrEqual(whole.length);
    expect(few.bytes).toBeLessThan(all.bytes * 0.8);
  });

  it.each([
    ['', [400, 'invalid_parameter', 'fields']],
    ['%20,', [400, 'invalid_parameter', 'fields']],
    [Array.from({ length: 101 }, (_, i) => `f${i}`).join(','), [400, 'invalid_parameter', 'fields']],
    ['titel', [400, 'unknown_field', 'fields']],
    ['values.title', [400, 'unknown_field', 'fields']],
    ['$where', [400, 'unknown_field', 'fields']],
    ['__proto__', [400, 'unknown_field', 'fields']],
  ])('refuses %j', async (fields, refused) => {
    for (const suffix of ['', `/${ids[0]}`]) {
      const answer = await read(`${suffix}?fields=${fields}`);
      expect(refusal(answer)).toEqual(refused);
    }
  });

  it('names the nearest key, and all of them', async () => {
    const answer = await project.publishable.get('/v1/content/settings?fields=notise');

    expect(answer.body.error).toMatchObject({
      did_you_mean: 'notice',
      available_fields: ['name', 'notice'],
    });
  });

  it('shows nothing of drafts, and nothing to other projects', async () => {
    const other = await service.newProject();
    const draft = expectDone(await project.secret.patch(`${path}/${ids[2]}`, { publish: false }));

    const { body, text } = await read('?fields=title');

    expect(pluck(body.data, 'id')).not.toContain(draft.id);
    expect(text).not.toContain('secret');
    expect(refusal(await read(`/${draft.id}?fields=title`))[1]).toBe('entry_not_published');
    expect(refusal(await other.publishable.get(`${path}?fields=title`))[1]).toBe('unknown_content_type');
    expectDone(await project.secret.patch(`${path}/${ids[2]}`, { publish: true }));
  });
});
