import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { convert, sourceFile } from '../../../support/transfer/convert/run-convert.ts';
import { newFolder } from '../../../support/transfer/installations.ts';

const link = (linkType: string, id: string) => ({ sys: { type: 'Link', linkType, id } });
const field = (id: string, type: string, more: object = {}) => ({ id, name: id, type, ...more });

const contentType = (id: string, fields: object[]) => ({
  sys: { id },
  name: id,
  displayField: 'title',
  fields,
});

const entry = (id: string, type: string, values: Readonly<Record<string, unknown>>, sys: object = {}) => ({
  sys: { id, contentType: link('ContentType', type), publishedVersion: 3, version: 4, ...sys },
  fields: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { 'en-US': value }])),
});

const asset = (id: string, sys: object = { publishedVersion: 1 }, contentType = 'image/png') => ({
  sys: { id, ...sys },
  fields: {
    title: { 'en-US': 'A boat' },
    file: { 'en-US': { url: `//images.test/space/${id}.png`, contentType, fileName: `${id}.png` } },
  },
});

const convertData = async (data: object, ...options: string[]) =>
  convert('contentful', await sourceFile('export.json', JSON.stringify(data)), ...options);

describe('galley convert contentful', () => {
  it('converts content types and the values of every field type', async () => {
    const { body, lines } = await convertData({
      contentTypes: [
        contentType('blogPost', [
          field('title', 'Symbol'),
          field('mood', 'Symbol', { validations: [{ in: ['calm', 'wild'] }] }),
          field('plain', 'Text'),
          field('marked', 'Text'),
          field('rich', 'RichText'),
          field('count', 'Integer'),
          field('isNew', 'Boolean'),
          field('day', 'Date'),
          field('data', 'Object'),
          field('where', 'Location'),
          field('words', 'Array', { items: { type: 'Symbol' } }),
          field('hero', 'Link', { linkType: 'Asset' }),
          field('photos', 'Array', { items: { type: 'Link', linkType: 'Asset' } }),
          field('next', 'Link', { linkType: 'Entry', validations: [{ linkContentType: ['blogPost'] }] }),
          field('parts', 'Array', { items: { type: 'Link', linkType: 'Entry' } }),
          field('id', 'Symbol'),
        ]),
        contentType('copy', [field('title', 'Symbol')]),
      ],
      editorInterfaces: [
        {
          sys: { contentType: link('ContentType', 'blogPost') },
          controls: [{ fieldId: 'marked', widgetId: 'markdown' }],
        },
      ],
      assets: [asset('a1'), asset('a2', {}), asset('a3', { publishedVersion: 1, archivedVersion: 2 })],
      entries: [
        entry('e1', 'blogPost', {
          title: 'One',
          mood: 'calm',
          plain: 'Plain\ntext',
          marked: '**Marked**',
          rich: {
            nodeType: 'document',
            content: [
              {
                nodeType: 'heading-2',
                content: [{ nodeType: 'text', value: 'Head', marks: [{ type: 'bold' }] }],
              },
              {
                nodeType: 'paragraph',
                content: [
                  {
                    nodeType: 'entry-hyperlink',
                    data: { target: link('Entry', 'e2') },
                    content: [{ nodeType: 'text', value: 'two' }],
                  },
                ],
              },
              { nodeType: 'embedded-asset-block', data: { target: link('Asset', 'a1') } },
              { nodeType: 'embedded-entry-block', data: { target: link('Entry', 'e2') } },
            ],
          },
          count: 3,
          isNew: true,
          day: '2020-01-02T10:00+02:00',
          data: { a: 1 },
          where: { lat: 1, lon: 2 },
          words: ['sea', 'sun'],
          hero: link('Asset', 'a1'),
          photos: [link('Asset', 'a1'), link('Asset', 'a2')],
          next: link('Entry', 'e1'),
          parts: [link('Entry', 'e2'), link('Entry', 'e1')],
          id: 'x7',
        }),
        entry('e2', 'copy', { title: 'Two' }),
        entry('e3', 'unknown', { title: 'Three' }),
      ],
    });

    expect(body).toMatchObject({ source: 'contentful', in: 6, converted: 3, skipped: 3, words: { lost: 0 } });
    const [type] = await lines('types');
    const fields: { key: string; type: string }[] = type?.['fields'];
    expect(type?.['slug']).toBe('blog-post');
    expect(fields.map(({ key, type: kind }) => `${key} ${kind}`)).toEqual([
      'title string',
      'mood select',
      'plain text',
      'marked richtext',
      'rich richtext',
      'count number',
      'isNew boolean',
      'day date',
      'data json',
      'where geo_point',
      'words string_list',
      'hero image',
      'photos gallery',
      'next reference',
      'parts_blog-post reference_list',
      'parts_copy reference_list',
      'id_field string',
    ]);
    expect((await lines('entries'))[0]).toMatchObject({
      source_id: 'e1',
      type: 'blog-post',
      status: 'published',
      values: {
        rich: {
          html: '<h2><strong>Head</strong></h2><p><a href="contentful:e2">two</a></p><img src="a1"><p><a href="contentful:e2">Two</a></p>',
        },
        marked: { markdown: '**Marked**' },
        day: '2020-01-02T08:00:00.000Z',
        where: { lat: 1, lng: 2 },
        hero: 'a1',
        photos: ['a1'],
        next: 'e1',
        parts_copy: ['e2'],
        'parts_blog-post': ['e1'],
        id_field: 'x7',
      },
    });
    expect(await lines('media')).toEqual([
      { source_id: 'a1', url: 'https://images.test/space/a1.png', alt: 'A boat', file_name: 'a1.png' },
    ]);
    expect(body.losses.by_reason).toEqual({
      renamed: 2,
      draft: 1,
      archived: 1,
      embedded_entry: 1,
      file_missing: 1,
      mixed_reference: 1,
      no_content_type: 1,
    });
  });

  const copy = [contentType('copy', [field('title', 'Symbol')])];

  it.each([
    ['published', {}, 'published', undefined],
    ['never published', { publishedVersion: undefined }, 'draft', undefined],
    ['archived', { archivedVersion: 5 }, 'draft', 'archived'],
    ['changed', { version: 9 }, 'draft', 'unpublished_changes'],
  ])('gives an entry that is %s its state', async (_name, sys, expected, reason) => {
    const { lines } = await convertData({
      contentTypes: copy,
      entries: [entry('e1', 'copy', { title: 'Draft' }, sys)],
    });
    expect((await lines('entries'))[0]?.['status']).toBe(expected);
    expect((await lines('losses'))[0]?.['reason']).toBe(reason);
  });

  it('reads the published versions of changed entries from --published', async () => {
    const published = await sourceFile(
      'live.json',
      JSON.stringify({ entries: [entry('e1', 'copy', { title: 'Live' })] }),
    );
    const { lines } = await convertData(
      { contentTypes: copy, entries: [entry('e1', 'copy', { title: 'Draft' }, { version: 9 })] },
      '--published',
      published,
    );
    expect((await lines('entries'))[0]).toMatchObject({
      status: 'published',
      values: { title: 'Draft' },
      live_values: { title: 'Live' },
    });
  });

  it('converts other locales of localized fields', async () => {
    const { lines } = await convertData({
      contentTypes: [contentType('copy', [field('title', 'Symbol', { localized: true })])],
      locales: [{ code: 'de' }, { code: 'en-US', default: true }],
      entries: [{ ...entry('e1', 'copy', {}), fields: { title: { 'en-US': 'Sea', de: 'Meer' } } }],
    });
    expect((await lines('types'))[0]?.['fields']).toMatchObject([{ options: { localized: true } }]);
    expect((await lines('entries'))[0]).toMatchObject({
      values: { title: 'Sea' },
      locales: { de: { title: 'Meer' } },
    });
  });

  it('copies files from --assets, and no file outside', async () => {
    const folder = await newFolder();
    await mkdir(join(folder, 'images.test/space'), { recursive: true });
    await writeFile(join(folder, 'images.test/space/a1.png'), 'png');
    await symlink('/etc/hostname', join(folder, 'images.test/space/a2.png'));
    const outside = asset('a3');
    outside.fields.file['en-US'].url = '//images.test/..%2f..%2f..%2fetc/hostname';
    const { lines } = await convertData({ assets: [asset('a1'), asset('a2'), outside] }, '--assets', folder);
    expect((await lines('media')).map(({ file }) => file as unknown)).toEqual([
      'files/images.test/space/a1.png',
      undefined,
      undefined,
    ]);
  });

  it.each([
    ['a cut-off file', '{"entries": [{"sys": {"id": "1"}}'],
    ['another JSON file', '{"db": []}'],
    ['XML', '<rss/>'],
  ])('rejects %s, and writes nothing', async (_name, content) => {
    const { exitCode, body, out } = await convert('contentful', await sourceFile('export.json', content));
    expect([exitCode, body.error.code, body.error.param]).toEqual([1, 'invalid_parameter', 'SOURCE']);
    expect(await readdir(dirname(out))).toEqual([]);
  });
});
