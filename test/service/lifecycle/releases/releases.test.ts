import { describe, expect, it } from 'vitest';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();

async function projectWithPages(titles: readonly string[]) {
  const project = await service.newProject();
  await project.secret.put('/v1/schema/content-types/page', { fields: [{ key: 'title', type: 'string' }] });
  const ids: string[] = [];
  for (const title of titles) {
    const created = await project.secret.post('/v1/content/page/entries', {
      values: { title },
      publish: true,
    });
    ids.push(created.body.id);
  }
  return { project, ids };
}

const clone = (project: TestProject, name = 'Spring') => project.secret.post('/v1/releases', { name });

describe('POST /v1/releases', () => {
  it('clones the default release with its drafts, ids and dates', async () => {
    const { project, ids } = await projectWithPages(['A', 'B']);
    const draft = await project.secret.post('/v1/content/page/entries', { values: { title: 'draft' } });

    const release = await clone(project);

    expect(release.body).toMatchObject({
      name: 'Spring',
      default: false,
      status: 'ready',
      cloned_from: project.releaseId,
      entry_count: 3,
    });
    expect(release.status).toBe(201);
    expect(release.headers.get('Location')).toBe(`/v1/releases/${release.body.id}`);
    const query = `?release=${release.body.id}`;
    const original = await project.publishable.get(`/v1/content/page/${ids[0]}`);
    const copy = await project.publishable.get(`/v1/content/page/${ids[0]}${query}`);
    expect(copy.body).toEqual(original.body);
    const published = await project.secret.patch(`/v1/content/page/${draft.body.id}${query}`, {
      publish: true,
    });
    expect(published.body).toMatchObject({
      id: draft.body.id,
      status: 'published',
      values: { title: 'draft' },
    });
  });

  it('keeps edits of one release from the other, and stays silent about them', async () => {
    const { project, ids } = await projectWithPages(['A']);
    const release = await clone(project);
    const before = await project.events();

    await project.secret.patch(`/v1/content/page/${ids[0]}?release=${release.body.id}`, {
      values: { title: 'changed' },
    });

    const live = await project.publishable.get(`/v1/content/page/${ids[0]}`);
    const copy = await project.publishable.get(`/v1/content/page/${ids[0]}?release=${release.body.id}`);
    expect([live.body.values.title, copy.body.values.title]).toEqual(['A', 'changed']);
    expect(await project.events()).toEqual(before);
  });

  it.each([
    [{}, 'missing_required_field', 'name'],
    [{ name: '' }, 'invalid_field_value', 'name'],
    [{ name: 'x', from: 'rel_nothing' }, 'unknown_release', 'from'],
  ])('refuses %j with %s', async (body, code, param) => {
    const project = await service.newProject();

    const answer = await project.secret.post('/v1/releases', body);

    expect(answer.body.error).toMatchObject({ code, param });
  });
});

describe('POST /v1/releases/{id}/promote', () => {
  it('flips the default by one step, leaves the previous one intact and says so once', async () => {
    const { project, ids } = await projectWithPages(['A']);
    const release = await clone(project);
    await project.secret.patch(`/v1/content/page/${ids[0]}?release=${release.body.id}`, {
      values: { title: 'new' },
    });

    const promoted = await project.secret.post(`/v1/releases/${release.body.id}/promote`);

    expect(promoted.body).toMatchObject({ id: release.body.id, default: true });
    expect(promoted.body.meta).toBeUndefined();
    expect((await project.publishable.get(`/v1/content/page/${ids[0]}`)).body.values.title).toBe('new');
    const old = await project.publishable.get(`/v1/content/page/${ids[0]}?release=${project.releaseId}`);
    expect(old.body.values.title).toBe('A');
    expect((await project.events()).at(-1)).toBe('release.published');
    expect((await project.eventData()).at(-1)).toMatchObject({
      id: release.body.id,
      default: true,
      previous: project.releaseId,
    });
    const again = await project.secret.post(`/v1/releases/${release.body.id}/promote`);
    expect(again.status).toBe(200);
    expect((await project.events()).filter((name) => name === 'release.published')).toHaveLength(1);
  });

  it('warns when the default changed since the clone, and refuses when asked to', async () => {
    const { project, ids } = await projectWithPages(['A', 'B']);
    const release = await clone(project);
    await project.secret.patch(`/v1/content/page/${ids[0]}`, { values: { title: 'hotfix' } });

    const refused = await project.secret.post(`/v1/releases/${release.body.id}/promote`, {
      if_diverged: 'refuse',
    });
    const diff = await project.secret.get(`/v1/releases/${release.body.id}/diff`);
    const promoted = await project.secret.post(`/v1/releases/${release.body.id}/promote`);

    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'release_diverged' } } });
    expect(diff.body.entries.changed).toEqual([{ id: ids[0], type: 'page', title: 'A', conflict: true }]);
    expect(promoted.body.meta.warnings[0]).toMatchObject({ code: 'release_diverged' });
    const back = await project.secret.post(`/v1/releases/${project.releaseId}/promote`);
    expect(back.body).toMatchObject({ default: true });
    expect(back.body.meta).toBeUndefined();
  });
});

