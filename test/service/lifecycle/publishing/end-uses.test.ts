import { describe, expect, it } from 'vitest';
import { dayMs, defineType, expectDone, pluck } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { newAsset, startMediaService } from '../../../support/media.ts';
import type { TestProject } from '../../../support/service.ts';
import { setClock } from '../../../support/publishing/clock.ts';
import { runJob } from '../../../support/publishing/due-work.ts';

const { service } = await startMediaService({});
/** A day ahead by the real time, by which the storage checks uploads. */
const end = Date.now() + dayMs;
const unpublish_at = new Date(end).toISOString();

const fields = [
  { key: 'title', type: 'string' },
  { key: 'cover', type: 'image' },
  { key: 'next', type: 'reference', options: { content_type: 'page' } },
];

/** What ends at the same moment: an entry and an article of each module, and what they stand in and show. */
async function newSite() {
  setClock(service, end - dayMs);
  const project = await service.newProject();
  const post = async (path: string, body: object) => expectDone(await project.secret.post(path, body));
  await defineType(project, 'page', fields);
  const cover = await newAsset(project.secret);
  const author = await post('/v1/authors', { name: 'Ada' });
  const category = await post('/v1/blog/categories', { name: 'News' });
  const collection = await post('/v1/kb/collections', { title: 'All' });
  const section = await post('/v1/kb/sections', { title: 'First', collection: collection.id });
  const ends = { publish: true, unpublish_at };
  const text = { title: 'Ends', slug: 'ends', featured_image_id: cover, ...ends };
  const entry = await post('/v1/content/page/entries', { values: { title: 'Ends', cover }, ...ends });
  await post('/v1/blog/articles', { ...text, authors: [author.id], categories: [category.id] });
  await post('/v1/kb/articles', { ...text, section: section.id });
  return { project, cover, entry, author, category, collection, section };
}

/** Just before the end, at the end before any job, and after the job. */
async function atEach<T>(read: () => Promise<T>): Promise<{ before: T; untold: T; told: T }> {
  setClock(service, end - 1);
  const before = await read();
  setClock(service, end);
  const untold = await read();
  await runJob(service);
  return { before, untold, told: await read() };
}

/** An owner's way into the dashboard's routes at the service's present time. */
async function ownerOf(project: TestProject) {
  const owner = await signedIn(service, project.id, 'owner');
  return (method: string, path: string, body?: unknown) =>
    owner.send(method, `/projects/${project.id}${path}`, body);
}

describe('what ends', () => {
  it('is named in used_by of its picture to the millisecond before, and not from the end on', async () => {
    const { project, cover } = await newSite();
    let n = 0;

    const uses = await atEach(async () => {
      n += 1;
      expectDone(await project.secret.patch(`/v1/media/${cover}`, { alt: `Alt ${n}` }));
      const names = await project.events();
      const told = (await project.eventData())[names.lastIndexOf('media.asset.updated')];
      return { kinds: pluck(told?.['used_by'], 'type'), total: told?.['used_by_total'] };
    });

    expect(uses.before).toEqual({ kinds: ['blog_article', 'kb_article', 'entry'], total: 3 });
    expect(uses.untold).toEqual({ kinds: [], total: 0 });
    expect(uses.told).toEqual(uses.untold);
  });

  it('takes votes of readers to the millisecond before, and none from the end on', async () => {
    const { project } = await newSite();

    const votes = await atEach(async () => {
      const { status, body } = await project.publishable.post('/v1/kb/articles/ends/vote', { helpful: true });
      return [status, body?.error?.code];
    });

    const refused = [404, 'kb_article_not_published'];
    expect(votes).toEqual({ before: [200, undefined], untold: refused, told: refused });
  });

  it('is previewed by its draft before and after the end, told or not', async () => {
    const { project, entry } = await newSite();
    const send = await ownerOf(project);
    await send('PATCH', `/content/page/entries/${entry.id}`, { values: { title: 'Drafted' } });
    const pointing = { values: { title: 'Points', next: entry.id }, publish: true };
    const { id } = expectDone(await project.secret.post('/v1/content/page/entries', pointing));

    const seen = await atEach(async () => {
      const { body } = await send('POST', '/preview', {}); // a token lasts an hour
      const reader = project.as(body.token);
      const get = async (path: string) => expectDone(await reader.get(`/preview/v1${path}`));
      return {
        one: (await get(`/content/page/${entry.id}`)).values.title,
        list: pluck((await get('/content/page?where[title]=Drafted')).data, 'id'),
        referenced: (await get(`/content/page/${id}`)).values.next?.id,
        blog: (await get('/blog/articles/ends')).title,
        help: pluck((await get('/kb/articles')).data, 'slug'),
      };
    });

    const drafts = {
      one: 'Drafted',
      list: [entry.id],
      referenced: entry.id,
      blog: 'Ends',
      help: ['ends'],
    };
    expect(seen).toEqual({ before: drafts, untold: drafts, told: drafts });
  });

  it('protects what it stands in and names as a draft does, by the title of its draft', async () => {
    const { project, author, category, collection, section } = await newSite();
    const send = await ownerOf(project);
    for (const path of ['/blog/articles', '/kb/articles']) {
      const { body } = await send('GET', path);
      await send('PATCH', `${path}/${body.data[0].id}`, { title: 'Drafted' });
    }
    const paths = [
      `/v1/authors/${author.id}`,
      `/v1/blog/categories/${category.id}`,
      `/v1/kb/sections/${section.id}`,
    ];

    const held = await atEach(async () => {
      const answers = [];
      for (const path of paths) {
        const { body } = await project.secret.delete(path);
        expect(body.error.code).toBe('entry_referenced');
        const [place] = body.error.referenced_by;
        answers.push([place.title, place.live]);
      }
      return answers;
    });

    expect(held.before).toEqual(paths.map(() => ['Ends', true]));
    expect(held.untold).toEqual(paths.map(() => ['Drafted', false]));
    expect(held.told).toEqual(held.untold);
    expect((await project.secret.delete(`/v1/kb/collections/${collection.id}`)).status).toBe(409);
  });

  it('is deletable from the end on, where nothing points at it, and is told as ended first', async () => {
    const { project, entry } = await newSite();
    setClock(service, end);

    const deleted = await project.secret.delete(`/v1/content/page/${entry.id}`);

    expect(deleted.status).toBe(204);
    const names = (await project.events()).filter((name) => name.startsWith('content.entry'));
    expect(names.slice(-2)).toEqual(['content.entry.unpublished', 'content.entry.deleted']);
  });

  it('counts as a draft in what deleting its type removes', async () => {
    const { project } = await newSite();
    const send = await ownerOf(project);
    const counts = await atEach(async () => {
      const { body } = await send('GET', '/content-types/page/impact');
      return { entries: body.entries, live: body.live_entries, title: body.fields[0] };
    });

    const title = { key: 'title', label: 'Title' };
    expect(counts.before).toEqual({ entries: 1, live: 1, title: { ...title, drafts: 1, live: 1 } });
    expect(counts.untold).toEqual({ entries: 1, live: 0, title: { ...title, drafts: 1, live: 0 } });
    expect(counts.told).toEqual(counts.untold);
  });
});
