import { expect, it, vi } from 'vitest';
import { newInstallation } from '../../../support/transfer/installations.ts';
import { convert, sourceFile } from '../../../support/transfer/convert/run-convert.ts';

vi.setConfig({ testTimeout: 120_000 });

const installation = await newInstallation();

it('loads a converted export of Ghost: states, links and redirects', async () => {
  const project = await installation.newProject();
  const post = { status: 'published', visibility: 'public', published_at: '2019-05-02T10:00:00.000Z' };
  const data = {
    posts: [
      {
        ...post,
        id: '1',
        title: 'One',
        slug: 'one',
        html: '<p>See <a href="__GHOST_URL__/about/">us</a></p>',
      },
      { ...post, id: '2', title: 'Two', slug: 'two', html: '<p>Paid</p>', visibility: 'paid' },
      { ...post, id: '3', title: 'About', slug: 'about', type: 'page', html: '<p>Us</p>' },
      { ...post, id: '4', title: 'Idea', slug: 'idea', html: '', status: 'draft' },
    ],
    tags: [{ id: 't1', name: 'News', slug: 'news', description: 'Everything new' }],
    posts_tags: [{ post_id: '1', tag_id: 't1' }],
    users: [{ id: 'u1', name: 'Ada Reed', slug: 'ada-reed', bio: 'Writes', email: 'ada@secret.test' }],
    posts_authors: [{ post_id: '1', author_id: 'u1' }],
  };
  const file = await sourceFile('ghost.json', JSON.stringify({ db: [{ data }] }));

  const { out, body } = await convert('ghost', file, '--strict');
  const loaded = await installation.galley('load', '--project', project.id, '--from', out);
  const again = await installation.galley('load', '--project', project.id, '--from', out);

  expect(body).toMatchObject({ in: 4, converted: 4, words: { lost: 0 } });
  expect(loaded.body).toMatchObject({ total: { failed: 0 }, failed: [], warnings: [] });
  expect(again.body.total).toMatchObject({ created: 0, updated: 0, failed: 0 });
  const { data: articles } = (await project.secret.get('/v1/blog/articles')).body;
  expect(articles).toMatchObject([
    {
      slug: 'one',
      published_at: '2019-05-02T10:00:00.000Z',
      authors: [{ slug: 'ada-reed' }],
      categories: [{ slug: 'news' }],
    },
  ]);
  const article = (await project.secret.get('/v1/blog/articles/one')).body;
  expect(article.body.html).toContain('data-type="entry"');
  const { data: pages } = (await project.secret.get('/v1/content/page')).body;
  expect(pages).toMatchObject([{ values: { title: 'About', path: '/about/' } }]);
  const { data: redirects } = (await project.secret.get('/v1/content/redirect')).body;
  expect(redirects).toMatchObject([{ values: { from: '/one/', blog_article: { slug: 'one' } } }]);
});
