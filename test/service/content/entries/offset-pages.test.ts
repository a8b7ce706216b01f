import { beforeAll, describe, expect, it, vi } from 'vitest';
import { defineType, expectDone, inMs, pluck } from '../../../support/content.ts';
import { databaseOf } from '../../../support/database.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';
import { storeEntries } from '../../../support/stored-entries.ts';

const service = await startOwnService();
const db = databaseOf(service.app.system);
const count = 2_100;
let project: TestProject;

beforeAll(async () => {
  project = await service.newProject();
  await defineType(project, 'kite', [
    { key: 'name', type: 'string' },
    { key: 'price', type: 'number' },
    { key: 'stock', type: 'boolean' },
  ]);
  const values = Array.from({ length: count }, (_, i) => ({
    name: `Kite ${(i * 7919) % 50}`,
    ...(i % 3 === 0 ? {} : { price: (i * 31) % 7 }),
    ...(i % 5 === 0 ? {} : { stock: i % 2 === 0 }),
  }));
  await storeEntries(service, project, 'kite', values);
});

const list = (query: string) => project.publishable.get(`/v1/content/kite?${query}`);

async function idsOf(query: string): Promise<unknown[]> {
  return pluck(expectDone(await list(query)).data, 'id');
}

/** Every id in the order of a list, in pages of 100 read by offset one after another. */
async function walked(query: string): Promise<unknown[]> {
  const ids: unknown[] = [];
  for (let offset: number | null = 0; offset !== null;) {
    const { data, meta } = expectDone(await list(`${query}&limit=100&offset=${offset}`));
    ids.push(...pluck(data, 'id'));
    offset = meta.next_offset;
  }
  return ids;
}

/** Makes a change that readers see, so that nothing known of the project holds any more. */
async function changeSomething() {
  await project.secret.post('/v1/authors', { name: 'Another' });
}

/** What the database looked at for the page of a request, in its commands. */
async function lookedAt(query: string) {
  await db.command({ profile: 2 });
  expectDone(await list(query));
  await db.command({ profile: 0 });
  const rows = await db.collection('system.profile').find({ 'command.find': 'entries' }).toArray();
  await db.dropCollection('system.profile');
  return rows.map(({ keysExamined, docsExamined }) => ({
    keys: Number(keysExamined),
    documents: Number(docsExamined),
  }));
}

const orders = ['name', '-name', 'price', '-price', 'stock', '-stock', 'created_at', '-published_at'];

describe('a page far down a list', () => {
  it.each([...orders.map((sort) => `sort=${sort}`), 'limit=20'])(
    '%s: is found by the keys of an index; no document before it is read',
    async (query) => {
      await changeSomething();

      const [toThePage, page, ...others] = await lookedAt(`${query}&offset=2000`);

      expect(others).toEqual([]);
      expect(toThePage).toEqual({ keys: 2_000, documents: 0 });
      expect(page?.documents).toBe(21);
    },
  );

  it.each([...orders.map((sort) => `sort=${sort}`), 'limit=20', 'where[stock]=true'])(
    '%s: begins where the page before it ended',
    async (query) => {
      await changeSomething();
      await idsOf(`${query}&offset=600`);

      const [lastRow, page, ...others] = await lookedAt(`${query}&offset=620`);

      expect(others).toEqual([]);
      expect(lastRow?.documents).toBe(1);
      expect(page?.documents).toBeLessThanOrEqual(22); // 22 where a filter's index has the row before too
    },
  );

  it.each(['name', '-price', 'stock', '-published_at'])(
    'holds each entry once, in the order of one list: %s',
    async (sort) => {
      await changeSomething();
      const jumped: unknown[] = [];
      for (let offset = count - 100; offset >= 0; offset -= 100)
        jumped.unshift(...(await idsOf(`sort=${sort}&limit=100&offset=${offset}`)));
      await changeSomething();

      const all = await walked(`sort=${sort}`);

      expect(all).toEqual(jumped);
      expect(new Set(all).size).toBe(count);
    },
  );

  it('is empty behind the end, with and without knowing what stands before it', async () => {
    await changeSomething();
    expect(await idsOf(`sort=name&offset=${count}`)).toEqual([]);
    expect(await idsOf(`sort=name&offset=${count + 5_000}`)).toEqual([]);
    await idsOf(`sort=name&offset=${count - 20}`);
    expect(await idsOf(`sort=name&offset=${count}`)).toEqual([]);
  });
});

describe('what is known of a list', () => {
  it('ends with each change that readers see', async () => {
    const before = await idsOf('sort=-name&limit=2&offset=300');
    await idsOf('sort=-name&limit=100&offset=200');
    const values = { name: 'Zeppelin' };

    const { id } = expectDone(
      await project.secret.post('/v1/content/kite/entries', { values, publish: true }),
    );

    expect((await idsOf('sort=-name&limit=2&offset=301'))[0]).toBe(before[0]);
    expectDone(await project.secret.delete(`/v1/content/kite/${id}`));
    expect(await idsOf('sort=-name&limit=2&offset=300')).toEqual(before);
  });

  it('ends with a date on which readers see something else', async () => {
    await changeSomething();
    const body = { values: { name: 'Zeppelin' }, publish: true, published_at: inMs(1_500) };
    const { id } = expectDone(await project.secret.post('/v1/content/kite/entries', body));
    const before = await idsOf('sort=-name&limit=2&offset=300');
    await idsOf('sort=-name&limit=100&offset=200');

    await vi.waitFor(async () => expect(await idsOf('sort=-name&limit=1&offset=0')).toEqual([id]), 10_000);

    expect((await idsOf('sort=-name&limit=2&offset=301'))[0]).toBe(before[0]);
    expectDone(await project.secret.delete(`/v1/content/kite/${id}`));
  });

  it('is of one project', async () => {
    const other = await service.newProject();
    await defineType(other, 'kite', { name: 'string' });
    await storeEntries(
      service,
      other,
      'kite',
      Array.from({ length: 300 }, (_, i) => ({ name: `Other ${i % 9}` })),
    );
    await idsOf('sort=name&limit=100&offset=100');

    const own = expectDone(await other.publishable.get('/v1/content/kite?sort=name&offset=200'));

    expect(own.data).toHaveLength(20);
    expect(own.data[0].values.name).toMatch(/^Other/);
  });
});
