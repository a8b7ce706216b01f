import { describe, expect, it } from 'vitest';
import { deleteAsset } from '../../../../src/content/media/change.ts';
import { defineLandingPage, group, hero } from '../../../support/blocks/landing-page.ts';
import { createEntry, publishEntry } from '../../../support/content.ts';
import { newAsset, startMediaService } from '../../../support/media.ts';
import { useImageEverywhere, usesNow } from '../../../support/image-uses.ts';
import type { TestProject } from '../../../support/service.ts';
import { tester } from '../../../support/actor.ts';
import { databaseOf } from '../../../support/database.ts';

const { service } = await startMediaService();

/** Pages of all kinds with another picture. */
async function showOthers({ secret }: TestProject): Promise<void> {
  const other = await newAsset(secret);
  for (const n of [1, 2, 3]) {
    await secret.post('/v1/content/page/entries', { values: { title: 'P', cover: other }, publish: true });
    await secret.post('/v1/authors', { name: `Author ${n}`, avatar_id: other });
    await secret.post('/v1/blog/categories', { name: `Category ${n}`, image_id: other });
    await secret.post('/v1/kb/collections', { title: `Collection ${n}`, image_id: other });
    await secret.post('/v1/blog/articles', { title: 'A', featured_image_id: other, publish: true });
  }
}

async function defineShow({ secret }: TestProject): Promise<void> {
  await secret.put('/v1/schema/content-types/show', {
    fields: [
      { key: 'title', type: 'string' },
      { key: 'cover', type: 'image' },
    ],
  });
}

