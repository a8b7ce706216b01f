import { expectDone } from '../content.ts';
import { newAsset } from '../media.ts';
import { setClock } from '../publishing/clock.ts';
import type { TestProject, TestService } from '../service.ts';
import type { Recording } from './recording.ts';

/** The time of the first write. Each later write comes one minute after the previous one. */
const start = Date.parse('2030-01-15T10:00:00.000Z');
/** Dates of scheduled items: a change, a start and an end. */
export const dates = {
  change: '2030-03-01T08:00:00.000Z',
  start: '2030-04-01T08:00:00.000Z',
  end: '2030-05-01T08:00:00.000Z',
};

/** Writes to a project at fixed times, and records the responses. */
export class Site {
  readonly #service: TestService;
  readonly project: TestProject;
  readonly recording: Recording;
  #writes = 0;

  constructor(service: TestService, project: TestProject, recording: Recording) {
    this.#service = service;
    this.project = project;
    this.recording = recording;
  }

  /** Moves the clock to the time of the next write. */
  tick(): void {
    this.#writes += 1;
    setClock(this.#service, start + this.#writes * 60_000);
  }

  async write(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<any> {
    this.tick();
    return expectDone(await this.recording.send(this.project.secret, [method, path], body, headers));
  }

  async asset(more: object): Promise<string> {
    this.tick();
    return newAsset(this.project.secret, more);
  }

  entry(type: string, values: object, more: object = {}): Promise<string> {
    const created = this.write('POST', `/v1/content/${type}/entries`, { values, ...more });
    return created.then(({ id }) => String(id));
  }
}

/** Ids of the items that reads address. */
export interface SiteIds {
  full: string;
  bare: string;
  draft: string;
  scheduled: string;
  page: string;
  author: string;
  asset: string;
  release: string;
}

const richtext = (ids: { asset: string; article: string; entry: string }) => ({
  version: 2,
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Care' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Keep it dry. ', marks: [{ type: 'bold' }] },
        linked('To the article', { ref: { type: 'blog_article', id: ids.article } }),
        linked(' to the entry', { ref: { type: 'entry', id: ids.entry } }),
      ],
    },
    { type: 'image', attrs: { media_id: ids.asset, caption: 'A kite' } },
  ],
});

function linked(text: string, attrs: object): object {
  return { type: 'text', text, marks: [{ type: 'link', attrs }] };
}

/** Builds the project: every field type of one locale, blocks, entries in each state, articles, media and a release. */
export async function buildSite(site: Site): Promise<SiteIds> {
  await defineTypes(site);
  const asset = await site.asset({ alt: 'A red kite' });
  await site.write('PATCH', `/v1/media/${asset}`, { alt: 'A kite', focal_point: { x: 0.25, y: 0.5 } });
  const { author, article } = await writeArticles(site, asset);
  const entries = await writeEntries(site, { asset, author, article });
  await site.write('PUT', '/v1/content/settings', {
    values: { motto: 'Fly', best: entries.full },
    publish: true,
  });
  const { id: release } = await site.write('POST', '/v1/releases', { name: 'Summer' });
  await site.write('PATCH', `/v1/content/specimen/${entries.full}?release=${release}`, {
    values: { title: 'Full of summer' },
  });
  return { ...entries, author, asset, release };
}

async function defineTypes(site: Site): Promise<void> {
  const put = (path: string, body: object) => site.write('PUT', `/v1/schema/${path}`, body);
  await put('content-types/specimen', { name: 'Specimen', fields: specimenFields });
  await put('blocks/banner', {
    description: 'The first thing that visitors see',
    fields: [
      { key: 'title', type: 'string', options: { required: true } },
      { key: 'text', type: 'richtext' },
      { key: 'image', type: 'image' },
      { key: 'tone', type: 'select', options: { choices: ['light', 'dark'], default: 'light' } },
      { key: 'specimen', type: 'reference', options: { content_type: 'specimen' } },
    ],
  });
  await put('blocks/columns', {
    fields: [{ key: 'items', type: 'blocks', options: { blocks: ['banner'], max_items: 3 } }],
  });
  await put('content-types/page', {
    name: 'Page',
    fields: [
      { key: 'title', type: 'string', options: { required: true } },
      { key: 'path', type: 'string', options: { unique: true } },
      { key: 'sections', type: 'blocks', options: { blocks: ['banner', 'columns'] } },
    ],
  });
  await put('content-types/settings', {
    name: 'Settings',
    kind: 'singleton',
    fields: [
      { key: 'motto', type: 'string' },
      { key: 'best', type: 'reference', options: { content_type: 'specimen' } },
    ],
  });
}

