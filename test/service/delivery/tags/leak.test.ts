import { describe, expect, it } from 'vitest';
import { createEntry, defineType, expectDone, inMs, publishEntry } from '../../../support/content.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { keeping, revisionOf, toldSince } from '../../../support/delivery/holding.ts';

const service = await startService();

interface Hidden {
  project: TestProject;
  since: number;
  /** Ids of what readers do not see. */
  ids: string[];
  shown: string;
}

/** A page that points at drafts and at what is to come; and another release. */
async function newHidden(): Promise<Hidden> {
  const project = await service.newProject();
  const since = await revisionOf(project);
  const made = async (path: string, body: object) =>
    String(expectDone(await project.secret.post(path, body)).id);
  await defineType(project, 'page', [
    { key: 'title', type: 'string' },
    { key: 'next', type: 'reference_list', options: { content_type: 'page' } },
    { key: 'read', type: 'link_list', options: { target: 'blog_article' } },
  ]);
  const later = { publish: true, published_at: inMs(3_600_000) };
  const draft = String((await createEntry(project, 'page', { title: 'Draft' })).id);
  const coming = String((await createEntry(project, 'page', { title: 'Coming' }, later)).id);
  const article = await made('/v1/blog/articles', { title: 'Draft' });
  const comingArticle = await made('/v1/blog/articles', { title: 'Coming', ...later });
  const values = { title: 'Shown', next: [draft, coming], read: [article, comingArticle] };
  const shown = await publishEntry(project, 'page', values);
  const release = await made('/v1/releases', { name: 'Next' });
  const inside = { values: { title: 'Of a release' }, publish: true };
  const ofRelease = await made(`/v1/content/page/entries?release=${release}`, inside);
  return { project, since, ids: [draft, coming, article, comingArticle, release, ofRelease], shown };
}

describe('a publishable key', () => {
  it('is told no id of what its readers do not see, by headers or by the feed', async () => {
    const { project, since, ids, shown } = await newHidden();
    const paths = [
      '/v1/content/page',
      `/v1/content/page/${shown}`,
      '/v1/blog/articles',
      '/v1/blog/articles/draft',
    ];
    const answers = await Promise.all(paths.map((path) => project.publishable.get(path, keeping)));

    const headers = answers.map((answer) => answer.headers.get('X-Cache-Tags') ?? '').join(' ');
    const feed = await toldSince(project.publishable, since);

    expect(headers).toContain(shown);
    expect(feed).toContain(shown);
    for (const id of ids) {
      expect(headers).not.toContain(id);
      expect(feed).not.toContain(id);
    }
  });

  it('is told the groups of what is to come, so that its lists learn when they end', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', { title: 'string' });
    const since = await revisionOf(project);
    const later = { publish: true, published_at: inMs(3_600_000) };
    const { id } = await createEntry(project, 'page', { title: 'Coming' }, later);
    const code = project.id.slice(-8);

    const told = [`content:${code}`, `entries:page:${code}`];
    expect(await toldSince(project.publishable, since)).toEqual(told);
    const releases = (await toldSince(project.secret, since)).filter((tag) => tag.startsWith('rel_'));
    expect(releases).toEqual([project.releaseId]);
    expect(await toldSince(project.secret, since)).toEqual([...told, id, project.releaseId].sort());
  });

  it('is told no id of what has ended, though it is written to and pointed at', async () => {
    const project = await service.newProject();
    const article = { title: 'Over', publish: true, unpublish_at: inMs(1_500) };
    const ended = String(expectDone(await project.secret.post('/v1/blog/articles', article)).id);
    const readOf = (path: string) => project.publishable.get(path, keeping);
    await expect.poll(async () => (await readOf('/v1/blog/articles/over')).status).toBe(404);
    const write = async (excerpt: string) =>
      expectDone(await project.secret.patch(`/v1/blog/articles/${ended}`, { excerpt }));
    await write('The first write tells the end, as the job would: readers saw it until then.');
    const since = await revisionOf(project);

    await write('Gone');
    await defineType(project, 'page', [{ key: 'read', type: 'link', options: { target: 'blog_article' } }]);
    const page = await publishEntry(project, 'page', { read: ended });

    const paths = ['/v1/blog/articles', '/v1/blog/articles/over', `/v1/content/page/${page}`];
    const answers = await Promise.all(paths.map(readOf));
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200]);
    for (const { headers } of answers) expect(headers.get('X-Cache-Tags')).not.toContain(ended);
    const feed = await toldSince(project.publishable, since);
    expect(feed).toContain(page);
    expect(feed).not.toContain(ended);
  });

  it('of one project hears nothing of another', async () => {
    const [one, other] = [await service.newProject(), await service.newProject()];
    const since = await revisionOf(one);
    expectDone(await other.secret.post('/v1/authors', { name: 'Nell' }));

    expect(await toldSince(one.publishable, since)).toEqual([]);
  });
});
