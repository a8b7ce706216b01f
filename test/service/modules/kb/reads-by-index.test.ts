import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { startOwnService } from '../../../support/service.ts';
import { type KnowledgeBase, newKnowledgeBase } from '../../../support/kb/knowledge-base.ts';
import { databaseOf } from '../../../support/database.ts';

const service = await startOwnService();
const db = databaseOf(service.app.system);
const perShelf = 1_000;
let kb: KnowledgeBase;

/** Fills three shelves with copies of one real article each, the rare word in three of them. */
beforeAll(async () => {
  kb = await newKnowledgeBase(service);
  const first = await kb.collection('First');
  const second = await kb.collection('Second');
  const section = await kb.section(second, 'Section');
  for (const [title, place] of [
    ['One', { collection: first }],
    ['Two', { collection: second }],
    ['Three', { section }],
  ] as const) {
    const { id } = await kb.article(title, { ...place, position: 0 });
    const original = await db.collection('articles').findOne({ _id: id });
    if (original === null) throw new Error('the article was not stored');
    const copies = Array.from({ length: perShelf - 1 }, (_, i) => ({
      ...original,
      _id: `kba_${randomUUID()}` as never,
      slug: `${original['slug']}-${i}`,
      live: { ...original['live'], position: i + 1 },
      draft: { ...original['draft'], position: i + 1 },
      words: [...original['words'], ...(i === 500 ? ['zeppelin'] : [])],
    }));
    await db.collection('articles').insertMany(copies);
  }
  for (const name of ['kb_collections', 'kb_sections'])
    await db
      .collection<{ project_id: string }>(name)
      .updateMany({ project_id: kb.id }, { $set: { published_count: perShelf } });
});

/** What the database looked at while one request was answered. */
async function lookedAt(path: string): Promise<{ keys: number; documents: number; queries: number }> {
  await db.command({ profile: 2 });
  const answer = await kb.publishable.get(path);
  await db.command({ profile: 0 });
  expect(answer.status, answer.text).toBe(200);
  const own = {
    ns: new RegExp('\\.(articles|kb_\\w+|authors)$'),
    op: { $in: ['query', 'command', 'getmore'] },
  };
  const profiled = await db.collection('system.profile').find(own).toArray();
  await db.dropCollection('system.profile');
  const sum = (key: string) => profiled.reduce((total, row) => total + Number(row[key] ?? 0), 0);
  return { keys: sum('keysExamined'), documents: sum('docsExamined'), queries: profiled.length };
}

describe('reads of a knowledge base of 3,000 articles', () => {
  it.each([
    ['the first page', '/v1/kb/articles', 60],
    ['a page across two shelves', `/v1/kb/articles?offset=${perShelf - 10}`, perShelf + 60],
    ['the last shelf’s first page', `/v1/kb/articles?offset=${2 * perShelf}`, 60],
    ['a section', '/v1/kb/articles?section=section&count=true', 60],
    ['a search for a rare word', '/v1/kb/articles?q=zepp', 60],
    ['the tree', '/v1/kb/tree', 30],
    ['the collections', '/v1/kb/collections', 30],
    ['one article', '/v1/kb/articles/one', 30],
  ])('%s looks at few keys and documents', async (_name, path, keysMax) => {
    const { keys, documents, queries } = await lookedAt(path);

    expect(keys).toBeLessThan(keysMax);
    expect(documents).toBeLessThan(60);
    expect(queries).toBeGreaterThan(0);
    expect(queries).toBeLessThan(12);
  });
});
