import { describe, expect, it } from 'vitest';
import { startService } from '../../../support/service.ts';

const service = await startService();
const authors = '/v1/authors';

describe('PATCH /v1/authors/{slug}', () => {
  it('leaves out what is not sent and clears what is null', async () => {
    const project = await service.newProject();
    const links = [{ label: 'Site', url: 'https://edda.example/' }, { url: 'mailto:edda@example.com' }];
    await project.secret.post(authors, { name: 'Edda', job_title: 'Sailmaker', bio: 'Sews.', links });

    const renamed = await project.secret.patch(`${authors}/edda`, { name: 'Edda L.', bio: null });
    const moved = await project.secret.patch(`${authors}/edda`, { slug: 'edda-l', links: null });

    expect(renamed.body).toMatchObject({
      slug: 'edda',
      name: 'Edda L.',
      job_title: 'Sailmaker',
      bio: '',
      links: [links[0], { label: '', url: 'mailto:edda@example.com' }],
      revision: 2,
    });
    expect(moved.body).toMatchObject({ slug: 'edda-l', links: [], revision: 3 });
    expect((await project.secret.get(`${authors}/edda`)).body.error.code).toBe('unknown_author');
  });

  it('stores nothing when nothing changes, and obeys If-Match', async () => {
    const project = await service.newProject();
    const created = await project.secret.post(authors, { name: 'Edda' });

    const same = await project.secret.patch(`${authors}/edda`, { name: 'Edda' });
    const stale = await project.secret.patch(`${authors}/edda`, { name: 'E' }, { 'If-Match': '"7"' });

    expect(same.body).toEqual(created.body);
    expect(stale).toMatchObject({
      status: 409,
      body: { error: { code: 'revision_conflict', current_revision: 1 } },
    });
    expect((await project.secret.patch(`${authors}/edda`, {})).body.error.code).toBe('nothing_to_update');
    expect((await project.secret.patch(`${authors}/edda`, { name: '' })).body.error.code).toBe(
      'missing_required_field',
    );
  });
});

describe('DELETE /v1/authors/{slug}', () => {
  it('deletes an author without articles, and only of its own project', async () => {
    const [project, other] = [await service.newProject(), await service.newProject()];
    const created = await project.secret.post(authors, { name: 'Edda' });

    const foreign = await other.secret.delete(`${authors}/${created.body.id}`);
    const tried = await project.secret.delete(`${authors}/edda?dry_run=true`);
    const deleted = await project.secret.delete(`${authors}/edda`);
    const again = await project.secret.delete(`${authors}/edda`);

    expect(foreign).toMatchObject({ status: 404, body: { error: { code: 'unknown_author' } } });
    expect([tried.status, tried.body]).toEqual([200, { meta: { dry_run: true } }]);
    expect([deleted.status, again.status]).toEqual([204, 404]);
  });

  it('is refused while articles have the author, drafts too, and names them', async () => {
    const project = await service.newProject();
    const { id } = (await project.secret.post(authors, { name: 'Edda' })).body;
    await project.secret.post('/v1/blog/articles', { title: 'A', authors: [id] });
    await project.secret.post('/v1/blog/articles', { title: 'B', authors: [id], publish: true });

    const refused = await project.secret.delete(`${authors}/edda`);
    await project.secret.patch('/v1/blog/articles/a', { authors: [] });
    await project.secret.delete('/v1/blog/articles/b');
    const deleted = await project.secret.delete(`${authors}/edda`);

    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'entry_referenced' } } });
    const place = { type: 'blog_article', field: 'authors' };
    expect(refused.body.error.referenced_by).toMatchObject([
      { ...place, slug: 'a', title: 'A', live: false, url: '/v1/blog/articles/a' },
      { ...place, slug: 'b', title: 'B', live: true, url: '/v1/blog/articles/b' },
    ]);
    expect(deleted.status).toBe(204);
  });

  it('meets an article that takes the author at the same time: one of the two is refused', async () => {
    const project = await service.newProject();
    for (let round = 0; round < 4; round += 1) {
      const { id, slug } = (await project.secret.post(authors, { name: `R${round}` })).body;

      const [deleted, made] = await Promise.all([
        project.secret.delete(`${authors}/${slug}`),
        project.secret.post('/v1/blog/articles', { title: `R${round}`, authors: [id] }),
      ]);

      expect([
        [204, 404],
        [409, 201],
      ]).toContainEqual([deleted.status, made.status]);
    }
  });
});

describe('article_count of an author', () => {
  it('counts live articles alone', async () => {
    const project = await service.newProject();
    const [edda, nell] = await Promise.all(
      ['Edda', 'Nell'].map(async (name) => String((await project.secret.post(authors, { name })).body.id)),
    );
    const write = (title: string, fields: object) =>
      project.secret.post('/v1/blog/articles', { title, ...fields });
    await write('A', { authors: [edda], publish: true });
    await write('B', { authors: [edda, nell], publish: true });
    await write('C', { authors: [edda] });
    await project.secret.patch('/v1/blog/articles/a', { publish: false });

    const list = await project.publishable.get(authors);

    expect(list.body.data).toMatchObject([
      { name: 'Edda', article_count: 1 },
      { name: 'Nell', article_count: 1 },
    ]);
  });
});