describe('used_by of media.asset.updated', () => {
  it('counts live blocks at every depth, and those of drafts nowhere', async () => {
    const project = await service.newProject();
    const image = await newAsset(project.secret);
    await defineLandingPage(project);
    const richtext = { markdown: `![A picture](${image})` };
    const inField = await publishEntry(project, 'page', { sections: [group(group(hero('A', { image })))] });
    const inText = await publishEntry(project, 'page', { sections: [group(hero('B', { text: richtext }))] });
    await createEntry(project, 'page', { sections: [hero('C', { image })] });

    const { used_by, used_by_total } = await usesNow(project, image);

    expect(used_by.map(({ id }) => id).sort()).toEqual([inField, inText].sort());
    expect(used_by_total).toBe(2);
  });

  it('names every live page that shows the picture, each once', async () => {
    const project = await service.newProject();
    const image = await newAsset(project.secret);
    const places = await useImageEverywhere(project, image);

    const { used_by, used_by_total } = await usesNow(project, image);

    const idOf = async (name: string): Promise<string> => {
      const path = places.find((place) => place.name === name)?.path ?? '';
      return (await project.secret.get(path)).body.id;
    };
    const entryId = await idOf('an image field');
    const helpId = (await project.secret.get('/v1/kb/articles')).body.data[0].id;
    const postId = (await project.secret.get('/v1/blog/articles')).body.data[0].id;
    const frontId = used_by.find((use) => use.content_type === 'front')?.id;
    expect(used_by).toHaveLength(7);
    expect(used_by_total).toBe(7);
    expect(used_by).toEqual(
      expect.arrayContaining([
        {
          type: 'entry',
          id: entryId,
          slug: null,
          title: 'Page',
          url: `/v1/content/page/${entryId}`,
          content_type: 'page',
        },
        {
          type: 'entry',
          id: frontId,
          slug: null,
          title: frontId,
          url: '/v1/content/front',
          content_type: 'front',
        },
        { type: 'blog_article', id: postId, slug: 'hello', title: 'Hello', url: '/v1/blog/articles/hello' },
        { type: 'kb_article', id: helpId, slug: 'hello', title: 'Hello', url: '/v1/kb/articles/hello' },
        { type: 'author', id: await idOf('an author'), slug: 'ada', title: 'Ada', url: '/v1/authors/ada' },
        {
          type: 'blog_category',
          id: await idOf('a category'),
          slug: 'news',
          title: 'News',
          url: '/v1/blog/categories/news',
        },
        { type: 'kb_collection', id: await idOf('a collection'), slug: 'help', title: 'Help', url: null },
      ]),
    );
    for (const { url } of used_by)
      if (url !== null) expect([url, (await project.publishable.get(url)).status]).toEqual([url, 200]);
  });

  it('is empty for a picture that no page shows', async () => {
    const project = await service.newProject();
    await useImageEverywhere(project, await newAsset(project.secret));

    expect(await usesNow(project, await newAsset(project.secret))).toMatchObject({
      used_by: [],
      used_by_total: 0,
    });
  });

  it('leaves out what readers cannot see: drafts, scheduled and hidden pages, and draft changes', async () => {
    const project = await service.newProject();
    const { secret } = project;
    const image = await newAsset(secret);
    await defineShow(project);
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const entry = (title: string) => ({ values: { title, cover: image } });
    const article = (title: string) => ({ title, featured_image_id: image });
    await secret.post('/v1/content/show/entries', entry('draft'));
    await secret.post('/v1/content/show/entries', { ...entry('soon'), publish: true, published_at: soon });
    const hidden = await secret.post('/v1/content/show/entries', { ...entry('hidden'), publish: true });
    await secret.patch(`/v1/content/show/${hidden.body.id}`, { publish: false });
    const plain = await secret.post('/v1/content/show/entries', {
      values: { title: 'plain' },
      publish: true,
    });
    await secret.patch(`/v1/content/show/${plain.body.id}`, { values: { cover: image }, publish: false });
    await secret.post('/v1/blog/articles', article('draft'));
    await secret.post('/v1/blog/articles', { ...article('soon'), publish: true, published_at: soon });
    const seen = await secret.post('/v1/content/show/entries', { ...entry('seen'), publish: true });

    const { used_by, used_by_total } = await usesNow(project, image);

    expect(used_by).toMatchObject([{ id: seen.body.id, title: 'seen' }]);
    expect(used_by_total).toBe(1);
  });

  it('follows what is published: a picture that was taken out is not used any more', async () => {
    const project = await service.newProject();
    const image = await newAsset(project.secret);
    await defineShow(project);
    const { body } = await project.secret.post('/v1/content/show/entries', {
      values: { title: 'A', cover: image },
      publish: true,
    });
    expect(await usesNow(project, image)).toMatchObject({ used_by_total: 1 });

    await project.secret.patch(`/v1/content/show/${body.id}`, { values: { cover: null } });

    expect(await usesNow(project, image)).toMatchObject({ used_by: [], used_by_total: 0 });
  });

  it('sees the default release alone, whichever that is', async () => {
    const project = await service.newProject();
    const { secret } = project;
    const image = await newAsset(secret);
    await defineShow(project);
    const clone = (await secret.post('/v1/releases', { name: 'Next' })).body.id;
    const values = { title: 'In the next release', cover: image };
    const { body } = await secret.post(`/v1/content/show/entries?release=${clone}`, {
      values,
      publish: true,
    });

    expect(await usesNow(project, image)).toMatchObject({ used_by: [], used_by_total: 0 });
    await secret.post(`/v1/releases/${clone}/promote`);

    expect(await usesNow(project, image)).toMatchObject({ used_by: [{ id: body.id }], used_by_total: 1 });
  });

  it('holds 200 pages at most and tells how many there are', async () => {
    const project = await service.newProject();
    const image = await newAsset(project.secret);
    await defineShow(project);
    const values = { title: 'First', cover: image };
    const first = await project.secret.post('/v1/content/show/entries', { values, publish: true });
    await project.secret.post('/v1/authors', { name: 'Ada', avatar_id: image });
    const entries = databaseOf(service.app.system).collection('entries');
    const row = await entries.findOne({ project_id: project.id, id: first.body.id });
    const copies = Array.from({ length: 249 }, (_, i) => {
      const id = `ent_${String(i).padStart(26, '0')}`;
      return { ...row, _id: `${project.releaseId}/${id}` as never, id };
    });
    await entries.insertMany(copies);

    const { used_by, used_by_total } = await usesNow(project, image);

    expect(used_by).toHaveLength(200);
    expect(new Set(used_by.map(({ id }) => id)).size).toBe(200);
    expect(used_by_total).toBe(251);
  });

  it('is found by indexes: no page is looked at that does not show the picture', async () => {
    const project = await service.newProject();
    const image = await newAsset(project.secret);
    await useImageEverywhere(project, image);
    await showOthers(project);
    const db = databaseOf(service.app.system);
    const shown = ['entries', 'articles', 'authors', 'categories', 'kb_collections'];
    // A plan that was chosen over two or three rows would be kept until it costs ten times as much.
    for (const name of shown) await db.command({ planCacheClear: name });
    await db.command({ profile: 2 });

    await usesNow(project, image);

    await db.command({ profile: 0 });
    const profiled = await db
      .collection('system.profile')
      .find({ ns: { $in: shown.map((name) => `${db.databaseName}.${name}`) }, op: 'query' })
      .toArray();
    // The profile also has reads by background work of the service.
    const reads = profiled.filter(({ command }) => JSON.stringify(command).includes(image));
    // A write that the database asked to repeat reads everything again.
    const collections = new Set(reads.map(({ ns }) => String(ns).split('.')[1]));
    expect([...collections].sort()).toEqual([...shown].sort());
    for (const { ns, planSummary, docsExamined, nreturned } of reads)
      expect([ns, planSummary, docsExamined]).toEqual([ns, expect.stringMatching(/^IXSCAN/), nreturned]);
  });
});

describe('used_by of media.asset.deleted', () => {
  it('names the pages that read url: null from now on', async () => {
    const project = await service.newProject();
    const image = await newAsset(project.secret, { alt: 'A hat' });
    await defineShow(project);
    const values = { title: 'A', cover: image };
    const { body } = await project.secret.post('/v1/content/show/entries', { values, publish: true });

    await deleteAsset(await service.app.contextsOf(tester).project(project.id), image);

    expect((await project.events()).at(-1)).toBe('media.asset.deleted');
    expect((await project.eventData()).at(-1)).toMatchObject({
      id: image,
      file_name: 'a.png',
      content_type: 'image/png',
      alt: 'A hat',
      width: null,
      height: null,
      status: 'ready',
      used_by: [{ type: 'entry', id: body.id, url: `/v1/content/show/${body.id}` }],
      used_by_total: 1,
    });
  });
});
