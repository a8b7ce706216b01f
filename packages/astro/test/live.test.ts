import { afterAll, describe, expect, it } from 'vitest';
import { defineType, expectDone, publishEntry } from '../../../test/support/content.ts';
import { startService } from '../../../test/support/service.ts';
import { authors, blogArticles, categories, entries, kbArticles } from '../src/live.ts';
import { readFrom } from './support/collections.ts';

const service = await startService();
const environment = { ...process.env };
afterAll(() => void (process.env = environment));

async function newProject() {
  const project = await service.newProject();
  readFrom(service, project);
  const { secret } = project;
  const { id: author } = expectDone(await secret.post('/v1/authors', { name: 'Nell' }));
  const article = expectDone(
    await secret.post('/v1/blog/articles', { title: 'Kites', authors: [author], publish: true }),
  );
  return { ...project, author: String(author), article };
}

describe('a live collection', () => {
  it('reads an item with its cache tags', async () => {
    const { secret, author, article } = await newProject();

    const entry = await blogArticles().loadEntry({ filter: { id: 'kites' } });

    const served = (await secret.get('/v1/blog/articles/kites')).body;
    expect(entry).toMatchObject({
      id: 'kites',
      data: served,
      cacheHint: { lastModified: new Date(String(served.updated_at)) },
    });
    const { cacheHint } = entry as { cacheHint: { tags: string[] } };
    expect(cacheHint.tags).toEqual(expect.arrayContaining([author, String(article.id)]));
  });

  it('reads a list with the tags of all its items', async () => {
    const { secret, article } = await newProject();
    const second = expectDone(await secret.post('/v1/blog/articles', { title: 'Lines', publish: true }));

    const collectionResult = await blogArticles().loadCollection({});

    const { entries: items, cacheHint } = collectionResult as {
      entries: { id: string }[];
      cacheHint: { tags: string[]; lastModified: Date };
    };
    expect(items.map(({ id }) => id).toSorted()).toEqual(['kites', 'lines']);
    expect(cacheHint.tags).toEqual(expect.arrayContaining([String(article.id), String(second.id)]));
    expect(cacheHint.tags).toContainEqual(expect.stringMatching(/^blog:/)); // the tag of new articles
    expect(cacheHint.lastModified).toEqual(new Date(String(second.updated_at)));
  });

  it('returns a change on the next read', async () => {
    const { secret } = await newProject();
    await authors().loadEntry({ filter: { id: 'nell' } });

    expectDone(await secret.patch('/v1/authors/nell', { name: 'Nell Marram' }));

    expect(await authors().loadEntry({ filter: { id: 'nell' } })).toMatchObject({
      data: { name: 'Nell Marram' },
    });
  });

  it('returns undefined for a missing item, and other errors as errors', async () => {
    await newProject();
    expect(await blogArticles().loadEntry({ filter: { id: 'nothing' } })).toBeUndefined();

    process.env['GALLEY_KEY'] = 'sk_wrong';
    const rejection = { error: { name: 'GalleyError', status: 401 } };
    expect(await blogArticles().loadEntry({ filter: { id: 'kites' } })).toMatchObject(rejection);
    expect(await blogArticles().loadCollection({})).toMatchObject(rejection);
  });

  it('exists for every type of build collections', async () => {
    const project = await newProject();
    const { secret } = project;
    expectDone(await secret.post('/v1/blog/categories', { name: 'Wind' }));
    const collection = expectDone(await secret.post('/v1/kb/collections', { title: 'Flying' })).id;
    expectDone(await secret.post('/v1/kb/articles', { title: 'Knots', collection, publish: true }));
    await defineType(project, 'page', { title: 'string' });
    const page = await publishEntry(project, 'page', { title: 'Home' });

    expect(await categories().loadEntry({ filter: { id: 'wind' } })).toMatchObject({ id: 'wind' });
    expect(await kbArticles().loadEntry({ filter: { id: 'knots' } })).toMatchObject({ id: 'knots' });
    expect(await entries('page').loadEntry({ filter: { id: page } })).toMatchObject({
      data: { values: { title: 'Home' } },
    });
    expect(await authors().loadCollection({})).toMatchObject({ entries: [{ id: 'nell' }] });
  });
});
