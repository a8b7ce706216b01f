import { dayMs, inMs } from '../support/content.ts';
import { sendFile } from '../support/media.ts';
import type { Recorder } from './recorder.ts';

const day = (n: number) => `2024-03-${String(n).padStart(2, '0')}T08:00:00.000Z`;
const text = (said: string, marks?: object[]) => ({ type: 'text', text: said, ...(marks && { marks }) });
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });

/** Ids and slugs of what was made. */
export type ContentSet = Record<
  | 'cover'
  | 'ada'
  | 'news'
  | 'kites'
  | 'wind'
  | 'help'
  | 'repair'
  | 'answer'
  | 'first'
  | 'second'
  | 'hidden'
  | 'coming',
  string
>;

/** One of everything, in every state that it can have. Each write is kept with its answer. */
export async function makeContent(recorder: Recorder): Promise<ContentSet> {
  const images = await makeImages(recorder);
  const modules = await makeModules(recorder, images.cover);
  const entries = await makeEntries(recorder, { ...images, ...modules });
  return { ...images, ...modules, ...entries };
}

async function makeImages(recorder: Recorder) {
  const size_bytes = 5;
  const image = {
    file_name: 'kite.png',
    content_type: 'image/png',
    size_bytes,
    alt: 'A kite',
    width: 1200,
    height: 800,
  };
  const asked = await recorder.write('POST', '/v1/media/uploads', image);
  await sendFile(asked, 'x'.repeat(size_bytes));
  const { id: cover } = await recorder.write('POST', `/v1/media/uploads/${asked.media.id}/confirm`);
  const paper = { file_name: 'leaflet.pdf', content_type: 'application/pdf', size_bytes: 9 };
  const { media: pending } = await recorder.write('POST', '/v1/media/uploads', paper);
  await recorder.write('PATCH', `/v1/media/${cover}`, { alt: 'A red kite' });
  await recorder.ask('POST', `/v1/media/uploads/${pending.id}/confirm`);
  return { cover: String(cover) };
}

async function makeModules(recorder: Recorder, cover: string) {
  const seo = { title: 'For search', description: 'What it is about.', og_image_id: cover, no_index: true };
  const ada = await recorder.write('POST', '/v1/authors', {
    name: 'Ada Löwe',
    job_title: 'Flyer',
    bio: 'Flies.',
    avatar_id: cover,
    links: [{ label: 'Site', url: 'https://ada.example.org/' }],
  });
  await recorder.write('POST', '/v1/authors', { name: 'Bo' });
  const news = await recorder.write('POST', '/v1/blog/categories', { name: 'News', image_id: cover, seo });
  const shared = { authors: [ada.id], featured_image_id: cover };
  const kites = await recorder.write('POST', '/v1/blog/articles', {
    ...shared,
    title: 'Kites in Łódź',
    excerpt: 'How they fly.',
    body: {
      markdown:
        '## Light winds\n\nWait for the **gust**, see [more](https://kites.example.org).\n\n- one\n- two',
    },
    categories: [news.id],
    tags: ['Wind', 'design'],
    canonical_url: 'https://kites.example.org/a',
    seo,
    publish: true,
    published_at: day(1),
  });
  const wind = await recorder.write('POST', '/v1/blog/articles', {
    title: '風',
    publish: true,
    published_at: day(2),
  });
  await recorder.write('POST', '/v1/blog/articles', { title: 'Draft of an article' });
  const later = { title: 'Coming article', publish: true, published_at: inMs(100 * dayMs) };
  await recorder.write('POST', '/v1/blog/articles', later);

  const help = await recorder.write('POST', '/v1/kb/collections', { title: 'Help', image_id: cover, seo });
  const repair = await recorder.write('POST', '/v1/kb/sections', { title: 'Repair', collection: help.id });
  const answer = await recorder.write('POST', '/v1/kb/articles', {
    ...shared,
    title: 'How do I mend a kite?',
    section: repair.id,
    body: { version: 2, content: [paragraph(text('With glue.'))] },
    review_interval_days: 30,
    publish: true,
    published_at: day(3),
  });
  await recorder.write('POST', '/v1/kb/articles', { title: 'Old', collection: help.id, archived: true });
  await recorder.write('POST', '/v1/kb/articles', { title: 'Second', collection: help.id, publish: true });
  return {
    ada: String(ada.id),
    news: String(news.id),
    kites: String(kites.id),
    wind: String(wind.id),
    help: String(help.slug),
    repair: String(repair.slug),
    answer: String(answer.id),
  };
}

