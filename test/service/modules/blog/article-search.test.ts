import { describe, expect, it } from 'vitest';
import { findLive } from '../../../../src/modules/articles/store/live-repository.ts';
import { articles } from '../../../../src/modules/articles/store/repository.ts';
import { rows } from '../../../../src/core/mongo/scope/scoped.ts';
import { searchFilter, wordsOf } from '../../../../src/contract/text/words.ts';
import { blogArticle } from '../../../../src/modules/blog/article.ts';
import { newId } from '../../../../src/contract/ids.ts';
import { valuesOf } from '../../../support/client.ts';
import { databaseOf } from '../../../support/database.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
const path = '/v1/blog/articles';

describe('GET /v1/blog/articles?q=', () => {
  it('finds articles of which every word begins a word, in title, excerpt, tags and body', async () => {
    const project = await service.newProject();
    const rowsOfText = [
      { title: 'The Shearwater', body: { markdown: 'Flies in **almost** no wind.' } },
      { title: 'Repairs', excerpt: 'A torn sail, mended over a café table.', tags: ['sewing kit'] },
      { title: 'Ångström & Söhne', body: { markdown: '| Part | Weight |\n| --- | --- |\n| Spar | 52 g |' } },
      { title: '風の強い日に凧を揚げる' },
      { title: "Don't fly at the Straße" },
    ];
    for (const fields of rowsOfText) await project.secret.post(path, { ...fields, publish: true });
    await project.secret.post(path, { title: 'Draft of a shearwater' });
    const found = async (q: string) => {
      const answer = await project.publishable.get(`${path}?count=true&q=${encodeURIComponent(q)}`);
      expect(answer.status, answer.text).toBe(200);
      const titles = valuesOf(answer, 'title');
      expect(answer.body.meta.total).toBe(titles.length);
      return titles;
    };

    expect(await found('shear')).toEqual(['The Shearwater']);
    expect(await found('SHEARWATER wind')).toEqual(['The Shearwater']);
    expect(await found('water')).toEqual([]);
    expect(await found('shear storm')).toEqual([]);
    expect(await found('almo no')).toEqual(['The Shearwater']);
    expect(await found('CAFE')).toEqual(['Repairs']);
    expect(await found('café')).toEqual(['Repairs']);
    expect(await found('sew torn')).toEqual(['Repairs']);
    expect(await found('angstrom sohn')).toEqual(['Ångström & Söhne']);
    expect(await found('ÅNGSTRÖM')).toEqual(['Ångström & Söhne']);
    expect(await found('spar 52')).toEqual(['Ångström & Söhne']);
    expect(await found('凧')).toEqual(['風の強い日に凧を揚げる']);
    expect(await found('strasse')).toEqual(["Don't fly at the Straße"]);
    expect(await found("don't")).toEqual(["Don't fly at the Straße"]);
    expect(await found('.*')).toEqual([]);
    expect(await found('—')).toEqual([]);
    expect(await found('   ')).toHaveLength(5);
    expect(await found('')).toHaveLength(5);
  });

  it('finds what is live, not what the draft says', async () => {
    const project = await service.newProject();
    await project.secret.post(path, { title: 'A', excerpt: 'kestrel', publish: true });
    const slugs = async (q: string) => (await project.publishable.get(`${path}?q=${q}`)).body.data.length;

    expect(await slugs('kestrel')).toBe(1);
    await project.secret.patch(`${path}/a`, { excerpt: 'plover' });
    expect([await slugs('kestrel'), await slugs('plover')]).toEqual([0, 1]);
    await project.secret.patch(`${path}/a`, { publish: false });
    expect(await slugs('plover')).toBe(0);
  });

  it('stands beside filters and goes on by cursor', async () => {
    const project = await service.newProject();
    const { id } = (await project.secret.post('/v1/blog/categories', { name: 'Notes' })).body;
    for (const [i, title] of ['kite one', 'kite two', 'kite three', 'boat'].entries())
      await project.secret.post(path, { title, publish: true, categories: i === 0 ? [] : [id] });

    const first = await project.publishable.get(`${path}?q=kite&category=notes&limit=1`);
    const rest = await project.publishable.get(
      `${path}?q=kite&category=notes&limit=1&cursor=${first.body.meta.next_cursor}`,
    );
    const otherSearch = await project.publishable.get(`${path}?q=boat&cursor=${first.body.meta.next_cursor}`);

    expect([first.body.data[0].title, rest.body.data[0].title].sort()).toEqual(['kite three', 'kite two']);
    expect(rest.body.meta).toMatchObject({ has_more: false, next_cursor: null });
    expect(otherSearch.body.error.code).toBe('invalid_cursor');
  });
});

