import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { pictureFile } from '../../../support/picture-files.ts';
import { newFolder, newInstallation } from '../../../support/transfer/installations.ts';
import { convert, sourceFile } from '../../../support/transfer/convert/run-convert.ts';

vi.setConfig({ testTimeout: 120_000 });

const installation = await newInstallation();

it('loads a converted export of Contentful: states, references, links and files', async () => {
  const project = await installation.newProject();
  const link = (id: string) => ({ sys: { type: 'Link', id } });
  const entry = (id: string, sys: object, values: Readonly<Record<string, unknown>>) => ({
    sys: { id, contentType: link('blogPost'), ...sys },
    fields: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { 'en-US': value }])),
  });
  const text = (value: string) => ({ nodeType: 'text', value });
  const data = {
    contentTypes: [
      {
        sys: { id: 'blogPost' },
        name: 'Blog post',
        displayField: 'title',
        fields: [
          { id: 'title', type: 'Symbol' },
          { id: 'body', type: 'RichText' },
          { id: 'hero', type: 'Link', linkType: 'Asset' },
          { id: 'next', type: 'Link', linkType: 'Entry' },
        ],
      },
    ],
    assets: [
      {
        sys: { id: 'a1', publishedVersion: 1 },
        fields: {
          title: { 'en-US': 'A boat' },
          file: { 'en-US': { url: '//images.test/a.png', contentType: 'image/png', fileName: 'a.png' } },
        },
      },
    ],
    entries: [
      entry(
        'e1',
        { publishedVersion: 1, version: 2, firstPublishedAt: '2019-05-02T10:00:00.000Z' },
        {
          title: 'One',
          hero: link('a1'),
          next: link('e2'),
          body: {
            nodeType: 'document',
            content: [
              {
                nodeType: 'paragraph',
                content: [
                  { nodeType: 'entry-hyperlink', data: { target: link('e2') }, content: [text('two')] },
                ],
              },
              { nodeType: 'embedded-asset-block', data: { target: link('a1') } },
            ],
          },
        },
      ),
      entry('e2', { publishedVersion: 1, version: 2 }, { title: 'Two' }),
      entry('e3', { version: 1 }, { title: 'Secret' }),
      entry('e4', { publishedVersion: 1, version: 9 }, { title: 'Changed' }),
    ],
  };
  const assets = await newFolder();
  await mkdir(join(assets, 'images.test'));
  await writeFile(join(assets, 'images.test/a.png'), pictureFile('plain.png'));
  const file = await sourceFile('export.json', JSON.stringify(data));

  const { out, body } = await convert('contentful', file, '--assets', assets, '--strict');
  const loaded = await installation.galley('load', '--project', project.id, '--from', out);
  const again = await installation.galley('load', '--project', project.id, '--from', out);

  expect(body).toMatchObject({ in: 5, converted: 5, words: { lost: 0 } });
  expect(loaded.body).toMatchObject({ total: { failed: 0 }, failed: [], warnings: [] });
  expect(again.body.total).toMatchObject({ created: 0, updated: 0, failed: 0 });
  const { data: posts } = (await project.secret.get('/v1/content/blog-post?sort=title')).body;
  expect(posts).toMatchObject([
    {
      published_at: '2019-05-02T10:00:00.000Z',
      values: { title: 'One', hero: { alt: 'A boat' }, next: { values: { title: 'Two' } } },
    },
    { values: { title: 'Two' } },
  ]);
  const [one]: { values: { body: { html: string } } }[] = posts;
  expect(one?.values.body.html).toContain('data-type="entry"');
  expect(one?.values.body.html).toContain('alt="A boat"');
});
