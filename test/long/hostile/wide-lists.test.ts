import { describe, expect, it } from 'vitest';
import { createEntry, defineType, expectDone, inMs, publishEntry, refusal } from '../../support/content.ts';
import { bytesReadBy } from '../../support/commands.ts';
import { signedIn } from '../../support/dashboard.ts';
import { startMediaService } from '../../support/media.ts';
import { startOwnService, startService, type TestProject } from '../../support/service.ts';
import { clientOf } from '../../support/database.ts';
import { newWidePages, pagesOf, wide } from '../../support/hostile/wide-pages.ts';

const mib = 1024 * 1024;
const bytesMax = 2 * mib;
const small = await startService({ RESPONSE_BYTES_MAX: String(bytesMax) });
const tinyMax = 64 * 1024;
const { service: tiny } = await startMediaService({ RESPONSE_BYTES_MAX: String(tinyMax) });
const service = await startOwnService();

const newPages = (from = small) => newWidePages(from);

describe('what editors are shown of large entries', () => {
  it('ends early in the list of drafts, and goes on until all were shown once', async () => {
    const project = await newPages();
    const editor = await signedIn(small, project.id, 'editor');
    const ids: string[] = [];
    for (let i = 0; i < 9; i += 1)
      ids.push((await createEntry(project, 'page', { title: `p${i}`, ...wide(500_000) })).id as string);
    const at = `/projects/${project.id}/content/page/entries`;

    const shown: string[][] = [];
    for (let next = '?limit=100&sort=title'; next !== '' && shown.length < 10;) {
      const { body } = await editor.send('GET', at + next);
      expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(bytesMax);
      shown.push((body.data as { id: string }[]).map(({ id }) => id));
      next = body.meta.has_more === true ? `?limit=100&sort=title&offset=${body.meta.next_offset}` : '';
    }

    expect(shown.map((page) => page.length)).toEqual([4, 4, 1]);
    expect(shown.flat()).toEqual(ids);
  });

  it('reads no long texts to tell what points at an entry', async () => {
    const project = await newPages(service);
    const target = await publishEntry(project, 'page', { title: 'T' });
    const referrers: string[] = [];
    for (let i = 0; i < 20; i += 1)
      referrers.push(await publishEntry(project, 'page', { title: `p${i}`, one: target, ...wide(2 * mib) }));

    const { result, bytes } = await bytesReadBy(clientOf(service.app.system), () =>
      project.secret.get(`/v1/content/page/${target}/referenced-by?limit=100`),
    );

    const data = result.body.data as { id: string; title: string; field: string }[];
    expect(data.map(({ id }) => id)).toEqual([...referrers].sort());
    expect(data[0]).toMatchObject({ title: 'p0', field: 'one' });
    expect(bytes).toBeLessThan(mib / 2);
  });
});

describe('entries whose formatted text leads to one', () => {
  it('are listed as far as an answer may have bytes of them, each once, and protect what they lead to', async () => {
    const project = await newPages();
    const target = await publishEntry(project, 'page', { title: 'T' });
    const markdown = `[T](entry:${target}) ${'wide '.repeat(50_000)}`;
    const referrers: string[] = [];
    for (let i = 0; i < 12; i += 1)
      referrers.push(await publishEntry(project, 'page', { title: `p${i}`, body: { markdown } }));
    const collection = expectDone(await project.secret.post('/v1/kb/collections', { title: 'C' })).id;
    const article = { title: 'A', collection, body: { markdown: `[T](entry:${target})` } };
    const { id: fromArticle } = expectDone(await project.secret.post('/v1/kb/articles', article));
    const path = `/v1/content/page/${target}`;

    const pages = await pagesOf(
      { ...project, publishable: project.secret },
      `${path}/referenced-by?limit=100`,
    );

    expect(pages.length).toBeGreaterThan(2);
    expect(pages.flatMap(({ ids }) => ids)).toEqual([...referrers, fromArticle as string].sort());
    const refused = await project.secret.delete(path);
    expect(refusal(refused)).toEqual([409, 'entry_referenced', undefined]);
    expect(refused.body.error.referenced_by.length).toBeGreaterThan(0);
  });
});