describe('searching many articles', () => {
  const total = 12_000;
  const rare = 300;

  /** Articles like one that was written through the API, many at a time; every 40th has a rare word. */
  async function fill(project: TestProject): Promise<void> {
    await project.secret.post(path, { title: 'First', publish: true });
    const collection = rows(service.app.system.project(project.id), articles);
    const first = await collection.findOne({ slug: 'first' });
    if (first === null) throw new Error('the first article is there');
    for (let start = 0; start < total; start += 2_000) {
      const many = Array.from({ length: 2_000 }, (_, j) => {
        const i = start + j;
        const live_at = new Date(Date.UTC(2020, 0, 1) + i * 60_000);
        const words = ['kite', `word${i % 500}`, ...(i % (total / rare) === 0 ? ['redshank'] : [])];
        return { ...first, _id: newId('blog_article', live_at), slug: `a${i}`, live_at, words };
      });
      await collection.insertMany(many);
    }
  }

  it('reads little: an index key for each match of a rare word, and a page of a common one', async () => {
    const project = await service.newProject();
    await fill(project);
    const db = service.app.system.project(project.id);
    const now = service.app.clock.now();
    const keysOf = async (q: string) => {
      const filter = { module: 'blog' as const, live_at: { $lte: now }, ...searchFilter(q) };
      const plan = await databaseOf(service.app.system)
        .collection(articles.name)
        .find({ project_id: project.id, ...filter }, { sort: { live_at: -1, _id: 1 }, limit: 21 })
        .explain('executionStats');
      const stats = plan['executionStats'] as { totalKeysExamined: number; totalDocsExamined: number };
      return stats;
    };

    expect(await keysOf('redshank')).toMatchObject({ totalKeysExamined: rare + 1, totalDocsExamined: 21 });
    expect((await keysOf('redsh')).totalKeysExamined).toBeLessThan(1_000);
    expect((await keysOf('kite')).totalKeysExamined).toBeLessThan(1_000);
    const live = { now, facets: [], after: null, statuses: null, limit: 21 };
    expect(await findLive(db, blogArticle, { ...live, search: searchFilter('redshank') })).toHaveLength(21);

    const both = await project.publishable.get(`${path}?q=kite%20nowhere`);
    const rareFirst = await project.publishable.get(`${path}?q=kite%20redshank&count=true`);
    expect(both.body.data).toEqual([]);
    expect(rareFirst.body).toMatchObject({ meta: { total: rare, has_more: true } });
    const capped = await project.publishable.get(`${path}?q=kite&count=true`);
    expect(capped.body.meta).toMatchObject({ total: 10_000, total_is_capped: true });
  });
});

describe('the words of a text', () => {
  it.each([
    ['', []],
    ['One, two; ONE', ['one', 'two']],
    ['naïve Ærø', ['naive', 'aero']],
    ['e-mail 3.5', ['e', 'mail', '3', '5']],
    ['x'.repeat(50), ['x'.repeat(50)]],
    ['猫。犬', ['猫', '犬']],
    ['สวัสดีครับ', ['สวัสดี', 'ครับ']],
  ])('%j are %j', (text, words) => {
    expect(wordsOf([text])).toEqual(words);
  });
});
