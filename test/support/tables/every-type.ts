import { defineType, expectDone } from '../content.ts';
import { newAsset } from '../media.ts';
import type { TestProject } from '../service.ts';

/** A content type with a field of each type, and values for it. */
export const everyField = [
  { key: 'slug', type: 'string', label: 'Slug', options: { unique: true } },
  { key: 'text', type: 'text' },
  { key: 'body', type: 'richtext' },
  { key: 'price', type: 'number' },
  { key: 'in_stock', type: 'boolean' },
  { key: 'since', type: 'date' },
  { key: 'color', type: 'select', options: { choices: ['red', '-green'] } },
  { key: 'site', type: 'url' },
  { key: 'hero', type: 'image' },
  { key: 'pictures', type: 'gallery' },
  { key: 'writer', type: 'link', options: { target: 'author' } },
  { key: 'writers', type: 'link_list', options: { target: 'author' } },
  { key: 'next', type: 'reference', options: { content_type: 'page' } },
  { key: 'related', type: 'reference_list', options: { content_type: 'page' } },
  { key: 'parts', type: 'blocks', options: { blocks: ['quote'] } },
  { key: 'tags', type: 'string_list' },
  { key: 'data', type: 'json' },
  { key: 'place', type: 'geo_point' },
  { key: 'manual', type: 'file' },
  { key: 'manuals', type: 'file_list' },
];

/** Defines the type `page` with a field of each type. */
export async function defineEveryType(project: TestProject): Promise<void> {
  const fields = [
    { key: 'words', type: 'richtext' },
    { key: 'by', type: 'string' },
  ];
  expectDone(await project.secret.put('/v1/schema/blocks/quote', { name: 'Quote', fields }));
  await defineType(project, 'page', everyField);
}

/** Values of all fields, with text that tables have to protect. */
export async function everyValue({ secret }: TestProject): Promise<Record<string, unknown>> {
  const media = await newAsset(secret);
  const { id: author } = expectDone(await secret.post('/v1/authors', { name: 'Ada Reed' }));
  const target = expectDone(
    await secret.post('/v1/content/page/entries', { values: { slug: 'target' }, publish: true }),
  );
  return {
    slug: '=cmd()',
    text: '\tTabs, "quotes", \'apostrophes\'\r\nand\rlines; all of them 🎈',
    body: { html: `<h2>- A</h2><p>See <a href="entry:${target.id}">it</a> &lt;</p><img src="${media}">` },
    price: -12.5,
    in_stock: false,
    since: '2026-05-09',
    color: '-green',
    site: 'https://example.com/?a=1,2',
    hero: media,
    pictures: [media, media],
    writer: author,
    writers: [author],
    next: target.id,
    related: [target.id],
    parts: [{ block: 'quote', values: { words: { markdown: '*Wind*' }, by: "'Ada" } }],
    tags: ['a|b', '\\', ' blank ', '@c'],
    data: { a: [1, '|', null] },
    place: { lat: -54.3, lng: 10.1 },
    manual: media,
    manuals: [media],
  };
}