describe('drafts that point at very much', () => {
  it('are listed with what they point at as far as the answer has room for both', async () => {
    const project = await tiny.newProject();
    await defineType(project, 'page', [
      { key: 'title', type: 'string' },
      { key: 'others', type: 'reference_list', options: { content_type: 'page' } },
    ]);
    const others: string[] = [];
    for (let i = 0; i < 90; i += 1)
      others.push((await createEntry(project, 'page', { title: `${i} ${'字'.repeat(400)}` })).id as string);
    const pointing: string[] = [];
    for (let i = 0; i < 6; i += 1)
      pointing.push(
        (await createEntry(project, 'page', { title: `p${i}`, others: others.slice(15 * i, 15 * i + 15) }))
          .id as string,
      );
    const editor = await signedIn(tiny, project.id, 'editor');
    const at = `/projects/${project.id}/content/page/entries`;

    const shown: string[][] = [];
    for (let next = '?limit=6&sort=title&q=p'; next !== '' && shown.length < 10;) {
      const { status, body } = await editor.send('GET', at + next);
      expect(status).toBe(200);
      expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(tinyMax);
      expect(Object.keys(body.targets as object)).toHaveLength(15 * (body.data as object[]).length);
      shown.push((body.data as { id: string }[]).map(({ id }) => id));
      next = body.meta.has_more === true ? `?limit=6&sort=title&q=p&offset=${body.meta.next_offset}` : '';
    }

    expect(shown.length).toBeGreaterThan(1);
    expect(shown.flat()).toEqual(pointing);
  });
});

describe('saved views', () => {
  it('are listed as far as an answer has room, and never refused', async () => {
    const project = await tiny.newProject();
    const editor = await signedIn(tiny, project.id, 'editor');
    const at = `/projects/${project.id}/views`;
    const search = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`k${i}`, 'x'.repeat(1_500)]));
    for (const name of ['a', 'b', 'c'])
      expect(
        (await editor.send('POST', at, { list: 'blog', name, search, columns: null, shared: true })).status,
      ).toBe(201);

    const { status, body } = await editor.send('GET', `${at}?list=blog`);

    expect(status).toBe(200);
    expect((body.data as { name: string }[]).map(({ name }) => name)).toEqual(['a', 'b']);
  });
});

describe('what removing a block takes away', () => {
  it('is counted in no more of what has it than an answer may have bytes', async () => {
    const project = await tiny.newProject();
    const path = '/v1/schema/blocks/wide';
    expectDone(await project.secret.put(path, { fields: [{ key: 'a', type: 'text' }] }));
    await defineType(project, 'page', [{ key: 'parts', type: 'blocks', options: { blocks: ['wide'] } }]);
    const parts = [{ block: 'wide', values: { a: 'wide '.repeat(4_000) } }];
    for (let i = 0; i < 8; i += 1) await publishEntry(project, 'page', { parts });
    const owner = await signedIn(tiny, project.id, 'owner');

    const { body } = await owner.send('GET', `/projects/${project.id}/blocks/wide/impact`);

    expect(body).toMatchObject({ slug: 'wide', entries: 8 });
    expect(body.counted_entries).toBeGreaterThan(0);
    expect(body.counted_entries).toBeLessThan(4);
  });
});

describe('the first screen of the dashboard', () => {
  it('reads the names of large entries and not what they hold', async () => {
    const project = await newPages(service);
    const editor = await signedIn(service, project.id, 'editor');
    for (let i = 0; i < 8; i += 1)
      await createEntry(
        project,
        'page',
        { title: `p${i}`, ...wide(mib) },
        { published_at: inMs(60_000), publish: true },
      );

    const { result, bytes } = await bytesReadBy(clientOf(service.app.system), () =>
      editor.send('GET', `/projects/${project.id}/home`),
    );

    expect(JSON.stringify(result.body)).toContain('"title":"p7"');
    expect(bytes).toBeLessThan(mib / 2);
  });
});

