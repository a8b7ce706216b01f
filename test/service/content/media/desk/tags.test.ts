import { beforeEach, describe, expect, it } from 'vitest';
import { projectTagsMax } from '../../../../../src/content/media/editor/schema.ts';
import { type DashboardClient, signedIn } from '../../../../support/dashboard.ts';
import { databaseOf } from '../../../../support/database.ts';
import { newAsset, newUpload, startMediaService } from '../../../../support/media.ts';
import type { TestProject } from '../../../../support/service.ts';

const { service } = await startMediaService();
const db = databaseOf(service.app.system);

let project: TestProject;
let editor: DashboardClient;
beforeEach(async () => {
  project = await service.newProject();
  editor = await signedIn(service, project.id, 'editor');
});

const send = (method: string, path: string, body?: unknown) =>
  editor.send(method, `/projects/${project.id}${path}`, body);
const tag = (action: 'add' | 'remove', name: string, ...ids: string[]) =>
  send('POST', '/media-tags', { action, tag: name, ids });
const tags = async () => (await send('GET', '/media-tags')).body.data as { name: string; assets: number }[];
const tagsOf = async (id: string) => (await send('GET', `/media/${id}`)).body.tags as string[];

describe('tags of assets', () => {
  it('are added and removed for many at once, in one spelling, and counted', async () => {
    const ids = [await newAsset(project.secret), await newAsset(project.secret)] as const;

    const added = await tag('add', '  Spring   menu ', ...ids);
    await tag('add', 'SPRING MENU', ids[0]);
    await tag('add', 'birds', ids[1]);

    expect(added.body).toEqual({
      data: ids.map((id) => ({ id, ok: true, error: null })),
      done: 2,
      failed: 0,
    });
    expect(await tags()).toEqual([
      { name: 'birds', assets: 1 },
      { name: 'Spring menu', assets: 2 },
    ]);
    expect(await tagsOf(ids[0])).toEqual(['Spring menu']);
    expect(await tagsOf(ids[1])).toEqual(['Spring menu', 'birds']);

    await tag('remove', 'spring menu', ids[1]);
    await tag('remove', 'birds', ...ids);

    expect(await tags()).toEqual([{ name: 'Spring menu', assets: 1 }]);
    expect(await tagsOf(ids[1])).toEqual([]);
  });

  it('change no answer of the API, send no event and are no revision', async () => {
    const id = await newAsset(project.secret);
    const paths = [`/v1/media/${id}`, '/v1/media', '/v1/changes'];
    const answers = () =>
      Promise.all(
        paths.map(async (path) => {
          const { status, text, headers } = await project.secret.get(path);
          return { status, text: text.replace(/"request_id":"[^"]+"/, ''), etag: headers.get('etag') };
        }),
      );
    const before = await answers();

    await tag('add', 'birds', id);

    expect(await answers()).toEqual(before);
    expect(await project.events()).toEqual([]);
  });

  it('stay when the asset changes or gets another file, and go with it', async () => {
    const id = await newAsset(project.secret);
    await tag('add', 'birds', id);
    await project.secret.patch(`/v1/media/${id}`, { alt: 'A plover' });
    const upload = await newUpload(project.secret, { file_name: 'b.png' });
    expect((await send('POST', `/media/${id}/replace`, { upload_id: upload })).status).toBe(200);
    expect(await tagsOf(id)).toEqual(['birds']);

    await send('DELETE', `/media/${id}`);

    expect(await tags()).toEqual([]);
    const stored = await db.collection<{ _id: string; tags?: string[] }>('media').findOne({ _id: id });
    expect(stored?.tags).toBeUndefined();
  });

  it('are not taken by what is gone, under way or of another project, while the others are', async () => {
    const foreign = await newAsset((await service.newProject()).secret);
    const [ready, pending] = [await newAsset(project.secret), await newUpload(project.secret)];

    const { body } = await tag('add', 'birds', foreign, pending, ready);

    expect(body).toMatchObject({ done: 1, failed: 2 });
    const results = body.data as { error: { code: string } | null }[];
    expect(results.map(({ error }) => error?.code ?? null)).toEqual(['unknown_media', 'unknown_media', null]);
    expect(await tags()).toEqual([{ name: 'birds', assets: 1 }]);
  });

  it('are bounded: 20 of an asset, 50 characters, a hundred assets at once, so many of a project', async () => {
    const id = await newAsset(project.secret);
    for (let i = 0; i < 20; i += 1) await tag('add', `tag ${i}`, id);
    expect((await tag('add', 'one more', id)).body.data[0].error).toMatchObject({
      code: 'limit_reached',
      limit: 'tags_per_asset_max',
      value: 20,
    });
    expect((await tag('add', 'x'.repeat(51), id)).body.error.code).toBe('invalid_field_value');
    expect((await tag('add', '   ', id)).body.error.code).toBe('invalid_field_value');
    const many = Array.from({ length: 101 }, (_, i) => `med_${i}`);
    expect((await tag('add', 'birds', ...many)).body.error.code).toBe('invalid_field_value');

    const rest = Array.from({ length: projectTagsMax - 20 }, (_, i) => ({
      _id: `${project.id}/full ${i}` as never,
      project_id: project.id,
      key: `full ${i}`,
      name: `full ${i}`,
      assets: 1,
    }));
    await db.collection('media_tags').insertMany(rest);
    const other = await newAsset(project.secret);
    const refused = await tag('add', 'one too many', other);
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatchObject({
      code: 'limit_reached',
      limit: 'media_tags_per_project_max',
    });
    expect((await tag('add', 'tag 3', other)).body.done).toBe(1);
  });
});
