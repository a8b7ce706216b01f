import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { defineType, expectDone, pluck, publishEntry } from '../../support/content.ts';
import { everyRow } from '../../support/transfer/every-answer.ts';
import { newFolder, newInstallation } from '../../support/transfer/installations.ts';
import { databaseOf } from '../../support/database.ts';

vi.setConfig({ testTimeout: 180_000 });

const from = await newInstallation();
const to = await newInstallation();

describe('an import of what an older version exported', () => {
  it('is sorted, filtered and found as this version folds texts, from its end on', async () => {
    const original = await from.newProject();
    await defineType(original, 'page', { title: 'string' });
    for (const title of ['Straße', 'Strase', 'Strast']) await publishEntry(original, 'page', { title });
    for (const name of ['Łaz', 'Zoe', 'Lab']) expectDone(await original.secret.post('/v1/authors', { name }));
    expectDone(await original.secret.post('/v1/blog/articles', { title: 'οδός', slug: 'a', publish: true }));
    const asFolded = await everyRow(from.app, original);
    const own = { project_id: original.id };
    const db = databaseOf(from.app.system);
    const older = { facets: [{ k: 'title', v: 'straße' }], sorts: { s0: 'straße' } };
    await db.collection('entries').updateOne({ ...own, 'live.title': 'Straße' }, { $set: older });
    // Keys of a value that was cleared, which older versions left behind.
    await db
      .collection('entries')
      .updateOne({ ...own, 'live.title': 'Strast' }, { $set: { uniques: ['title=Old'] } });
    await db.collection('authors').updateOne({ ...own, name: 'Łaz' }, { $set: { sort_name: 'łaz' } });
    await db.collection('articles').updateMany(own, { $set: { words: ['οδος'] }, $unset: { more_words: 1 } });
    expect(await everyRow(from.app, original)).not.toEqual(asFolded);
    const another = await to.newProject();
    await defineType(another, 'page', { title: 'string' });
    await publishEntry(another, 'page', { title: 'Straße' });
    const ofAnother = { project_id: another.id };
    await databaseOf(to.app.system).collection('entries').updateOne(ofAnother, { $set: older });

    const folder = join(await newFolder(), 'backup');
    await from.galley('export', '--project', original.id, '--out', folder);
    const copy = await to.newProject();
    const imported = await to.galley('import', '--project', copy.id, '--from', folder);

    expect(imported.exitCode).toBe(0);
    const read = async (path: string) => expectDone(await copy.publishable.get(path)).data as any[];
    const titles = pluck(pluck(await read('/v1/content/page?sort=title'), 'values'), 'title');
    expect(titles).toEqual(['Strase', 'Straße', 'Strast']);
    expect(await read(`/v1/content/page?where[title]=${encodeURIComponent('Straße')}`)).toHaveLength(1);
    expect(pluck(await read('/v1/authors'), 'name')).toEqual(['Lab', 'Łaz', 'Zoe']);
    expect(await read(`/v1/blog/articles?q=${encodeURIComponent('ΟΔΟΣ')}`)).toHaveLength(1);
    expect(await everyRow(to.app, copy)).toEqual(asFolded);
    expect(await databaseOf(to.app.system).collection('entries').findOne(ofAnother)).toMatchObject(older);
  });
});