describe('lists of what every project has', () => {
  const text = '字'.repeat(1_900);

  /** Makes the items of a list one after another; answers how each is made. */
  async function makerOf(project: TestProject, path: string): Promise<(i: number) => [string, object]> {
    const made = async (at: string, body: object) =>
      expectDone(await project.secret.post(at, body)) as Record<string, string>;
    const article = { excerpt: text, body: { markdown: 'Short.' }, publish: true };
    if (path === '/v1/blog/articles') return (i) => [path, { title: `A${i}`, ...article }];
    if (path === '/v1/kb/articles') {
      const { id: collection } = await made('/v1/kb/collections', { title: 'C' });
      return (i) => [path, { title: `A${i}`, collection, ...article }];
    }
    if (path === '/v1/kb/collections') return (i) => [path, { title: `C${i}`, description: text }];
    if (path === '/v1/kb/sections') {
      const { id: collection } = await made('/v1/kb/collections', { title: 'C' });
      return (i) => [path, { title: `S${i}`, collection, description: text }];
    }
    const upload = { file_name: 'a.png', content_type: 'image/png', size_bytes: 9, alt: text };
    if (path === '/v1/media') return () => ['/v1/media/uploads', upload];
    const isAuthor = path === '/v1/authors';
    return (i) => [path, { name: `N${i}`, [isAuthor ? 'bio' : 'description']: text }];
  }

  const paths = ['blog/articles', 'blog/categories', 'kb/articles', 'kb/collections', 'kb/sections'];
  it.each([...paths, 'authors', 'media'].map((path) => `/v1/${path}`))(
    '%s ends early where a page would be too large, and goes on until all were answered once',
    async (path) => {
      const project = await tiny.newProject();
      const make = await makerOf(project, path);
      const ids: string[] = [];
      for (let i = 0; i < 25; i += 1) {
        const body = expectDone(await project.secret.post(...make(i)));
        ids.push((body.media?.id ?? body.id) as string);
      }

      const pages = await pagesOf({ ...project, publishable: project.secret }, `${path}?limit=20`);

      expect(pages.length).toBeGreaterThan(2);
      expect(pages.flatMap(({ ids: shown }) => shown).sort()).toEqual([...ids].sort());
      for (const { bytes } of pages) expect(bytes).toBeLessThanOrEqual(tinyMax);
      for (const { bytes } of pages.slice(0, -1)) expect(bytes).toBeGreaterThan(tinyMax / 2);
    },
  );

  it('refuse by its name the key that makes a single item too large', async () => {
    const project = await tiny.newProject();
    const links = Array.from({ length: 50 }, () => ({ url: `https://a.example/${'x'.repeat(1_900)}` }));
    expectDone(await project.secret.post('/v1/authors', { name: 'A', links }));

    expect(refusal(await project.publishable.get('/v1/authors'))).toEqual([
      400,
      'query_too_expensive',
      'links',
    ]);
  });

  it.each(['blog', 'kb'])('an article of the %s is refused by its body', async (module) => {
    const project = await tiny.newProject();
    const { id: collection } = expectDone(await project.secret.post('/v1/kb/collections', { title: 'C' }));
    const article = { title: 'A', body: { markdown: 'wide '.repeat(10_000) }, publish: true };
    const beside = module === 'kb' ? { collection } : {};
    const written = await project.secret.post(`/v1/${module}/articles`, { ...article, ...beside });

    const answer = await project.publishable.get(`/v1/${module}/articles/a`);

    expect(written.status).toBe(201);
    expect(refusal(answer)).toEqual([400, 'query_too_expensive', 'body']);
  });
});
