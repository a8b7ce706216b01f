import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, vi } from 'vitest';
import { cleanup } from '../../../support/cleanup.ts';
import { pictureFile } from '../../../support/picture-files.ts';
import { newInstallation } from '../../../support/transfer/installations.ts';
import { convert, sourceFile } from '../../../support/transfer/convert/run-convert.ts';
import { attachment, postmeta, wxr, wxrItem } from '../../../support/transfer/convert/wxr.ts';

vi.setConfig({ testTimeout: 120_000 });

const installation = await newInstallation();

it('loads a converted export of WordPress: states, links, files and redirects', async () => {
  const project = await installation.newProject();
  const picture = pictureFile('plain.png');
  const files = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
  });
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
  cleanup(() => new Promise((resolve) => files.close(resolve)));
  const image = `http://127.0.0.1:${(files.address() as AddressInfo).port}/boat.png`;
  const source = await sourceFile(
    'export.xml',
    wxr([
      attachment(5, image, { extra: postmeta('_wp_attachment_image_alt', 'A boat') }),
      wxrItem({
        id: 1,
        slug: 'one',
        content: `See <a href="/about/">us</a> and <a href="/2019/05/two/">two</a>.\n\n<img src="${image}">`,
        extra: `<category domain="category" nicename="news">News</category>${postmeta('_thumbnail_id', '5')}`,
      }),
      wxrItem({ id: 2, slug: 'two', status: 'private', content: 'Secret' }),
      wxrItem({ id: 3, slug: 'three', password: 'x', content: 'Protected' }),
      wxrItem({ id: 4, type: 'page', slug: 'about', link: 'https://old.test/about/', content: 'About us' }),
      wxrItem({ id: 6, type: 'page', slug: 'plan', status: 'draft', link: 'https://old.test/?page_id=6' }),
    ]),
  );

  const { out, body } = await convert('wordpress', source, '--strict');
  const load = ['load', '--project', project.id, '--from', out, '--allow-private-hosts'];
  const loaded = await installation.galley(...load);
  const again = await installation.galley(...load);

  expect(body).toMatchObject({ in: 6, converted: 6, words: { lost: 0 } });
  expect(loaded.body).toMatchObject({ total: { failed: 0 }, failed: [], warnings: [] });
  expect(again.body.total).toMatchObject({ created: 0, updated: 0, failed: 0 });
  const { data } = (await project.secret.get('/v1/blog/articles')).body;
  expect(data).toMatchObject([{ slug: 'one' }]);
  const article = (await project.secret.get('/v1/blog/articles/one')).body;
  expect(article).toMatchObject({
    published_at: '2019-05-02T10:00:00.000Z',
    authors: [{ name: 'Ada Reed' }],
    categories: [{ slug: 'news' }],
    featured_image: { alt: 'A boat' },
  });
  expect(article.body.html).toContain('data-type="entry"');
  expect(article.body.html).toContain('alt="A boat"');
  expect(article.body.plain).toContain('See us and two.');
  const pages = (await project.secret.get('/v1/content/page')).body.data;
  expect(pages).toMatchObject([{ values: { path: '/about/', body: { plain: 'About us' } } }]);
  const redirects = (await project.secret.get('/v1/content/redirect')).body.data;
  expect(redirects).toMatchObject([{ values: { from: '/2019/05/one/', blog_article: { slug: 'one' } } }]);
});
