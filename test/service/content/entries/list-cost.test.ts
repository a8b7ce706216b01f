import { beforeAll, describe, expect, it } from 'vitest';
import { createEntry, defineType } from '../../../support/content.ts';
import { storeEntries } from '../../../support/stored-entries.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';
import { databaseOf } from '../../../support/database.ts';

const service = await startOwnService();
const db = databaseOf(service.app.system);
const count = 3_000;
let project: TestProject;

const fields = [
  { key: 'name', type: 'string' },
  { key: 'price', type: 'number' },
  { key: 'stock', type: 'boolean' },
  { key: 'made', type: 'date' },
  { key: 'tone', type: 'select', options: { choices: ['red', 'blue'] } },
  { key: 'page', type: 'url' },
  { key: 'sku', type: 'string' },
  { key: 'maker', type: 'string' },
];

/** A project of so many kites; each `redEach`th of them is red. */
async function newShop(count: number, { redEach = 2 } = {}) {
  const project = await service.newProject();
  await defineType(project, 'kite', fields);
  const values = Array.from({ length: count }, (_, i) => ({
    name: `Kite ${(i * 7919) % count}`,
    price: (i * 31) % 1_000,
    stock: i % 2 === 0,
    made: new Date(Date.UTC(2020, 0, 1) + ((i * 7919) % count) * 86_400_000).toISOString().slice(0, 10),
    tone: i % redEach === 0 ? 'red' : 'blue',
    page: `https://kites.test/${(i * 13) % count}`,
    sku: `sku-${i % 300}`,
    maker: 'ropewalk',
  }));
  await storeEntries(service, project, 'kite', values);
  return project;
}

beforeAll(async () => {
  project = await newShop(count);
  const draft = await createEntry(project, 'kite', { name: 'A draft', price: -1 });
  const stored = await db.collection('entries').findOne({ id: draft.id });
  const copies = Array.from({ length: 500 }, (_, i) => ({
    ...stored,
    _id: `${project.releaseId}/ent_copy${i}` as never,
    id: `ent_copy${i}`,
  }));
  await db.collection('entries').insertMany(copies);
});

/** What the database looked at to find the page of a request, counting of filters aside, and whether it sorted. */
async function lookedAt(query: string, { publishable } = project) {
  await db.command({ profile: 2 });
  const answer = await publishable.get(`/v1/content/kite?${query}`);
  await db.command({ profile: 0 });
  expect(answer.status, answer.text).toBe(200);
  const rows = await db.collection('system.profile').find({ 'command.find': 'entries' }).toArray();
  await db.dropCollection('system.profile');
  expect(rows).toHaveLength(1);
  return {
    shown: answer.body.data.length as number,
    documents: Number(rows[0]?.['docsExamined']),
    isSorted: rows[0]?.['hasSortStage'] === true,
  };
}

const orders = ['name', 'price', 'stock', 'made', 'tone', 'page', 'created_at', 'published_at', 'updated_at'];

describe(`a page of 20 of ${count} entries, with 500 drafts beside them`, () => {
  it.each(['', ...orders.flatMap((field) => [`sort=${field}`, `sort=-${field}`])])(
    '%s is read from an index in its order, one entry more than the page',
    async (query) => {
      expect(await lookedAt(query)).toEqual({ shown: 20, documents: 21, isSorted: false });
    },
  );

  it.each([
    ['where[tone]=red', 21],
    ['where[tone][in]=red,blue', 60],
    ['where[stock]=true&where[tone]=red', 60],
    ['where[tone]=red&sort=price', 60],
    ['where[stock]=true&sort=-name', 60],
  ])('%s reads about what it shows', async (query, documentsMax) => {
    expect((await lookedAt(query)).documents).toBeLessThanOrEqual(documentsMax);
  });

  it.each([
    'where[sku]=sku-8',
    'where[sku]=sku-8&sort=price',
    'where[maker]=ropewalk&where[sku]=sku-10',
    'where[sku]=sku-12&where[maker]=ropewalk',
    'where[tone]=red&where[sku][starts_with]=sku-14&where[price][lt]=40',
    'where[maker]=ropewalk&where[tone]=red&where[sku][in]=sku-16,sku-18&sort=-name',
  ])('%s begins with the filter that leaves least, wherever it stands', async (query) => {
    const { shown, documents } = await lookedAt(query);

    expect(shown).toBeGreaterThan(0);
    expect(documents).toBeLessThanOrEqual(120);
  });

  it('reads about what it shows though another project is better served by another index', async () => {
    const other = await newShop(1_600, { redEach: 10 });
    const query = (offset: number) => `where[tone]=red&sort=made&offset=${offset}`;
    for (let offset = 0; offset < 5; offset += 1) {
      expect((await lookedAt(query(offset), other)).documents).toBeLessThanOrEqual(180);
      expect((await lookedAt(query(offset))).documents).toBeLessThanOrEqual(60);
    }
  });
});
