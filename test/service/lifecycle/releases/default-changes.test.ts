import { describe, expect, it } from 'vitest';
import { deleteContentType } from '../../../../src/content/types/definition/delete.ts';
import { startService } from '../../../support/service.ts';
import { tester } from '../../../support/actor.ts';
import { newPages, untouched } from '../../../support/releases/pages.ts';

const service = await startService();

const withPages = (...titles: string[]) => newPages(service, titles);

describe('another release that became the default one since the clone', () => {
  it('is a change of the default release, in what it edited, added and removed', async () => {
    const { project, ids, clone, promote, diff, edit, remove } = await withPages('A', 'B', 'C');
    const [a = '', b = '', c = ''] = ids;
    const define = (slug: string, release: string) =>
      project.secret.put(`/v1/schema/content-types/${slug}?release=${release}`, {
        fields: [{ key: 'title', type: 'string', label: slug }],
      });
    const spring = await clone('Spring');
    await edit(a, 'A in spring', spring);
    await remove(b, spring);
    const added = await project.secret.post(`/v1/content/page/entries?release=${spring}`, {
      values: { title: 'D in spring' },
    });
    await define('page', spring);
    await define('note', spring);
    const summer = await clone('Summer');
    await edit(c, 'C in summer', summer);

    expect((await promote(spring)).body.meta).toBeUndefined();
    const refused = await promote(summer, { if_diverged: 'refuse' });
    const { types, entries } = await diff(summer);

    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'release_diverged' } } });
    expect(refused.body.error.diverged).toEqual({
      types: { added: 0, changed: 1, removed: 1, conflicts: 2 },
      entries: { added: 1, changed: 2, removed: 1, conflicts: 3 },
    });
    expect(types).toMatchObject({
      added: [],
      changed: [{ slug: 'page', conflict: true }],
      removed: [{ slug: 'note', conflict: true }],
    });
    expect(entries.added).toMatchObject([{ id: b, conflict: true }]);
    expect(entries.changed).toHaveLength(2);
    expect(entries.changed).toContainEqual(expect.objectContaining({ id: a, conflict: true }));
    expect(entries.changed).toContainEqual(expect.objectContaining({ id: c, conflict: false }));
    expect(entries.removed).toMatchObject([{ id: added.body.id, conflict: true }]);
  });

  it('is none where it is the same as the release that it took the place of', async () => {
    const { ids, clone, promote, diff, edit } = await withPages('A', 'B');
    const [a = ''] = ids;
    const spring = await clone('Spring');
    const summer = await clone('Summer');
    await edit(a, 'A in summer', summer);
    await promote(spring);

    expect((await diff(summer)).summary.entries).toEqual({ ...untouched, changed: 1 });
    expect((await promote(summer, { if_diverged: 'refuse' })).status).toBe(200);
  });

  it('is told of still when the releases between them are gone', async () => {
    const { project, ids, clone, promote, diff, edit, main } = await withPages('A', 'B');
    const [a = ''] = ids;
    const spring = await clone('Spring');
    await edit(a, 'A in spring', spring);
    const summer = await clone('Summer');
    await promote(spring);
    expect((await project.secret.delete(`/v1/releases/${main}`)).status).toBe(204);

    expect((await diff(summer)).entries.changed).toMatchObject([{ id: a, conflict: true }]);
    expect((await promote(summer, { if_diverged: 'refuse' })).status).toBe(409);
    expect((await promote(summer)).body.meta.warnings).toMatchObject([{ code: 'release_diverged' }]);
  });

  it('counts a type that it deleted', async () => {
    const { project, clone, diff, promote } = await withPages('A');
    const spring = await clone();
    await deleteContentType(await service.app.contextsOf(tester).release(project.id), 'page', 'page');

    expect((await diff(spring)).types.added).toMatchObject([{ slug: 'page', conflict: true }]);
    expect((await promote(spring, { if_diverged: 'refuse' })).status).toBe(409);
  });
});

