import { describe, expect, it } from 'vitest';
import { expectDone, inMs } from '../../../test/support/content.ts';
import { startService } from '../../../test/support/service.ts';
import { createClient } from '../src/main.ts';
import { tracked } from '../src/track.ts';

const service = await startService();

async function newSite() {
  const project = await service.newProject();
  const made = async (path: string, body: object) => expectDone(await project.secret.post(path, body));
  const author = String((await made('/v1/authors', { name: 'Nell' })).id);
  const article = await made('/v1/blog/articles', { title: 'Kites', authors: [author], publish: true });
  const options = { baseUrl: service.url, key: project.secret.token };
  return { project, author, article: String(article.id), ...tracked(options), options };
}

describe('a tracked client', () => {
  it('keeps what all reads of a page looked at, and answers as every client does', async () => {
    const { client, seen, author, article, options, project } = await newSite();
    expect(seen).toMatchObject({ tags: [], version: null, until: null });

    const read = await client.blog.articles.get('kites');
    const first = seen.tags;
    await client.authors.list();

    expect(read).toEqual(await createClient(options).blog.articles.get('kites'));
    expect(first).toEqual(expect.arrayContaining([article, author]));
    expect(seen.tags).toEqual(expect.arrayContaining([...first, `authors:${project.id.slice(-8)}`]));
    expect(new Set(seen.tags).size).toBe(seen.tags.length);
  });

  it('keeps the oldest state that a read showed', async () => {
    const { client, seen, project } = await newSite();
    await client.blog.articles.get('kites');
    const before = seen.version;
    await project.secret.post('/v1/authors', { name: 'Tom' });
    await client.authors.list();

    expect(before).toBeGreaterThan(0);
    expect(seen.version).toBe(before);
  });

  it('keeps what a missing item was decided by', async () => {
    const { client, seen, project } = await newSite();

    await expect(client.blog.articles.get('knots')).rejects.toMatchObject({ status: 404 });

    expect(seen.tags).toContain(`blog:${project.id.slice(-8)}`);
  });

  it('keeps the nearest date at which something ends', async () => {
    const { client, seen, project } = await newSite();
    const [soon, later] = [inMs(3_600_000), inMs(7_200_000)];
    const end = async (title: string, unpublish_at: string) => {
      const { id } = expectDone(await project.secret.post('/v1/blog/articles', { title, publish: true }));
      expectDone(await project.secret.patch(`/v1/blog/articles/${String(id)}`, { unpublish_at }));
    };
    await end('Later', later);
    await client.blog.articles.get('later');
    const first = seen.until;
    await end('Soon', soon);
    await client.blog.articles.get('soon');

    expect(first).toEqual(new Date(later));
    expect(seen.until).toEqual(new Date(soon));
  });

  it('forgets for the next page, and asks nothing of writes', async () => {
    const { client, seen } = await newSite();
    await client.blog.articles.get('kites');
    seen.reset();
    await client.authors.create({ name: 'Tom' });

    expect(seen).toMatchObject({ tags: [], version: null, until: null });
  });
});