/** A type with every kind of field. */
const storyFields = [
  { key: 'title', type: 'string', label: 'Title', options: { required: true, max_length: 120 } },
  { key: 'code', type: 'string', options: { unique: true } },
  { key: 'teaser', type: 'text', options: { help: 'Two lines.' } },
  { key: 'body', type: 'richtext' },
  { key: 'price', type: 'number', options: { min: 0, max: 1000 } },
  { key: 'featured', type: 'boolean', options: { default: false } },
  { key: 'day', type: 'date' },
  { key: 'size', type: 'select', options: { choices: ['small', { value: 'large', label: 'Large one' }] } },
  { key: 'site', type: 'url' },
  { key: 'cover', type: 'image' },
  { key: 'photos', type: 'gallery', options: { max_items: 3 } },
  { key: 'author', type: 'link', options: { target: 'author' } },
  { key: 'related', type: 'link_list', options: { target: 'blog_article' } },
  { key: 'next', type: 'reference', options: { content_type: 'story' } },
  { key: 'others', type: 'reference_list', options: { content_type: 'story' } },
];

async function makeEntries(
  recorder: Recorder,
  made: Record<'cover' | 'ada' | 'kites' | 'wind' | 'answer', string>,
) {
  const story = '/v1/content/story/entries';
  const types = '/v1/schema/content-types';
  await recorder.write('PUT', `${types}/story`, {
    name: 'Story',
    fields: storyFields,
    subtitle_field: 'teaser',
  });
  await recorder.write('PUT', `${types}/front`, {
    kind: 'singleton',
    fields: [
      { key: 'headline', type: 'string' },
      { key: 'hero', type: 'image' },
      { key: 'lead', type: 'reference', options: { content_type: 'story' } },
    ],
  });
  const hidden = await recorder.write('POST', story, { values: { title: 'A draft', code: 'a' } });
  const second = await recorder.write('POST', story, {
    values: { title: 'Ärger', code: 'b', price: 2.5, featured: true, size: 'small', next: hidden.id },
    publish: true,
    published_at: day(5),
  });
  const first = await recorder.write('POST', story, {
    values: everyValue(made, [second.id, hidden.id]),
    publish: true,
    published_at: day(4),
  });
  const coming = await recorder.write('POST', story, {
    values: { title: 'Coming', code: 'd' },
    publish: true,
    published_at: inMs(100 * dayMs),
  });
  await recorder.write('PUT', '/v1/content/front', {
    values: { headline: 'Hello', hero: made.cover, lead: second.id },
    publish: true,
  });
  await recorder.write('PATCH', '/v1/content/front', { values: { headline: 'Good morning' } });
  return {
    first: String(first.id),
    second: String(second.id),
    hidden: String(hidden.id),
    coming: String(coming.id),
  };
}

function everyValue(
  { cover, ada, kites, wind, answer }: Record<'cover' | 'ada' | 'kites' | 'wind' | 'answer', string>,
  stories: string[],
) {
  const link = (attrs: object) => [{ type: 'link', attrs }];
  return {
    title: 'Zorn & "Mut" <b>',
    code: 'c',
    teaser: 'Line one\nLine two',
    body: {
      version: 2,
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [text('Über den Wind')] },
        paragraph(
          text('To a story', link({ ref: { type: 'entry', id: stories[0] } })),
          text(', an answer', link({ ref: { type: 'kb_article', id: answer } })),
          text(', a draft', link({ ref: { type: 'entry', id: stories[1] } })),
          text(' and a site.', link({ href: 'https://kites.example.org/', title: 'Site' })),
        ),
        { type: 'image', attrs: { media_id: cover, caption: 'Red' } },
        { type: 'callout', attrs: { tone: 'info' }, content: [paragraph(text('Mind', [{ type: 'bold' }]))] },
        { type: 'codeBlock', attrs: { language: 'ts' }, content: [text('const a = 1 < 2;')] },
      ],
    },
    price: 10,
    featured: false,
    day: '2024-02-29',
    size: 'large',
    site: 'https://kites.example.org/leaflet',
    cover,
    photos: [cover, cover],
    author: ada,
    related: [kites, wind],
    next: stories[0],
    others: stories,
  };
}
