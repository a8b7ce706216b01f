import { describe, expect, it } from 'vitest';
import { ApiClient, valuesOf } from '../support/client.ts';
import { createEntry, defineType, done } from '../support/content.ts';
import { signedIn } from '../support/dashboard.ts';
import { startService } from '../support/service.ts';

const service = await startService();

async function edited() {
  const project = await service.newProject();
  const editor = await signedIn(service, project.id, 'editor');
  const make = async (path: string, body: object) =>
    done(await project.secret.post(path, body)) as { id: string; slug: string };
  const usesOf = (id: string) => editor.send('GET', `/projects/${project.id}/uses/${id}`);
  return { project, editor, make, usesOf };
}

describe('GET uses', () => {
  it('names articles and entries that point at an author, drafts too, with the field that holds it', async () => {
    const { project, make, usesOf } = await edited();
    const author = await make('/v1/authors', { name: 'Ada' });
    const other = await make('/v1/authors', { name: 'Bo' });
    await make('/v1/blog/articles', { title: 'Drafted', authors: [author.id, other.id] });
    const body = { markdown: 'See her.' };
    const collection = await make('/v1/kb/collections', { title: 'Help' });
    await make('/v1/kb/articles', {
      title: 'Live',
      collection: collection.id,
      authors: [author.id],
      body,
      publish: true,
    });
    await defineType(project, 'page', [
      { key: 'title', type: 'string' },
      { key: 'writer', type: 'link', options: { target: 'author' } },
    ]);
    await createEntry(project, 'page', { title: 'About', writer: author.id });

    const { status, body: uses } = await usesOf(author.id);

    expect(status).toBe(200);
    const places = (uses.data as Record<string, unknown>[]).map(({ title, type, field, live }) =>
      [title, type, field, live].join(' '),
    );
    expect(places.sort()).toEqual([
      'About entry writer false',
      'Drafted blog_article authors false',
      'Live kb_article authors true',
    ]);
    expect(uses.has_more).toBe(false);
    expect(valuesOf(await usesOf(other.id), 'title')).toEqual(['Drafted']);
    expect((await usesOf(collection.id)).body).toEqual({ data: [], has_more: false });
  });

  it('refuses an id of another kind, and knows nothing of another project', async () => {
    const { project, editor, usesOf } = await edited();
    const other = await edited();
    const theirs = await other.make('/v1/blog/categories', { name: 'Theirs' });
    const gone = await other.make('/v1/kb/collections', { title: 'Theirs' });

    expect((await usesOf(theirs.id)).body.error).toMatchObject({ code: 'unknown_blog_category' });
    expect((await usesOf(gone.id)).body.error).toMatchObject({ code: 'unknown_kb_collection' });
    expect((await usesOf(project.id)).body.error).toMatchObject({ code: 'invalid_parameter' });
    expect((await usesOf('ada')).status).toBe(400);
    const foreign = await editor.send('GET', `/projects/${other.project.id}/uses/${theirs.id}`);
    expect(foreign.body.error.code).toBe('unknown_project');
  });

  it('is no endpoint of keys', async () => {
    const { project, make } = await edited();
    const author = await make('/v1/authors', { name: 'Ada' });
    const withKey = new ApiClient(`${service.url}/dashboard/api`, project.secret.token);

    expect((await withKey.get(`/projects/${project.id}/uses/${author.id}`)).status).toBe(401);
  });
});
