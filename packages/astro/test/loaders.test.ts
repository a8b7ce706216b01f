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

describe('a collection of a build', () => {
  it('has everything, as the service serves it, and says how much it read', async () => {
    const project = await newProject();
    await newBlog(project);
    const articles = newCollection(blogArticles());

    expect(await articles.build()).toEqual(['of-jory', 'of-nell']);

    const served = (await project.secret.get('/v1/blog/articles/of-nell')).body;
    expect(articles.entries.get('of-nell')?.data).toEqual(served);
    expect(articles.told).toEqual(['blog articles: 2 of 2 read.']);
  });

  it('reads nothing again when nothing changed, and then only what a change names', async () => {
    const project = await newProject();
    await newBlog(project);
    const articles = newCollection(blogArticles());
    await articles.build();

    expect(await articles.build()).toEqual([]);
    expect(articles.told).toEqual(['blog articles: 0 of 2 read.']);

    expectDone(await project.secret.patch('/v1/blog/articles/of-jory', { excerpt: 'New' }));
    expect(await articles.build()).toEqual(['of-jory']);
    expect(articles.entries.get('of-jory')?.data).toMatchObject({ excerpt: 'New' });
  });

  it('has another digest when what it shows has another name, though its revision stays', async () => {
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

  it('loses what was removed, and gets what is new', async () => {
    const { secret, ...project } = await newProject();
    await newBlog({ secret, ...project });
    const articles = newCollection(blogArticles());
    await articles.build();

    expectDone(await secret.delete('/v1/blog/articles/of-nell'));
    expectDone(await secret.post('/v1/blog/articles', { title: 'New', publish: true }));

    expect(await articles.build()).toEqual(['new']);
    expect([...articles.entries.keys()].toSorted()).toEqual(['new', 'of-jory']);
  });

  it('does without what goes while it reads', async () => {
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

  it('reads everything when the service does not know any more what changed since', async () => {
    const project = await newProject();
    await newBlog(project);
    const articles = newCollection(blogArticles());
    await articles.build();

    articles.meta.set('version', '999999'); // of a database that was put back since

    expect(await articles.build()).toEqual(['of-jory', 'of-nell']);
    expect(await articles.build()).toEqual([]);
  });

  it('reads again what has ended by itself', async () => {
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
    ['articles of the knowledge base', kbArticles, 'knots'],
  ])('is there of %s', async (name, loader, id) => {
    const { secret } = await newProject();
    expectDone(await secret.post('/v1/authors', { name: 'Nell' }));
    expectDone(await secret.post('/v1/blog/categories', { name: 'Wind' }));
    const collection = expectDone(await secret.post('/v1/kb/collections', { title: 'Flying' })).id;
    expectDone(await secret.post('/v1/kb/articles', { title: 'Knots', collection, publish: true }));
    const made = newCollection(loader());

    expect(await made.build()).toEqual([id]);
    expect(made.entries.get(id)?.data).toMatchObject({ slug: id });
    expect(made.told).toEqual([`${name}: 1 of 1 read.`]);
  });

  it('waits where the budget of its key is spent, and says why nothing moves', async () => {
    const slow = await startService({ RATE_READ: '4', RATE_WINDOW_SECONDS: '2' });
    const project = await slow.newProject();
    await newBlog(project);
    readFrom(slow, project);
    const articles = newCollection(blogArticles());
    await expect.poll(async () => (await project.secret.get('/v1/authors')).status).toBe(429);

    expect(await articles.build()).toEqual(['of-jory', 'of-nell']);

    expect(articles.told.join('\n')).toMatch(/The budget of the key is spent; going on in \d+ s\./);
  });

  it('says which variable is missing', async () => {
    await newProject();
    delete process.env['GALLEY_KEY'];

    await expect(newCollection(blogArticles()).build()).rejects.toThrow(/GALLEY_KEY is missing/);
  });
});
