import { beforeAll, describe, expect, it } from 'vitest';
import { createEntry } from '../../../../src/content/entries/write/write-entry.ts';
import { defineType, expectDone } from '../../../support/content.ts';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { tester } from '../../../support/actor.ts';
import { databaseOf } from '../../../support/database.ts';

const service = await startService();

let project: TestProject;
let editor: DashboardClient;
beforeAll(async () => {
  project = await service.newProject();
  editor = await signedIn(service, project.id, 'editor');
  await defineType(project, 'page', { title: 'string', note: 'text' });
});

const send = (method: string, path: string, body?: unknown, headers = {}) =>
  editor.send(method, `/projects/${project.id}${path}`, body, headers);

interface Shown {
  id: string;
  author: { name: string } | null;
  published: boolean;
  revision: number;
  changed: string[] | null;
}
const versions = async (id: string) => (await send('GET', `/versions/${id}`)).body as { data: Shown[] };
const valuesOf = async (id: string, version: Shown | undefined) =>
  (await send('GET', `/versions/${id}/${version?.id}`)).body.values as object;

describe('the versions of an entry', () => {
  it('are one for each author in a while, and one for each publication', async () => {
    const { body } = await send('POST', '/content/page/entries', { values: { title: 'One' } });
    const path = `/content/page/entries/${body.id}`;
    for (const title of ['Two', 'Three']) await send('PATCH', path, { values: { title } });
    await send('PATCH', `/v1/content/page/${body.id}`, { publish: true });
    await project.secret.patch(`/v1/content/page/${body.id}`, { values: { title: 'By key' } });

    const { data } = await versions(body.id);

    expect(data.map(({ author, published }) => [author?.name, published])).toEqual([
      ['test', false],
      [`editor-${project.id}`, true],
      [`editor-${project.id}`, false],
    ]);
    expect(await valuesOf(body.id, data[2])).toEqual({ title: 'Three' });
    expect(await valuesOf(body.id, data[0])).toEqual({ title: 'By key' });
  });

  it('name the fields that each changed', async () => {
    await defineType(project, 'flyer', { title: 'string', note: 'text', more: 'text' });
    const values = { title: 'One', note: 'Same' };
    const { body } = await send('POST', '/content/flyer/entries', { values });
    const path = `/v1/content/flyer/${body.id}`;
    await send('PATCH', path, { publish: true });
    await project.secret.patch(path, { values: { title: 'Two', more: 'New' } });
    await send('PATCH', path, { values: { more: null }, publish: true });
    const { data } = await versions(body.id);

    expect(data.map(({ changed }) => changed?.toSorted() ?? null)).toEqual([
      ['more'],
      ['more', 'title'],
      [],
      null,
    ]);
  });

  it('begin with what was there before anybody was known', async () => {
    const calls = await service.app.contextsOf(tester).release(project.id);
    const { body } = await createEntry(calls, 'page', { values: { title: 'Seeded' } });

    await send('PATCH', `/content/page/entries/${body.id}`, { values: { title: 'Edited' } });

    const { data } = await versions(body.id);
    expect(data.map(({ author }) => author === null)).toEqual([false, true]);
    expect(await valuesOf(body.id, data[1])).toEqual({ title: 'Seeded' });
  });

  it('are restored into the draft, whole, while what is live stays', async () => {
    const { body } = await send('POST', '/content/page/entries', { values: { title: 'Old', note: 'Gone' } });
    await send('PATCH', `/v1/content/page/${body.id}`, { publish: true });
    await project.secret.patch(`/v1/content/page/${body.id}`, { values: { title: 'New', note: null } });
    const { data } = await versions(body.id);
    const old = data.at(-1);

    const restored = await send('POST', `/versions/${body.id}/${old?.id}/restore`);

    expect(restored.body).toMatchObject({
      draft: { title: 'Old', note: 'Gone' },
      live: { title: 'New' },
      has_unpublished_changes: true,
    });
    const late = await send('POST', `/versions/${body.id}/${old?.id}/restore`, undefined, {
      'If-Match': '"1"',
    });
    expect(late.body.error.code).toBe('revision_conflict');
  });

  it('are at most a hundred, the newest', async () => {
    const { body } = await send('POST', '/content/page/entries', { values: { title: 'Many' } });
    const db = databaseOf(service.app.system);
    const item = `${project.releaseId}/${body.id}`;
    await db.collection('versions').insertMany(
      Array.from({ length: 105 }, (_, i) => ({
        _id: `old/${body.id}/${i}` as never,
        id: `rev_${i}`,
        project_id: project.id,
        item,
        values: {},
        author: null,
        revision: -i,
        published: false,
        first_saved_at: new Date(),
        saved_at: new Date(),
      })),
    );

    // Those of another process are counted with every tenth that this one adds, after the answer.
    for (let i = 2; i <= 10; i += 1)
      await send('PATCH', `/v1/content/page/${body.id}`, { values: { title: `No. ${i}` }, publish: true });

    const stored = () => db.collection('versions').countDocuments({ item });
    await expect.poll(stored, { timeout: 10_000 }).toBeLessThanOrEqual(100);
    const { data } = await versions(body.id);
    expect(data[0]).toMatchObject({ published: true });
    expect(data.map(({ revision }) => revision)).toEqual(data.map((_, i) => 10 - i)); // the newest, without a gap
    expect(data.length).toBeGreaterThan(90);
    expect(await stored()).toBe(data.length);
  });

  it('go with the entry, and are nobody else’s', async () => {
    const { body } = await send('POST', '/content/page/entries', { values: { title: 'Mine' } });
    const [version] = (await versions(body.id)).data;
    const other = await service.newProject();
    const stranger = await signedIn(service, other.id, 'editor');
    const foreign = await stranger.send('GET', `/projects/${other.id}/versions/${body.id}`);
    expect(foreign.body.error.code).toBe('unknown_entry');
    expect((await send('GET', `/versions/${body.id}/rev_nothing`)).body.error.code).toBe('unknown_version');
    expect((await send('GET', '/versions/med_x')).body.error.code).toBe('unknown_version');

    await project.secret.delete(`/v1/content/page/${body.id}`);

    const gone = await send('GET', `/versions/${body.id}/${version?.id}`);
    expect(gone.body.error.code).toBe('unknown_entry');
    await send('POST', '/trash/remove', { ids: [body.id] });
    const db = databaseOf(service.app.system);
    expect(await db.collection('versions').countDocuments({ item: `${project.releaseId}/${body.id}` })).toBe(
      0,
    );
  });
});

describe('the versions of articles', () => {
  it.each([
    ['blog', '/v1/blog/articles', {}],
    ['kb', '/v1/kb/articles', { collection: true }],
  ])('of the %s are restored with their body, and keep slug and place', async (module, path, needs) => {
    const shelf =
      'collection' in needs
        ? {
            collection: (
              expectDone(await project.secret.post('/v1/kb/collections', { title: 'Help' })) as { id: string }
            ).id,
          }
        : {};
    const made = expectDone(
      await project.secret.post(path, { title: 'Old', body: { markdown: 'Text' }, ...shelf }),
    );
    const { id, slug } = made as { id: string; slug: string };
    await send('PATCH', `/${module}/articles/${slug}`, { title: 'New', body: null });
    const { data } = await versions(id);
    expect(data.map(({ changed }) => changed)).toEqual([['title', 'body'].toSorted(), null]);

    const restored = await send('POST', `/versions/${id}/${data.at(-1)?.id}/restore`);

    expect(restored.body).toMatchObject({ title: 'Old', slug, draft: { title: 'Old', ...shelf } });
    expect(JSON.stringify(restored.body.draft.body)).toContain('Text');
  });
});
