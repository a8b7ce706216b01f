import { afterAll, describe, expect, it } from 'vitest';
import { defineType, expectDone, inMs, publishEntry } from '../../../test/support/content.ts';
import { startService, type TestProject } from '../../../test/support/service.ts';
import { authors, blogArticles, categories, entries, kbArticles } from '../src/loaders.ts';
import { newCollection, readFrom } from './support/collections.ts';

const service = await startService();
const environment = { ...process.env };
afterAll(() => void (process.env = environment));

async function newProject(): Promise<TestProject> {
  const project = await service.newProject();
  readFrom(service, project);
  return project;
}

/** Two articles of two authors. */
async function newBlog({ secret }: TestProject): Promise<void> {
  for (const name of ['Nell', 'Jory']) {
    const { id } = expectDone(await secret.post('/v1/authors', { name }));
    const article = { title: `Of ${name}`, authors: [id], publish: true };
    expectDone(await secret.post('/v1/blog/articles', article));
  }
}

describe('a build collection', () => {
  it('contains all items as served, and logs how many it read', async () => {
    const project = await newProject();
    await newBlog(project);
    const articles = newCollection(blogArticles());

    expect(await articles.build()).toEqual(['of-jory', 'of-nell']);

    const served = (await project.secret.get('/v1/blog/articles/of-nell')).body;
    expect(articles.entries.get('of-nell')?.data).toEqual(served);
    expect(articles.logLines).toEqual(['Read 2 of 2 blog articles.']);
  });

  it('reads only changed items again', async () => {
    const project = await newProject();
    await newBlog(project);
    const articles = newCollection(blogArticles());
    await articles.build();

    expect(await articles.build()).toEqual([]);
    expect(articles.logLines).toEqual(['Read 0 of 2 blog articles.']);

    expectDone(await project.secret.patch('/v1/blog/articles/of-jory', { excerpt: 'New' }));
    expect(await articles.build()).toEqual(['of-jory']);
    expect(articles.entries.get('of-jory')?.data).toMatchObject({ excerpt: 'New' });
  });

  it('has a new digest if an embedded author changed but the revision did not', async () => {
    const { secret, ...project } = await newProject();
    await newBlog({ secret, ...project });
    const articles = newCollection(blogArticles());
    await articles.build();
    const before = articles.entries.get('of-nell');

    expectDone(await secret.patch('/v1/authors/nell', { name: 'Nell Marram' }));

    expect(await articles.build()).toEqual(['of-nell']);
    const after = articles.entries.get('of-nell');
    expect(after?.data['revision']).toBe(before?.data['revision']);
    expect(after?.digest).not.toBe(before?.digest);
  });

  it('removes deleted items and adds new ones', async () => {
    const { secret, ...project } = await newProject();
    await newBlog({ secret, ...project });
    const articles = newCollection(blogArticles());
    await articles.build();

    expectDone(await secret.delete('/v1/blog/articles/of-nell'));
    expectDone(await secret.post('/v1/blog/articles', { title: 'New', publish: true }));

    expect(await articles.build()).toEqual(['new']);
    expect([...articles.entries.keys()].toSorted()).toEqual(['new', 'of-jory']);
  });

  it('skips items that are deleted during the build', async () => {
    const { secret } = await newProject();
    for (let i = 0; i < 6; i += 1)
      expectDone(await secret.post('/v1/blog/articles', { title: `Number ${i}`, publish: true }));
    const { data } = expectDone(await secret.get('/v1/blog/articles')) as { data: { slug: string }[] };
    const last = data.at(-1)?.slug ?? '';
    const articles = newCollection(blogArticles(), async () => {
      await secret.delete(`/v1/blog/articles/${last}`);
    });

    expect(await articles.build()).toHaveLength(5);

    expect([...articles.entries.keys()]).not.toContain(last);
    expect(await articles.build()).toEqual([]);
  });

  it('reads everything if the change feed does not have its version', async () => {
    const project = await newProject();
    await newBlog(project);
    const articles = newCollection(blogArticles());
    await articles.build();

    articles.meta.set('version', '999999'); // a version before the database was restored

    expect(await articles.build()).toEqual(['of-jory', 'of-nell']);
    expect(await articles.build()).toEqual([]);
  });

  it('reads items again after an end date', async () => {
    const project = await newProject();
    await defineType(project, 'person', { name: 'string' });
    await defineType(project, 'page', [
      { key: 'title', type: 'string' },
      { key: 'person', type: 'reference', options: { content_type: 'person' } },
    ]);
    const person = await publishEntry(project, 'person', { name: 'Nell' }, { unpublish_at: inMs(8_000) });
    const withPerson = await publishEntry(project, 'page', { title: 'With', person });
    await publishEntry(project, 'page', { title: 'Without' });
    const pages = newCollection(entries('page'));
    await pages.build();
    expect(await pages.build()).toEqual([]);
    const shown = async () => (await project.secret.get(`/v1/content/page/${withPerson}`)).body.values.person;

    await expect.poll(shown, { timeout: 40_000 }).toBeNull();

    expect(await pages.build()).toContain(withPerson);
    expect(pages.entries.get(withPerson)?.data).toMatchObject({ values: { person: null } });
  });

  it.each([
    ['authors', authors, 'nell'],
    ['blog categories', categories, 'wind'],
    ['knowledge base articles', kbArticles, 'knots'],
  ])('exists for %s', async (name, loader, id) => {
    const { secret } = await newProject();
    expectDone(await secret.post('/v1/authors', { name: 'Nell' }));
    expectDone(await secret.post('/v1/blog/categories', { name: 'Wind' }));
    const collection = expectDone(await secret.post('/v1/kb/collections', { title: 'Flying' })).id;
    expectDone(await secret.post('/v1/kb/articles', { title: 'Knots', collection, publish: true }));
    const collectionOfType = newCollection(loader());

    expect(await collectionOfType.build()).toEqual([id]);
    expect(collectionOfType.entries.get(id)?.data).toMatchObject({ slug: id });
    expect(collectionOfType.logLines).toEqual([`Read 1 of 1 ${name}.`]);
  });

  it('waits for the rate limit of its API key, and logs why', async () => {
    const slow = await startService({ RATE_READ: '4', RATE_WINDOW_SECONDS: '2' });
    const project = await slow.newProject();
    await newBlog(project);
    readFrom(slow, project);
    const articles = newCollection(blogArticles());
    await expect.poll(async () => (await project.secret.get('/v1/authors')).status).toBe(429);

    expect(await articles.build()).toEqual(['of-jory', 'of-nell']);

    expect(articles.logLines.join('\n')).toMatch(
      /The API key has reached its rate limit\. Waiting \d+ seconds\./,
    );
  });

  it('names a missing variable', async () => {
    await newProject();
    delete process.env['GALLEY_KEY'];

    await expect(newCollection(blogArticles()).build()).rejects.toThrow(/GALLEY_KEY is missing/);
  });
});
