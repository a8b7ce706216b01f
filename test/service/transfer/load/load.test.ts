import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { guideBlocks } from '../../../support/guide.ts';
import { newFolder, newInstallation } from '../../../support/transfer/installations.ts';
import { putBundle, writeBundle } from '../../../support/transfer/bundles.ts';
import { pictureFile } from '../../../support/picture-files.ts';

vi.setConfig({ testTimeout: 120_000 });

const installation = await newInstallation();
const load = (project: { id: string }, folder: string, ...options: string[]) =>
  installation.galley('load', '--project', project.id, '--from', folder, ...options);

interface Row {
  file: string;
  line: number;
  source_id: string;
  code: string;
  param?: string;
}

interface Page {
  id: string;
  values: { title: string; hero?: { alt: string }; writer?: { slug: string }; next: { id: string } };
}

interface Redirect {
  values: { to?: string; blog_article?: { slug: string } };
}

const pageType = {
  slug: 'page',
  kind: 'collection',
  fields: [
    { key: 'title', type: 'string', options: { required: true } },
    { key: 'hero', type: 'image' },
    { key: 'next', type: 'reference', options: { content_type: 'page' } },
    { key: 'writer', type: 'link', options: { target: 'author' } },
  ],
};

describe('galley load', () => {
  it('loads the first bundle of its page', async () => {
    const project = await installation.newProject();
    const folder = await newFolder();
    const [creation = ''] = guideBlocks('model/bundle.md', 'sh');
    execFileSync('sh', ['-c', creation], { cwd: folder });

    const { body } = await load(project, join(folder, 'bundle'));

    expect(body).toMatchObject({ source: 'notes:example.com', total: { in: 2, created: 2, failed: 0 } });
    const { data } = (await project.secret.get('/v1/blog/articles')).body;
    expect(data).toMatchObject([{ title: 'Old news', published_at: '2019-05-02T10:00:00.000Z' }]);
  });

  it('stores localized fields without locales in a project with one locale', async () => {
    const project = await installation.newProject({ oneLocale: true });
    const localized = { localized: true, fallback: false };
    const fields = [
      { key: 'title', type: 'string', options: { ...localized, max_length: 80 } },
      { key: 'parts', type: 'blocks', options: { blocks: ['part'] } },
    ];
    const folder = await writeBundle({
      blocks: [{ slug: 'part', fields: [{ key: 'text', type: 'text', options: localized }] }],
      types: [{ slug: 'page', kind: 'collection', fields }],
      entries: [
        { source_id: '1', type: 'page', values: { title: 'One' }, locales: { de: { title: 'Eins' } } },
      ],
    });

    const { exitCode, body } = await load(project, folder);

    expect(body.failed).toEqual([]);
    expect(exitCode).toBe(0);
    expect(body).toMatchObject({ total: { in: 3, created: 3, failed: 0 } });
    expect(body.warnings).toMatchObject([
      { file: 'blocks.ndjson', code: 'unknown_locale', param: 'fields[0].options.localized' },
      { file: 'types.ndjson', code: 'unknown_locale', param: 'fields[0].options.localized' },
      { file: 'entries.ndjson', code: 'unknown_locale', param: 'locales.de' },
    ]);
    const { body: type } = await project.secret.get('/v1/schema/content-types/page');
    expect(type.fields[0].options).toMatchObject({ max_length: 80 });
    expect((await load(project, folder)).body.total).toMatchObject({ unchanged: 3, failed: 0 });
  });

  it('loads every kind of item, in any order of references, and nothing when it is repeated', async () => {
    const project = await installation.newProject();
    const folder = await writeBundle(
      {
        types: [pageType],
        media: [{ source_id: 'm1', file: 'files/boat.png', alt: 'A boat' }],
        authors: [{ source_id: 'u2', name: 'Ada Reed', slug: 'ada-reed', avatar: 'm1' }],
        categories: [{ source_id: 'c1', name: 'News', slug: 'news' }],
        'kb-collections': [{ source_id: 'k1', title: 'Start', slug: 'start' }],
        'kb-sections': [{ source_id: 's1', title: 'First', slug: 'first', collection: 'k1' }],
        'kb-articles': [
          {
            source_id: 'a1',
            title: 'Hello',
            section: 's1',
            status: 'published',
            old_url: 'https://old.test/hello',
          },
        ],
        entries: [
          {
            source_id: 'p1',
            type: 'page',
            values: { title: 'One', hero: 'm1', next: 'p2' },
            status: 'published',
          },
          {
            source_id: 'p2',
            type: 'page',
            values: { title: 'Two', next: 'p1', writer: 'u2' },
            status: 'published',
          },
        ],
        articles: [
          {
            source_id: '31',
            title: 'Old news',
            slug: 'old-news',
            body: { html: '<p>See <a href="https://old.test/hello">hello</a></p><img src="m1">' },
            authors: ['u2'],
            categories: ['c1'],
            featured_image: 'm1',
            published_at: '2019-05-02T10:00:00Z',
            created_at: '2019-05-01T10:00:00Z',
            updated_at: '2019-05-03T10:00:00Z',
            status: 'published',
          },
        ],
        redirects: [
          { source_id: 'r1', from: '/2019/old-news', to: { file: 'articles', source_id: '31' } },
          { source_id: 'r2', from: '/two', to: '/news' },
        ],
      },
      { 'files/boat.png': pictureFile('plain.png') },
    );

    const dry = await load(project, folder, '--dry-run');
    const nothing = await project.secret.get('/v1/schema/content-types');
    const first = await load(project, folder);
    const revision = (await project.secret.get('/v1/changes')).body.revision;
    const again = await load(project, folder);

    expect(first.body).toMatchObject({ total: { in: 12, created: 12, failed: 0 }, failed: [], warnings: [] });
    expect(first.exitCode).toBe(0);
    expect(dry.body).toEqual({ ...first.body, dry_run: true });
    expect(nothing.body.data).toEqual([]);
    expect(again.body.total).toEqual({ in: 12, created: 0, updated: 0, unchanged: 12, failed: 0 });
    expect((await project.secret.get('/v1/changes')).body.revision).toBe(revision);
    const { data: pages }: { data: Page[] } = (await project.secret.get('/v1/content/page')).body;
    expect(pages.map(({ values }) => [values.title, values.hero?.alt, values.writer?.slug]).sort()).toEqual([
      ['One', 'A boat', undefined],
      ['Two', undefined, 'ada-reed'],
    ]);
    const [one, two] = ['One', 'Two'].map((title) => pages.find(({ values }) => values.title === title));
    expect([one?.values.next.id, two?.values.next.id]).toEqual([two?.id, one?.id]);
    const article = (await project.secret.get('/v1/blog/articles/old-news')).body;
    expect(article).toMatchObject({
      published_at: '2019-05-02T10:00:00.000Z',
      authors: [{ slug: 'ada-reed' }],
      categories: [{ slug: 'news' }],
      featured_image: { alt: 'A boat', width: 64, height: 40 },
    });
    expect(article.body.html).toContain('data-type="kb_article"');
    expect(article.body.html).toContain('alt="A boat"');
    const redirects: Redirect[] = (await project.secret.get('/v1/content/redirect')).body.data;
    expect(redirects.map(({ values }) => values.blog_article?.slug ?? values.to).sort()).toEqual([
      '/news',
      'old-news',
    ]);
  });

  it('applies changed lines, keeps edits, and overwrites them on request', async () => {
    const project = await installation.newProject();
    const article = (more: object) => ({ source_id: '1', title: 'One', excerpt: 'First', ...more });
    const folder = await writeBundle({ articles: [article({ status: 'published' })] });
    await load(project, folder);

    await putBundle(folder, { articles: [{ source_id: '1', title: 'Uno', status: 'published' }] });
    const changed = await load(project, folder);
    expect(changed.body.total).toMatchObject({ updated: 1 });
    const served = (await project.secret.get('/v1/blog/articles/one')).body;
    expect([served.title, served.excerpt]).toEqual(['Uno', 'First']);

    await project.secret.patch('/v1/blog/articles/one', { excerpt: 'Edited' });
    expect((await load(project, folder)).body.total).toMatchObject({ unchanged: 1 });
    await putBundle(folder, { articles: [article({ status: 'published' })] });
    const rejected = await load(project, folder);
    expect(rejected.exitCode).toBe(2);
    expect(rejected.body.failed).toMatchObject([
      { file: 'articles.ndjson', line: 1, source_id: '1', code: 'edited_since_load' },
    ]);
    const overwritten = await load(project, folder, '--overwrite');
    expect(overwritten.body.total).toMatchObject({ updated: 1, failed: 0 });
    expect((await project.secret.get('/v1/blog/articles/one')).body.excerpt).toBe('First');
  });

  it.each([
    ['no manifest', {}, null, 'bundle.json'],
    ['a newer version', {}, { galley_bundle: 2, source: 'x' }, 'version 2'],
    ['a line that is no object', { articles: [[1]] }, undefined, 'articles.ndjson, line 1'],
    [
      'a repeated id',
      {
        articles: [
          { source_id: '1', title: 'A' },
          { source_id: '1', title: 'B' },
        ],
      },
      undefined,
      'line 2',
    ],
    ['a long id', { authors: [{ source_id: 'x'.repeat(201), name: 'A' }] }, undefined, '200 characters'],
    ['a missing id', { authors: [{ name: 'A' }] }, undefined, 'source_id'],
    ['an unknown file', { pages: [] }, undefined, 'pages.ndjson'],
  ])('rejects a bundle with %s before anything is stored', async (_name, lines, manifest, text) => {
    const project = await installation.newProject();
    const folder = await writeBundle(
      { categories: [{ source_id: 'c', name: 'News' }], ...lines },
      {},
      manifest ?? {},
    );
    if (manifest === undefined) await putBundle(folder, {});

    const { exitCode, body } = await load(project, folder);

    expect([exitCode, body.error.code, body.error.param]).toEqual([1, 'invalid_parameter', '--from']);
    if (manifest !== null) expect(body.error.message).toContain(text);
    expect((await project.secret.get('/v1/blog/categories')).body.data).toEqual([]);
  });

  it('accepts a source id of 200 characters, and reports the items that fail', async () => {
    const project = await installation.newProject();
    await project.secret.post('/v1/blog/articles', { title: 'Taken', slug: 'taken' });
    await project.secret.post('/v1/authors', { name: 'Ada Reed', slug: 'ada-reed' });
    const folder = await writeBundle({
      types: [pageType],
      media: [
        { source_id: 'out', file: '../boat.png' },
        { source_id: 'private', url: 'http://127.0.0.1:9/a.png' },
      ],
      authors: [{ source_id: 'x'.repeat(200), name: 'Ada Reed', slug: 'ada-reed' }],
      entries: [
        {
          source_id: 'p1',
          type: 'page',
          values: { title: 'One', hero: 'out', next: 'p3' },
          status: 'published',
        },
        { source_id: 'p2', type: 'page', values: {}, status: 'published' },
        { source_id: 'p3', type: 'page', values: { title: 7 } },
      ],
      articles: [
        { source_id: '1', title: 'New', slug: 'taken' },
        {
          source_id: '2',
          title: 'By Ada',
          authors: ['x'.repeat(200), 'nobody'],
          status: 'draft',
        },
      ],
    });

    const dry = await load(project, folder, '--dry-run');
    const { exitCode, body } = await load(project, folder);

    expect(exitCode).toBe(2);
    const failed: Row[] = body.failed;
    const dryFailed: Row[] = dry.body.failed;
    const warnings: Row[] = body.warnings;
    expect(failed.map(({ file, line, code }) => [file, line, code])).toEqual([
      ['media.ndjson', 1, 'media_not_loaded'],
      ['media.ndjson', 2, 'media_not_loaded'],
      ['entries.ndjson', 3, 'invalid_field_value'],
      ['articles.ndjson', 1, 'blog_slug_taken'],
    ]);
    expect(warnings.map(({ source_id, code, param }) => [source_id.slice(0, 3), code, param])).toEqual([
      ['xxx', 'matched_by_slug', 'slug'],
      ['p1', 'reference_missing', 'hero'],
      ['p2', 'stored_as_draft', 'title'],
      ['2', 'reference_missing', 'authors'],
      ['p1', 'reference_missing', 'next'],
    ]);
    expect(body.total).toEqual({ in: 9, created: 4, updated: 0, unchanged: 1, failed: 4 });
    expect(dryFailed.map(({ code }) => code)).toEqual(
      failed.map(({ code }) => code).filter((_code, i) => i !== 1),
    );
    const [page] = (await project.secret.get('/v1/content/page')).body.data;
    expect([page.values.title, page.values.hero, page.values.next]).toEqual(['One', null, null]);
  });

  it('keeps the texts of images and links in documents whose targets are missing, until they arrive', async () => {
    const project = await installation.newProject();
    const text = (words: string, marks?: object[]) => ({
      ...{ type: 'text', text: words, ...(marks === undefined ? {} : { marks }) },
    });
    const link = { type: 'link', attrs: { ref: { type: 'blog_article', id: 'later' } } };
    const content = [
      {
        type: 'paragraph',
        content: [text('See '), text('this', [{ type: 'bold' }, link]), text('.', [link])],
      },
      { type: 'image', attrs: { media_id: 'm1', alt: 'A boat', caption: 'At sea' } },
      { type: 'image', attrs: { media_id: 'm1' } },
    ];
    const article = { source_id: '1', title: 'One', body: { version: 2, content }, status: 'published' };
    const media = { source_id: 'm1', file: 'files/boat.png' };
    const folder = await writeBundle({ media: [media], articles: [article] });

    const first = await load(project, folder);

    expect(first.body.failed).toMatchObject([{ file: 'media.ndjson', code: 'media_not_loaded' }]);
    const warnings = [...first.body.warnings] as Row[];
    expect(warnings.map(({ code, param }) => `${code} ${param ?? ''}`)).toEqual(
      warnings.map(() => 'reference_missing body'),
    );
    expect(warnings).toHaveLength(4);
    const bodyOf = async () => (await project.secret.get('/v1/blog/articles/one')).body.body.json.content;
    expect(await bodyOf()).toEqual([
      { type: 'paragraph', content: [text('See '), text('this', [{ type: 'bold' }]), text('.')] },
      { type: 'paragraph', content: [text('A boat')] },
      { type: 'paragraph', content: [text('At sea')] },
    ]);

    await mkdir(join(folder, 'files'));
    await writeFile(join(folder, 'files', 'boat.png'), pictureFile('plain.png'));
    await putBundle(folder, {
      articles: [article, { source_id: 'later', title: 'Later', status: 'published' }],
    });
    const second = await load(project, folder);
    expect(second.body).toMatchObject({ failed: [], warnings: [], total: { created: 2, updated: 1 } });
    expect(await bodyOf()).toMatchObject([
      { content: [{}, { marks: [{}, { type: 'link' }] }, { marks: [{ type: 'link' }] }] },
      { type: 'image', attrs: { alt: 'A boat' } },
      { type: 'image' },
    ]);
  });
});
