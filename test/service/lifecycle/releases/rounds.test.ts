import { describe, expect, it } from 'vitest';
import { createEntry } from '../../../support/content.ts';
import { startService } from '../../../support/service.ts';
import { newPages, untouched } from '../../../support/releases/pages.ts';

const service = await startService();

const withPages = (...titles: string[]) => newPages(service, titles);

describe('clone, promote, edit both, promote back', () => {
  it('serves each release as it was left, and warns of what happened since the flip alone', async () => {
    const { ids, clone, promote, diff, edit, title, main } = await withPages('A', 'B', 'C');
    const [a = '', b = '', c = ''] = ids;
    const spring = await clone();
    await edit(a, 'A in spring', spring);
    await edit(b, 'B in main');

    const first = await promote(spring);
    await edit(c, 'C in spring'); // the default one now
    await edit(b, 'B in main again', main);
    const between = await diff(main);
    const back = await promote(main);

    expect(first.body.meta.warnings).toMatchObject([
      { code: 'release_diverged', summary: { entries: { changed: 2, conflicts: 1 } } },
    ]);
    expect(between.entries.changed).toMatchObject([
      { id: a, conflict: false },
      { id: b, conflict: false },
      { id: c, conflict: true },
    ]);
    expect(back.body.meta.warnings[0].summary.entries).toEqual({
      added: 0,
      changed: 3,
      removed: 0,
      conflicts: 1,
    });
    const read = async (release?: string) => Promise.all(ids.map((id) => title(id, release)));
    expect(await read()).toEqual(['A', 'B in main again', 'C']);
    expect(await read(spring)).toEqual(['A in spring', 'B', 'C in spring']);
    expect((await promote(spring)).body.meta).toBeUndefined();
    expect(await read()).toEqual(['A in spring', 'B', 'C in spring']);
  });

  it('does not take what was added or removed on the way for a conflict', async () => {
    const { project, ids, clone, promote, diff, remove, main } = await withPages('A', 'B');
    const [a = ''] = ids;
    const spring = await clone();
    await remove(a, spring);
    const late = await createEntry(project, 'page', { title: 'late' });

    const first = await promote(spring);
    const back = await diff(main);

    expect(first.body.meta.warnings[0].summary.entries).toEqual({
      added: 0,
      changed: 0,
      removed: 2,
      conflicts: 1, // the page that was made in main meanwhile
    });
    expect(back.entries).toEqual({
      added: [
        { id: a, type: 'page', title: 'A', conflict: false },
        { id: late.id, type: 'page', title: 'late', conflict: false },
      ].sort((one, other) => (one.id < other.id ? -1 : 1)),
      changed: [],
      removed: [],
    });
    expect((await promote(main, { if_diverged: 'refuse' })).status).toBe(200);
  });

  it('does take what the default release lost since for one', async () => {
    const { ids, clone, promote, diff, remove, main } = await withPages('A', 'B');
    const [a = '', b = ''] = ids;
    const spring = await clone();
    await remove(a);

    expect((await diff(spring)).entries.added).toEqual([{ id: a, type: 'page', title: 'A', conflict: true }]);
    await promote(spring);
    await remove(b);
    expect((await diff(main)).entries).toMatchObject({
      added: [{ id: b, conflict: true }],
      removed: [{ id: a, conflict: false }],
    });
    expect(await promote(main, { if_diverged: 'refuse' })).toMatchObject({
      status: 409,
      body: { error: { code: 'release_diverged', diverged: { entries: { conflicts: 1 } } } },
    });
  });

  it('tells of types too', async () => {
    const { project, clone, diff } = await withPages('A');
    const spring = await clone();
    const fields = [{ key: 'title', type: 'string', label: 'Heading' }];
    const define = (slug: string, query = '') =>
      project.secret.put(`/v1/schema/content-types/${slug}${query}`, { fields });
    await define('page');
    await define('only_main');
    await define('only_spring', `?release=${spring}`);

    expect((await diff(spring)).types).toEqual({
      added: [{ slug: 'only_spring', name: expect.any(String), conflict: false }],
      changed: [{ slug: 'page', name: expect.any(String), conflict: true }],
      removed: [{ slug: 'only_main', name: expect.any(String), conflict: true }],
    });
  });

  it('finds no difference in a fresh clone, nor in a clone of a clone', async () => {
    const { clone, diff } = await withPages('A', 'B');
    const spring = await clone();
    const summer = await clone('Summer', spring);

    for (const release of [spring, summer]) {
      expect((await diff(release)).summary).toEqual({ types: untouched, entries: untouched });
    }
  });
});

describe('the table of release states', () => {
  it('says what each move does and which event it sends', async () => {
    const { project, clone, promote, main } = await withPages();
    const { secret } = project;
    const sent = async (work: () => Promise<unknown>) => {
      const before = (await project.events()).length;
      await work();
      return (await project.events()).slice(before);
    };
    let spring = '';

    expect(await sent(async () => (spring = await clone()))).toEqual([]);
    expect(await sent(() => secret.patch(`/v1/releases/${spring}`, { name: 'Summer' }))).toEqual([
      'release.updated',
    ]);
    expect(await sent(() => promote(spring))).toEqual(['release.published']);
    expect((await secret.get('/v1/releases')).body.data).toMatchObject([
      { id: main, default: false },
      { id: spring, default: true, name: 'Summer' },
    ]);
    expect(await sent(() => secret.delete(`/v1/releases/${spring}`))).toEqual([]); // refused
    expect(await sent(() => secret.delete(`/v1/releases/${main}`))).toEqual(['release.deleted']);
    expect((await secret.get('/v1/releases')).body.data).toMatchObject([{ id: spring, default: true }]);
  });
});
