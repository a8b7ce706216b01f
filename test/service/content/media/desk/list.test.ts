import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { type DashboardClient, signedIn } from '../../../../support/dashboard.ts';
import { databaseOf } from '../../../../support/database.ts';
import { newAsset, startMediaService } from '../../../../support/media.ts';
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
const list = async (query: string) => (await send('GET', `/media?${query}`)).body;
const namesIn = (body: any) => (body.data as { file_name: string }[]).map(({ file_name }) => file_name);

/** The same in small letters: which of two names that differ in case alone comes first is not said. */
const lower = (names: readonly string[]) => names.map((name) => name.toLowerCase());

/** Follows the cursor to the end, two files a page. */
async function allNames(query: string): Promise<string[]> {
  const names: string[] = [];
  for (let cursor = ''; ;) {
    const page = await list(`limit=2&${query}${cursor}`);
    names.push(...namesIn(page));
    if (page.meta.next_cursor === null) return names;
    cursor = `&cursor=${encodeURIComponent(page.meta.next_cursor)}`;
  }
}

const addAll = async (files: readonly (readonly [string, number])[]) => {
  const ids: string[] = [];
  for (const [file_name, size_bytes] of files)
    ids.push(await newAsset(project.secret, { file_name, size_bytes }));
  return ids;
};

