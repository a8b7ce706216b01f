import { expect, it } from 'vitest';
import type { SearchItem } from '../../../../src/contract/search.ts';
import { wordsOf } from '../../../../src/contract/text/words.ts';
import { foldText } from '../../../../src/contract/text/fold.ts';
import { defineType, expectDone } from '../../../support/content.ts';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { startOwnService } from '../../../support/service.ts';
import { storeEntries } from '../../../support/stored-entries.ts';

const service = await startOwnService();
await service.app.start();

/** Few words, so that many items share them: some are common, and some occur in a few titles only. */
const vocabulary = [
  'kite',
  'kites',
  'tide',
  'Tidal',
  'dune',
  'Düne',
  'marram',
  'heron',
  'сад',
  '東京',
  'a',
  'ab',
  'b',
];
const perType = 4_980;
const articles = 40;

interface Item {
  id: string;
  kind: string;
  type: string | null;
  title: string;
  body: string;
  updatedAt: string;
}

/** A reproducible number below `max`. */
let state = 7;
const random = (max: number) => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((state / 2_147_483_648) * max);
};
const words = (count: number) =>
  Array.from(
    { length: count },
    () => vocabulary[Math.floor(random(vocabulary.length) ** 2 / vocabulary.length)],
  ).join(' ');

interface Compared extends Item {
  key: string;
  titleWords: string[];
  allWords: string[];
}

const prepared = (item: Item): Compared => ({
  ...item,
  key: foldText(item.title),
  titleWords: wordsOf([item.title]),
  allWords: wordsOf([item.title, item.body]),
});

/** What the search promises, over all items, without an index. */
function reference(items: readonly Compared[], q: string): { id: string; match: string }[] {
  const key = foldText(q.trim());
  const terms = wordsOf([q]);
  const hasAll = (own: readonly string[]) =>
    terms.length > 0 && terms.every((term) => own.some((word) => word.startsWith(term)));
  const rankOf = (item: Compared) => {
    if (item.key === key) return 0;
    if (item.key.startsWith(key)) return 1;
    if (hasAll(item.titleWords)) return 2;
    return hasAll(item.allWords) ? 3 : 4;
  };
  const byTime = (a: Compared, b: Compared) => (a.updatedAt < b.updatedAt ? 1 : -1);
  return items
    .map((item) => ({ ...item, rank: rankOf(item) }))
    .filter(({ rank }) => rank < 4)
    .sort((a, b) => a.rank - b.rank || (a.updatedAt === b.updatedAt ? (a.id < b.id ? -1 : 1) : byTime(a, b)))
    .map(({ id, rank }) => ({ id, match: rank < 3 ? 'title' : 'words' }));
}

it('finds the same items in the same order as a comparison with all 10,000, for each role and grant', async () => {
  const project = await service.newProject();
  const items: Item[] = [];
  for (const type of ['story', 'note']) {
    await defineType(project, type, { title: 'string', body: 'text' }, { display_field: 'title' });
    const values = Array.from({ length: perType }, () => ({ title: words(1 + random(3)), body: words(6) }));
    const ids = await storeEntries(service, project, type, values);
    const rows = await databaseOf(service.app.system)
      .collection<{ id: string; updated_at: Date }>('entries')
      .find({ project_id: project.id, type })
      .toArray();
    const times = new Map(rows.map((row) => [row.id, row.updated_at.toISOString()]));
    ids.forEach((id, i) => {
      const { title = '', body = '' } = values[i] ?? {};
      items.push({ id, kind: 'entry', type, title, body, updatedAt: times.get(id) ?? '' });
    });
  }
  for (let i = 0; i < articles; i += 1) {
    const [title, excerpt] = [words(2), words(4)];
    const article = expectDone(
      await project.secret.post('/v1/blog/articles', { title, excerpt, slug: `a-${i}` }),
    );
    items.push({
      id: article.id,
      kind: 'blog_article',
      type: null,
      title,
      body: excerpt,
      updatedAt: article.updated_at,
    });
  }
  const indexed = () =>
    databaseOf(service.app.system).collection('search_rows').countDocuments({ project_id: project.id });
  await expect.poll(indexed, { timeout: 120_000, interval: 500 }).toBe(items.length);

  const grants: [string, DashboardClient, (item: Item) => boolean][] = [
    ['owner', await signedIn(service, project.id, 'owner'), () => true],
    ['editor', await signedIn(service, project.id, 'editor'), () => true],
    ['author', await signedIn(service, project.id, 'author'), () => true],
    ['viewer', await signedIn(service, project.id, 'viewer'), () => true],
    [
      'one type',
      await signedIn(service, project.id, { role: 'editor', grant: { types: ['note'] } }, 'a@example.test'),
      ({ type }) => type !== 'story',
    ],
    [
      'the blog',
      await signedIn(
        service,
        project.id,
        { role: 'viewer', grant: { areas: ['blog'] } as never },
        'b@example.test',
      ),
      ({ kind }) => kind === 'blog_article',
    ],
  ];
  const queries = [
    ...vocabulary,
    ...Array.from({ length: 25 }, () => words(2)),
    ...Array.from({ length: 6 }, () => words(3)),
    ...['k', 'ki ti', 'kite k', 'TIDE marr', 'dun', '東', 'са', 'zzz', 'kite zzz', '-', 'kite  tide'],
  ];
  for (const [name, member, sees] of grants) {
    const visible = items.filter(sees).map(prepared);
    // Every role compares some of the searches, and the first one all of them.
    for (const q of name === 'owner' ? queries : queries.filter((_, i) => i % 4 === 0)) {
      const limit = 1 + random(50);
      const query = new URLSearchParams({ q, limit: String(limit) }).toString();
      const { body } = await member.send('GET', `/projects/${project.id}/search?${query}`);
      const expected = reference(visible, q);
      const matches = (body.data as SearchItem[]).map(({ id, match }) => ({ id, match }));
      expect(matches, `${name}: ${q}`).toEqual(expected.slice(0, limit));
      expect(body.meta.has_more, `${name}: ${q}`).toBe(expected.length > limit);
    }
  }
}, 600_000);