describe('a non-default release', () => {
  it('is read with a publishable key by its id, and found by no other way', async () => {
    const { project, ids, clone, edit, title } = await withPages('A');
    const [id = ''] = ids;
    const spring = await clone();
    await edit(id, 'spring', spring);
    const { publishable } = project;

    expect(await title(id, spring)).toBe('spring');
    const list = await publishable.get(`/v1/content/page?release=${spring}`);
    expect(list.body.meta.release).toEqual({ id: spring, name: 'Spring', default: false });
    expect((await publishable.get('/v1/introspection')).body).not.toHaveProperty('releases');
    for (const path of ['/v1/releases', `/v1/releases/${spring}`, `/v1/releases/${spring}/diff`]) {
      expect((await publishable.get(path)).body.error.code).toBe('secret_key_required');
    }
    expect(
      (await publishable.get(`/v1/content/page?release=${spring.slice(0, -1)}`)).body.error,
    ).toMatchObject({
      code: 'unknown_release',
      param: 'release',
    });
    const stranger = await service.newProject();
    expect((await stranger.publishable.get(`/v1/content/page?release=${spring}`)).status).toBe(404);
  });

  it('takes every read and write of content and types, and leaves the default one alone', async () => {
    const { project, ids, clone, main } = await withPages('A');
    const [id = ''] = ids;
    const spring = await clone();
    const query = `?release=${spring}`;
    const { secret } = project;
    const before = (await secret.get('/v1/content/page')).body as unknown;

    await secret.put(`/v1/schema/content-types/home${query}`, {
      kind: 'singleton',
      fields: [{ key: 'headline', type: 'string' }],
    });
    await secret.put(`/v1/content/home${query}`, { values: { headline: 'Hi' }, publish: true });
    await secret.patch(`/v1/content/home${query}`, { values: { headline: 'Ho' } });
    const made = await secret.post(`/v1/content/page/entries${query}`, {
      values: { title: 'B' },
      publish: true,
    });
    await secret.delete(`/v1/content/page/${id}${query}`);

    expect((await secret.get(`/v1/content/home${query}`)).body).toEqual({ headline: 'Ho' });
    expect((await secret.get(`/v1/content/page${query}`)).body.data).toMatchObject([{ id: made.body.id }]);
    expect((await secret.get(`/v1/content/page/${made.body.id}/referenced-by${query}`)).body.data).toEqual(
      [],
    );
    expect((await secret.get(`/v1/schema/content-types${query}`)).body.data).toHaveLength(2);
    expect((await secret.get('/v1/schema/content-types')).body.data).toHaveLength(1);
    expect((await secret.get('/v1/content/page')).body).toEqual(before);
    expect((await secret.get('/v1/content/page')).body.meta.release.id).toBe(main);
    expect((await secret.get(`/v1/releases/${spring}`)).body.entry_count).toBe(2);
  });
});

describe('a date inside a release', () => {
  it('comes silently, is no next change of the project, and counts once the release is the default', async () => {
    const { project, clone, promote } = await withPages();
    const spring = await clone();
    const published_at = new Date(Date.now() + 3_600_000).toISOString();
    const made = await project.secret.post(`/v1/content/page/entries?release=${spring}`, {
      values: { title: 'soon' },
      publish: true,
      published_at,
    });
    const next = async () => (await project.secret.get('/v1/changes')).body.next_scheduled_change as unknown;

    expect(made.body).toMatchObject({ status: 'scheduled', scheduled_for: published_at });
    expect(
      (await project.publishable.get(`/v1/content/page/${made.body.id}?release=${spring}`)).body.error,
    ).toMatchObject({
      code: 'entry_not_published',
      available_at: published_at,
    });
    expect(await next()).toBeNull();
    await promote(spring);
    expect(await next()).toBe(published_at);
  });
});