describe('the dashboard’s list of assets', () => {
  it('has four orders, each over many pages, of all assets and of those with a tag', async () => {
    const files = [
      ['img10.png', 5],
      ['Beta.png', 9],
      ['img2.png', 7],
      ['alpha.png', 9],
      ['beta.png', 3],
    ] as const;
    const ids = await addAll(files);
    const tagged = [0, 1, 2, 4].map((i) => ids[i]);
    await send('POST', '/media-tags', { action: 'add', tag: 'Menu', ids: tagged });

    expect(await allNames('')).toEqual(['beta.png', 'alpha.png', 'img2.png', 'Beta.png', 'img10.png']);
    expect(await allNames('sort=oldest')).toEqual(files.map(([name]) => name));
    expect(lower(await allNames('sort=name'))).toEqual([
      'alpha.png',
      'beta.png',
      'beta.png',
      'img2.png',
      'img10.png',
    ]);
    expect(await allNames('sort=largest')).toEqual([
      'alpha.png',
      'Beta.png',
      'img2.png',
      'img10.png',
      'beta.png',
    ]);
    expect(await allNames('tag=Menu')).toEqual(['beta.png', 'img2.png', 'Beta.png', 'img10.png']);
    expect(lower(await allNames('tag=Menu&sort=name'))).toEqual([
      'beta.png',
      'beta.png',
      'img2.png',
      'img10.png',
    ]);
    expect(await allNames('tag=Menu&sort=largest&q=beta')).toEqual(['Beta.png', 'beta.png']);
    expect(await allNames('tag=Nothing')).toEqual([]);
  });

  it('finds pictures without a description, and nothing else without one', async () => {
    await newAsset(project.secret, { file_name: 'bare.png' });
    await newAsset(project.secret, { file_name: 'told.png', alt: 'A plover' });
    await newAsset(project.secret, { file_name: 'menu.pdf', content_type: 'application/pdf' });

    expect(namesIn(await list('undescribed=true'))).toEqual(['bare.png']);
    expect(namesIn(await list('undescribed=true&sort=name'))).toEqual(['bare.png']);
  });

  it('finds what stands nowhere: not live, not in a draft, not in another release', async () => {
    const { secret } = project;
    const ids = await addAll(
      ['live.png', 'draft.png', 'cover.png', 'portrait.png', 'release.png', 'none.png'].map((name) => [
        name,
        5,
      ]),
    );
    await secret.put('/v1/schema/content-types/page', {
      fields: [
        { key: 'title', type: 'string' },
        { key: 'shots', type: 'gallery' },
      ],
    });
    const page = (image: string | undefined, publish: boolean) => ({
      values: { title: 'Page', shots: [image] },
      publish,
    });
    await secret.post('/v1/content/page/entries', page(ids[0], true));
    await secret.post('/v1/content/page/entries', page(ids[1], false));
    await secret.post('/v1/blog/articles', { title: 'Post', featured_image_id: ids[2] });
    await secret.post('/v1/authors', { name: 'Ada', avatar_id: ids[3] });
    const release = (await secret.post('/v1/releases', { name: 'Spring' })).body;
    await expect.poll(async () => (await secret.get(`/v1/releases/${release.id}`)).body.status).toBe('ready');
    const inRelease = { ...page(ids[4], true) };
    expect((await secret.post(`/v1/content/page/entries?release=${release.id}`, inRelease)).status).toBe(201);

    expect(await allNames('unused=true')).toEqual(['none.png']);
    expect(namesIn(await list('unused=true&sort=name&limit=1'))).toEqual(['none.png']);
  });

  it('looks at 500 assets for a page of unused ones, and says where it stopped', async () => {
    const [used] = await addAll([['used.png', 5]]);
    await project.secret.post('/v1/authors', { name: 'Ada', avatar_id: used });
    const original = await db.collection<{ _id: string }>('media').findOne({ _id: used ?? '' });
    const copies = Array.from({ length: 620 }, (_, i) => ({
      ...original,
      _id: `med_0${String(i).padStart(25, '0')}`,
      file_name: `old ${i}.png`,
    }));
    await db.collection<{ _id: string }>('media').insertMany(copies);
    const holders = copies.slice(100).map(({ _id }) => _id);
    const article = (await project.secret.post('/v1/blog/articles', { title: 'Many' })).body;
    await db
      .collection<{ _id: string; project_id: string }>('articles')
      .updateMany({ project_id: project.id, _id: article.id }, { $set: { refs: holders } });

    const first = await list('unused=true&limit=100');
    const second = await list(`unused=true&limit=100&cursor=${encodeURIComponent(first.meta.next_cursor)}`);

    expect([first.data.length, first.meta.has_more]).toEqual([0, true]);
    expect([second.data.length, second.meta.has_more]).toEqual([100, true]);
  });

  it('refuses a cursor of another list, orders that there are not, and does not know others’ assets', async () => {
    const id = await newAsset((await service.newProject()).secret);
    await addAll([
      ['a.png', 5],
      ['b.png', 5],
    ]);
    const { meta } = await list('limit=1');

    const wrong = await send(
      'GET',
      `/media?limit=1&sort=name&cursor=${encodeURIComponent(meta.next_cursor)}`,
    );
    expect([wrong.status, wrong.body.error.code]).toEqual([400, 'invalid_cursor']);
    expect((await send('GET', '/media?sort=colour')).body.error.code).toBe('invalid_parameter');
    for (const path of ['', '/places'])
      expect((await send('GET', `/media/${id}${path}`)).body.error.code).toBe('unknown_media');
  });

  it('reads by index, whatever the order: few keys and documents of 3,000 assets', async () => {
    const [id] = await addAll([['rare.png', 5]]);
    await send('POST', '/media-tags', { action: 'add', tag: 'rare', ids: [id] });
    await project.secret.patch(`/v1/media/${id}`, { alt: 'Told' });
    const { tags: _, ...original } = (await db.collection<{ _id: string }>('media').findOne({
      _id: id ?? '',
    })) as { _id: string; tags: string[] };
    const copies = Array.from({ length: 3_000 }, (_row, i) => ({
      ...original,
      _id: `med_${randomUUID()}`,
      file_name: `${i}.png`,
      size_bytes: i,
    }));
    await db.collection<{ _id: string }>('media').insertMany(copies);
    for (const query of [
      'sort=newest',
      'sort=oldest',
      'sort=name',
      'sort=largest',
      'tag=rare',
      'tag=rare&sort=name',
      'tag=rare&sort=largest',
      'undescribed=true',
    ]) {
      await db.command({ profile: 2 });
      expect((await send('GET', `/media?${query}&limit=20`)).status).toBe(200);
      await db.command({ profile: 0 });
      const own = { ns: /\.media$/, op: { $in: ['query', 'command', 'getmore'] } };
      const profiled = await db.collection('system.profile').find(own).toArray();
      await db.dropCollection('system.profile');
      const sum = (key: string) => profiled.reduce((total, row) => total + Number(row[key] ?? 0), 0);
      expect([query, sum('keysExamined') < 60, sum('docsExamined') < 60]).toEqual([query, true, true]);
    }
  });
});