describe('GET /v1/releases/{id}/diff', () => {
  it('lists what promoting would add, change and remove, in types and entries', async () => {
    const { project, ids } = await projectWithPages(['A', 'B', 'C']);
    const release = await clone(project);
    const query = `?release=${release.body.id}`;
    await project.secret.put(`/v1/schema/content-types/note${query}`, {
      fields: [{ key: 'text', type: 'string' }],
    });
    const added = await project.secret.post(`/v1/content/page/entries${query}`, { values: { title: 'D' } });
    await project.secret.patch(`/v1/content/page/${ids[1]}${query}`, { values: { title: 'B2' } });
    await project.secret.delete(`/v1/content/page/${ids[2]}${query}`);

    const diff = await project.secret.get(`/v1/releases/${release.body.id}/diff`);

    expect(diff.body).toMatchObject({
      summary: {
        types: { added: 1, changed: 0, removed: 0, conflicts: 0 },
        entries: { added: 1, changed: 1, removed: 1, conflicts: 0 },
      },
      types: { added: [{ slug: 'note', conflict: false }] },
      entries: {
        added: [{ id: added.body.id, title: 'D', conflict: false }],
        changed: [{ id: ids[1], title: 'B2', conflict: false }],
        removed: [{ id: ids[2], title: 'C', conflict: false }],
      },
    });
  });
});

describe('PATCH and DELETE /v1/releases/{id}', () => {
  it('renames with one event, and with none when nothing changes', async () => {
    const project = await service.newProject();

    await project.secret.patch(`/v1/releases/${project.releaseId}`, { name: 'Home' });
    await project.secret.patch(`/v1/releases/${project.releaseId}`, { name: 'Home' });

    expect((await project.secret.get(`/v1/releases/${project.releaseId}`)).body).toMatchObject({
      name: 'Home',
      default: true,
    });
    expect(await project.events()).toEqual(['release.updated']);
  });

  it('removes a release that is not the default, and refuses the default one', async () => {
    const { project, ids } = await projectWithPages(['A']);
    const release = await clone(project);

    const refused = await project.secret.delete(`/v1/releases/${project.releaseId}`);
    const removed = await project.secret.delete(`/v1/releases/${release.body.id}`);

    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'release_is_default' } } });
    expect(removed.status).toBe(204);
    expect(await project.secret.get(`/v1/releases/${release.body.id}`)).toMatchObject({
      status: 404,
      body: { error: { code: 'unknown_release' } },
    });
    expect((await project.publishable.get(`/v1/content/page?release=${release.body.id}`)).status).toBe(404);
    expect((await project.publishable.get(`/v1/content/page/${ids[0]}`)).status).toBe(200);
    expect((await project.events()).at(-1)).toBe('release.deleted');
  });

  it('belongs to secret keys and to its own project', async () => {
    const project = await service.newProject();
    const stranger = await service.newProject();

    expect((await project.publishable.get('/v1/releases')).body.error.code).toBe('secret_key_required');
    expect((await stranger.secret.get(`/v1/releases/${project.releaseId}`)).body.error.code).toBe(
      'unknown_release',
    );
    expect(
      (await stranger.secret.post('/v1/releases', { name: 'x', from: project.releaseId })).body.error.code,
    ).toBe('unknown_release');
  });
});
