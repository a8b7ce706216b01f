import { beforeEach, describe, expect, it } from 'vitest';
import type { MediaUse } from '../../../../../src/contract/fields/links.ts';
import { type DashboardClient, signedIn } from '../../../../support/dashboard.ts';
import { newAsset, startMediaService } from '../../../../support/media.ts';
import type { TestProject } from '../../../../support/service.ts';

const { service } = await startMediaService();

let project: TestProject;
let editor: DashboardClient;
beforeEach(async () => {
  project = await service.newProject();
  editor = await signedIn(service, project.id, 'editor');
});

const send = (method: string, path: string, body?: unknown) =>
  editor.send(method, `/projects/${project.id}${path}`, body);
const placesOf = async (id: string) =>
  (await send('GET', `/media/${id}/places`)).body as { data: MediaUse[]; has_more: boolean };

async function definePage(): Promise<void> {
  const fields = [
    { key: 'title', type: 'string' },
    { key: 'cover', type: 'image' },
    { key: 'text', type: 'richtext' },
  ];
  await project.secret.put('/v1/schema/content-types/page', { fields });
}
const addPage = async (title: string, values: object, publish: boolean): Promise<string> =>
  (await project.secret.post('/v1/content/page/entries', { values: { title, ...values }, publish })).body.id;

describe('the places of an asset', () => {
  it('are named for drafts, live pages, and drafts of live pages', async () => {
    await definePage();
    const id = await newAsset(project.secret);
    const document = { version: 2, content: [{ type: 'image', attrs: { media_id: id } }] };
    const live = await addPage('Live', { cover: id }, true);
    const draft = await addPage('Draft', { text: document }, false);
    const changed = await addPage('Changed', {}, true);
    await send('PATCH', `/content/page/entries/${changed}`, { values: { cover: id } });
    const post = (await project.secret.post('/v1/blog/articles', { title: 'Post', body: document })).body.id;
    const author = (await project.secret.post('/v1/authors', { name: 'Ada', avatar_id: id })).body.id;

    const { data, has_more } = await placesOf(id);

    const entries = { type: 'entry', content_type: 'page', release: null };
    const others = { content_type: null, release: null };
    expect(data).toEqual(
      expect.arrayContaining([
        { ...entries, id: live, title: 'Live', live: true },
        { ...entries, id: draft, title: 'Draft', live: false },
        { ...others, type: 'blog_article', id: post, title: 'Post', live: false },
        { ...others, type: 'author', id: author, title: 'Ada', live: true },
      ]),
    );
    expect(data.find((place) => place.id === changed)).toMatchObject({ live: false });
    expect([data.length, has_more]).toEqual([5, false]);
    expect((await send('GET', `/media/${id}/used-by`)).body.used_by_total).toBe(2);
  });

  it('in another release are named with it, once where the default has them too', async () => {
    await definePage();
    const [both, only] = [await newAsset(project.secret), await newAsset(project.secret)];
    await addPage('Both', { cover: both }, true);
    const release = (await project.secret.post('/v1/releases', { name: 'Spring' })).body;
    const statusOf = async () => (await project.secret.get(`/v1/releases/${release.id}`)).body.status;
    await expect.poll(statusOf).toBe('ready');
    const values = { title: 'Only', cover: only };
    await project.secret.post(`/v1/content/page/entries?release=${release.id}`, { values, publish: true });

    expect((await placesOf(both)).data.map(({ release: its }) => its)).toEqual([null]);
    expect((await placesOf(only)).data).toMatchObject([
      { title: 'Only', live: false, release: { id: release.id, name: 'Spring' } },
    ]);
  });

  it('are at most 50, and say that there are more', async () => {
    await definePage();
    const id = await newAsset(project.secret);
    for (let i = 0; i < 51; i += 1) await addPage(`Page ${i}`, { cover: id }, false);

    const { data, has_more } = await placesOf(id);

    expect([data.length, has_more]).toEqual([50, true]);
  });
});

describe('deleting many assets', () => {
  it('deletes what stands nowhere, and names the places of the others, which stay', async () => {
    await definePage();
    const [free, inDraft] = [await newAsset(project.secret), await newAsset(project.secret)];
    const foreign = await newAsset((await service.newProject()).secret);
    await addPage('Menu', { cover: inDraft }, false);

    const { status, body } = await send('POST', '/media/bulk-delete', { ids: [free, inDraft, foreign] });

    expect(status).toBe(200);
    expect(body).toMatchObject({ done: 1, failed: 2 });
    expect(body.data).toMatchObject([
      { id: free, ok: true, error: null },
      {
        id: inDraft,
        ok: false,
        error: { code: 'media_in_use', message: expect.stringContaining('Menu (not live)') },
      },
      { id: foreign, ok: false, error: { code: 'unknown_media' } },
    ]);
    expect((await project.secret.get(`/v1/media/${free}`)).status).toBe(404);
    expect((await project.secret.get(`/v1/media/${inDraft}`)).status).toBe(200);
    expect(await project.events()).toEqual(['content.type.updated', 'media.asset.deleted']);
  });

  it('takes a hundred at most', async () => {
    const ids = Array.from({ length: 101 }, (_, i) => `med_${i}`);

    expect((await send('POST', '/media/bulk-delete', { ids })).body.error.code).toBe('invalid_field_value');
    expect((await send('POST', '/media/bulk-delete', { ids: [] })).status).toBe(400);
  });
});