const specimenFields = [
  { key: 'title', type: 'string', options: { required: true, max_length: 80, help: 'Shown in lists.' } },
  { key: 'text', type: 'text' },
  { key: 'body', type: 'richtext' },
  { key: 'price', type: 'number', options: { min: 0 } },
  { key: 'count', type: 'number', options: { integer: true } },
  { key: 'in-stock', type: 'boolean', options: { default: true } },
  { key: 'created', type: 'date' },
  { key: 'size', type: 'select', options: { choices: ['small', { value: 'large', label: 'Large' }] } },
  { key: 'site', type: 'url' },
  { key: 'image', type: 'image' },
  { key: 'images', type: 'gallery' },
  { key: 'author', type: 'link', options: { target: 'author' } },
  { key: 'articles', type: 'link_list', options: { target: 'blog_article' } },
  { key: 'twin', type: 'reference', options: { content_type: 'specimen' } },
  { key: 'others', type: 'reference_list', options: { content_type: 'specimen', max_items: 3 } },
];

async function writeArticles(site: Site, asset: string): Promise<{ author: string; article: string }> {
  const create = async (path: string, body: object): Promise<string> =>
    String((await site.write('POST', `/v1/${path}`, body)).id);
  const author = await create('authors', {
    name: 'Ada Färber',
    job_title: 'Kite maker',
    bio: 'Builds kites.',
  });
  const category = await create('blog/categories', { name: 'Workshop', description: 'From the bench.' });
  const article = await create('blog/articles', {
    title: 'Wind',
    excerpt: 'About wind.',
    body: { markdown: '## Gusts\n\nHold **on**.' },
    authors: [author],
    categories: [category],
    tags: ['wind'],
    featured_image_id: asset,
    seo: { title: 'Wind for kites' },
    publish: true,
  });
  await create('blog/articles', { title: 'Only a draft', authors: [author] });
  await create('blog/articles', { title: 'Later', publish: true, published_at: dates.start });
  const collection = await create('kb/collections', { title: 'Care', description: 'How to keep a kite.' });
  const section = await create('kb/sections', { title: 'Storage', collection });
  await create('kb/articles', {
    title: 'Drying a kite',
    collection,
    section,
    body: { markdown: 'In the shade.' },
    review_interval_days: 90,
    publish: true,
  });
  await site.write('POST', '/v1/kb/articles/drying-a-kite/vote', { helpful: true, visitor_id: 'v1' });
  await site.write('POST', '/v1/kb/articles/drying-a-kite/review', {});
  return { author, article };
}

async function writeEntries(
  site: Site,
  { asset, author, article }: { asset: string; author: string; article: string },
): Promise<Pick<SiteIds, 'full' | 'bare' | 'draft' | 'scheduled' | 'page'>> {
  const bare = await site.entry('specimen', { title: 'Bare', articles: [article] }, { publish: true });
  const values = {
    title: 'Full',
    text: 'Two\nlines',
    body: richtext({ asset, article, entry: bare }),
    price: 9.5,
    count: 2,
    'in-stock': false,
    created: '2026-03-01',
    size: 'large',
    site: 'https://example.org/',
    image: asset,
    images: [asset],
    author,
    articles: [article],
    twin: bare,
    others: [bare],
  };
  const full = await site.entry('specimen', values, { publish: true });
  const draft = await site.entry('specimen', { title: 'Draft', text: 'Nobody reads this yet' });
  const scheduled = await site.entry(
    'specimen',
    { title: 'Scheduled' },
    { publish: true, published_at: dates.start, unpublish_at: dates.end },
  );
  await site.write('PATCH', `/v1/content/specimen/${bare}`, {
    values: { title: 'Bare in March' },
    publish_at: dates.change,
  });
  const banner = (title: string, more: object = {}) => ({ block: 'banner', values: { title, ...more } });
  const sections = [
    banner('Kites', { image: asset, text: { markdown: 'Light *wind*.' }, specimen: full }),
    { block: 'columns', values: { items: [banner('Deltas', { tone: 'dark' })] } },
  ];
  const page = await site.entry('page', { title: 'Home', path: '/', sections }, { publish: true });
  await site.write('PATCH', `/v1/content/page/${page}`, { values: { title: 'Start' } });
  await site.write('PATCH', `/v1/content/page/${page}`, { values: { path: '/home', sections } });
  const gone = await site.entry('page', { title: 'Gone', path: '/gone' }, { publish: true });
  await site.write('PATCH', `/v1/content/page/${gone}`, { publish: false });
  await site.write('DELETE', `/v1/content/page/${gone}`);
  return { full, bare, draft, scheduled, page };
}
