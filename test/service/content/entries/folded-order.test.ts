import { describe, expect, it } from 'vitest';
import { foldMigration } from '../../../../src/server/start/fold-migration.ts';
import { setUpDatabase } from '../../../../src/core/mongo/schema/set-up.ts';
import { defineType, expectDone, pluck, publishEntry } from '../../../support/content.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';
import { declared } from '../../../support/assembly.ts';
import { databaseOf } from '../../../support/database.ts';

const service = await startOwnService();
const { system } = service.app;
const entries = databaseOf(system).collection('entries');

async function sorted(project: TestProject, sort: string, key: string): Promise<unknown[]> {
  const { data } = expectDone(await project.publishable.get(`/v1/content/page?sort=${sort}&limit=100`));
  return pluck(pluck(data, 'values'), key);
}

describe('a list that is sorted by a text', () => {
  it('has texts that agree in hundreds of letters in their order, addresses too', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', { title: 'string', link: 'url' });
    const ends = ['c', 'A', 'd', 'b', 'Ä'];
    for (const end of ends)
      await publishEntry(project, 'page', {
        title: 'x'.repeat(499) + end,
        link: `https://a.example/${'y'.repeat(2_000)}${end}`,
      });
    const last = (values: unknown[]) => values.map((value) => String(value).slice(-1));

    for (const key of ['title', 'link']) {
      const wanted = key === 'title' ? ['A', 'Ä', 'b', 'c', 'd'] : ['A', 'Ä', 'b', 'c', 'd'];
      expect(last(await sorted(project, key, key))).toEqual(wanted);
      expect(last(await sorted(project, `-${key}`, key)).sort()).toEqual([...wanted].sort());
      expect(last(await sorted(project, `-${key}`, key)).slice(0, 3)).toEqual(['d', 'c', 'b']);
    }
  });

  it('knows letters without accents by how they are typed, and keeps the vowels of other scripts', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', { title: 'string' });
    const inOrder = ['Łódź', 'lof', 'Øre', 'orf', 'Straße', 'strassf', 'ΣΊΣΥΦΟΣ', 'σισυφω', 'परय', 'प्रिय'];
    for (const title of [...inOrder].reverse()) await publishEntry(project, 'page', { title });

    expect(await sorted(project, 'title', 'title')).toEqual(inOrder);
    for (const title of inOrder) {
      const query = `where[title]=${encodeURIComponent(title)}`;
      const { data } = expectDone(await project.publishable.get(`/v1/content/page?${query}`));
      expect(pluck(pluck(data, 'values'), 'title')).toEqual([title]);
    }
  });
});

describe('content that an older version folded', () => {
  it('is filtered, sorted and found as the new one folds, when that has started once', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', { title: 'string' });
    for (const title of ['Straße', 'Strase', 'Strast']) await publishEntry(project, 'page', { title });
    expectDone(await project.secret.post('/v1/authors', { name: 'ΣΙΣΥΦΟΣ' }));
    const body = { markdown: `${'w'.repeat(60)} οδός` };
    expectDone(
      await project.secret.post('/v1/blog/articles', { title: 'A', slug: 'a', body, publish: true }),
    );
    const own = { project_id: project.id };
    const stored = async () => ({
      entries: await entries.find(own).sort({ _id: 1 }).toArray(),
      authors: await databaseOf(system).collection('authors').find(own).toArray(),
      articles: await databaseOf(system).collection('articles').find(own).toArray(),
    });
    const before = await stored();
    // As the older version left them.
    await entries.updateMany(
      { ...own, 'live.title': 'Straße' },
      {
        $set: { facets: [{ k: 'title', v: 'straße' }], sorts: { s0: 'straße' } },
      },
    );
    await databaseOf(system)
      .collection('authors')
      .updateMany(own, { $set: { sort_name: 'σισυφος' } });
    await databaseOf(system)
      .collection('articles')
      .updateMany(own, { $set: { words: ['a', 'w'.repeat(40), 'οδος'] }, $unset: { more_words: 1 } });
    await databaseOf(system)
      .collection('schema_versions')
      .updateOne({}, { $set: { migrated: 1 } });

    await setUpDatabase(system, declared, () => undefined);

    expect(await stored()).toEqual(before);
    expect(await sorted(project, 'title', 'title')).toEqual(['Strase', 'Straße', 'Strast']);
    const found = await project.publishable.get(
      `/v1/content/page?where[title]=${encodeURIComponent('Straße')}`,
    );
    expect(found.body.data).toHaveLength(1);
    for (const q of ['w'.repeat(60), 'ΟΔΟΣ']) {
      const { body } = await project.publishable.get(`/v1/blog/articles?q=${encodeURIComponent(q)}`);
      expect(body.data).toHaveLength(1);
    }
  });

  it('is made anew without losing what is written meanwhile, by two at once, again and again', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', { title: 'string', n: 'number' });
    const ids: string[] = [];
    for (let n = 0; n < 20; n += 1)
      ids.push(await publishEntry(project, 'page', { title: `Straße ${n}`, n }));
    const own = { project_id: project.id };
    await entries.updateMany(own, { $set: { facets: [], sorts: { s0: 'old', s1: -1 } } });

    await Promise.all([
      foldMigration.run(system),
      foldMigration.run(system),
      ...ids.map(async (id, n) =>
        expectDone(await project.secret.patch(`/v1/content/page/${id}`, { values: { n: n + 100 } })),
      ),
    ]);
    await foldMigration.run(system);

    expect((await sorted(project, 'n', 'n')).length).toBe(20);
    expect(await sorted(project, 'n', 'n')).toEqual(ids.map((_, n) => n + 100));
    const first = await project.publishable.get(
      `/v1/content/page?where[title]=${encodeURIComponent('Straße 7')}`,
    );
    expect(pluck(pluck(first.body.data, 'values'), 'n')).toEqual([107]);
  });
});
