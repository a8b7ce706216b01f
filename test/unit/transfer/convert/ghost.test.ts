import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convert, sourceFile } from '../../../support/transfer/convert/run-convert.ts';

const post = (more: object) => ({
  id: '1',
  title: 'One',
  slug: 'one',
  html: '<p>Text</p>',
  status: 'published',
  ...more,
});

const convertData = async (data: object, ...options: string[]) =>
  convert(
    'ghost',
    await sourceFile('ghost.json', JSON.stringify({ db: [{ meta: { version: '5.0.0' }, data }] })),
    ...options,
  );

const bodyOf = async (texts: object) => {
  const { body, lines } = await convertData({ posts: [post({ html: null, ...texts })] });
  return { body, html: (await lines('articles'))[0]?.['body'].html as string, losses: await lines('losses') };
};

describe('galley convert ghost', () => {
  it('converts posts, pages, tags and users', async () => {
    const { body, lines } = await convertData(
      {
        posts: [
          post({
            html: '<p>See <a href="__GHOST_URL__/about/#x">us</a> <img src="__GHOST_URL__/content/a.png"></p>',
            custom_excerpt: 'Short',
            feature_image: '__GHOST_URL__/content/b.png',
            published_at: '2019-05-02 10:00:00',
          }),
          post({ id: '2', slug: 'about', type: 'page', title: 'About' }),
        ],
        posts_meta: [{ post_id: '1', meta_title: 'SEO', feature_image_alt: 'A boat' }],
        tags: [
          { id: 't1', name: 'News', slug: 'news' },
          { id: 't2', name: '#internal', slug: 'hash-internal', visibility: 'internal' },
          { id: 't3', name: 'Unused', slug: 'unused' },
        ],
        posts_tags: [
          { post_id: '1', tag_id: 't1' },
          { post_id: '1', tag_id: 't2' },
        ],
        users: [
          { id: 'u1', name: 'Ada Reed', slug: 'ada', email: 'ada@secret.test', password: '$2a$10$hash' },
          { id: 'u2', name: 'Hidden Staff', slug: 'hidden' },
        ],
        posts_authors: [{ post_id: '1', author_id: 'u1' }],
      },
      '--site-url',
      'https://old.test/',
    );

    expect(body).toMatchObject({
      source: 'ghost:old.test',
      in: 2,
      converted: 2,
      words: { lost: 0 },
      ignored: {},
    });
    expect(await lines('articles')).toMatchObject([
      {
        title: 'One',
        slug: 'one',
        excerpt: 'Short',
        authors: ['u1'],
        categories: ['t1'],
        seo: { title: 'SEO' },
        status: 'published',
        published_at: '2019-05-02T10:00:00.000Z',
        old_url: 'https://old.test/one/',
        body: {
          html: '<p>See <a href="https://old.test/about/">us</a> <img src="https://old.test/content/a.png"></p>',
        },
      },
    ]);
    expect(await lines('entries')).toMatchObject([
      { type: 'page', values: { title: 'About', path: '/about/' } },
    ]);
    expect((await lines('media')).map(({ url, alt }) => [url, alt])).toEqual([
      ['https://old.test/content/a.png', undefined],
      ['https://old.test/content/b.png', 'A boat'],
    ]);
    expect((await lines('authors')).map(({ name }) => name as string)).toEqual(['Ada Reed']);
    expect(await lines('categories')).toEqual([{ source_id: 't1', name: 'News', slug: 'news' }]);
    expect(await lines('losses')).toMatchObject([{ reason: 'internal_tag', detail: '#internal' }]);
  });

  it.each([
    ['published', 'public', 'published', undefined],
    ['scheduled', 'public', 'published', undefined],
    ['draft', 'public', 'draft', undefined],
    ['sent', 'public', 'draft', undefined],
    ['published', 'members', 'draft', 'restricted'],
    ['published', 'paid', 'draft', 'restricted'],
    ['published', 'tiers', 'draft', 'restricted'],
  ])('gives a post that is %s for %s the state %s', async (status, visibility, expected, reason) => {
    const { lines } = await convertData({ posts: [post({ status, visibility })] });
    expect((await lines('articles'))[0]?.['status']).toBe(expected);
    expect((await lines('losses'))[0]?.['reason']).toBe(reason);
  });

  it('reads nothing of other tables but their names and numbers of rows', async () => {
    const { body, text } = await convertData({
      posts: [post({})],
      api_keys: [{ secret: 'verysecret' }, { secret: 'verysecret, [{"' }],
      settings: [{ key: 'stripe', value: 'verysecret' }],
      members: [],
      users: [{ id: 'u1', name: 'ada@secret.test', email: 'ada@secret.test', password: 'verysecret' }],
      posts_authors: [{ post_id: '1', author_id: 'u1' }],
    });
    expect(body.ignored).toEqual({ api_keys: 2, settings: 1, members: 0 });
    expect(JSON.stringify(body) + (await text())).not.toMatch(/verysecret|secret\.test/);
  });

  it('converts Lexical', async () => {
    const node = (type: string, more: object) => ({ type, version: 1, ...more });
    const text = (words: string, format = 0) => node('extended-text', { text: words, format });
    const { body, html, losses } = await bodyOf({
      lexical: JSON.stringify({
        root: node('root', {
          children: [
            node('extended-heading', { tag: 'h3', children: [text('Head')] }),
            node('paragraph', {
              children: [text('Bold & ', 1), node('link', { url: '/x', children: [text('link')] })],
            }),
            node('list', {
              listType: 'number',
              start: 2,
              children: [node('listitem', { children: [text('Item')] })],
            }),
            node('image', { src: 'https://old.test/a.png', alt: 'A', caption: 'Cap' }),
            node('codeblock', { code: 'a < b', language: 'js' }),
            node('callout', { calloutText: 'Look <b>here</b>' }),
          ],
        }),
      }),
    });
    expect(html).toBe(
      '<h3>Head</h3><p><strong>Bold &amp; </strong><a href="/x">link</a></p><ol start="2"><li>Item</li></ol>' +
        '<figure><img src="https://old.test/a.png" alt="A"><figcaption>Cap</figcaption></figure>' +
        '<pre><code class="language-js">a &lt; b</code></pre><div>Look <b>here</b></div>',
    );
    expect(body.words.lost).toBe(0);
    expect(losses).toMatchObject([{ reason: 'card', detail: 'callout' }]);
  });

  it('converts Mobiledoc', async () => {
    const { body, html } = await bodyOf({
      mobiledoc: JSON.stringify({
        version: '0.3.1',
        markups: [['strong'], ['a', ['href', '/x']]],
        atoms: [['soft-return', '', {}]],
        cards: [
          ['markdown', { markdown: '**Two**' }],
          ['image', { src: 'https://old.test/a.png', caption: 'Cap' }],
        ],
        sections: [
          [
            1,
            'p',
            [
              [0, [0], 1, 'One'],
              [1, [], 0, 0],
              [0, [1], 1, 'link'],
            ],
          ],
          [10, 0],
          [3, 'ul', [[[0, [], 0, 'Item']]]],
          [10, 1],
        ],
      }),
    });
    expect(html).toBe(
      '<p><strong>One</strong><br><a href="/x">link</a></p><p><strong>Two</strong></p>\n<ul><li>Item</li></ul>' +
        '<figure><img src="https://old.test/a.png" alt=""><figcaption>Cap</figcaption></figure>',
    );
    expect(body.words.lost).toBe(0);
  });

  it('reports texts that it can not read, and files without a site URL', async () => {
    const unreadable = await bodyOf({ lexical: `{"root":${'{"children":['.repeat(500)}` });
    expect(unreadable.losses).toMatchObject([{ reason: 'unreadable_text' }]);
    const { lines } = await convertData({ posts: [post({ feature_image: '__GHOST_URL__/content/b.png' })] });
    expect(await lines('losses')).toMatchObject([{ reason: 'site_url' }]);
  });

  it('reads exports of old versions', async () => {
    const file = await sourceFile(
      'old.json',
      JSON.stringify({
        meta: { version: '003' },
        data: {
          posts: [
            {
              id: 1,
              title: 'Old',
              slug: 'old',
              html: 'Text',
              page: 0,
              status: 'published',
              author_id: 2,
              published_at: 1_400_000_000_000,
            },
            { id: 2, title: 'Page', slug: 'page', html: 'Text', page: 1, status: 'published' },
          ],
          users: [{ id: 2, name: 'Ada' }],
        },
      }),
    );
    const { lines } = await convert('ghost', file);
    expect(await lines('articles')).toMatchObject([
      { source_id: '1', authors: ['2'], published_at: '2014-05-13T16:53:20.000Z' },
    ]);
    expect((await lines('entries')).length).toBe(1);
  });

  it.each([
    ['a cut-off file', JSON.stringify({ db: [{ data: { posts: [post({})] } }] }).slice(0, -3)],
    ['a damaged row', '{"data": {"posts": [{"id": }]}}'],
    ['another JSON file', '{"entries": []}'],
    ['no object', '[1]'],
    ['XML', '<rss/>'],
    ['an empty file', ''],
    ['brackets without an end', `{"a":${'['.repeat(100_000)}`],
  ])('rejects %s, and writes nothing', async (_name, content) => {
    const { exitCode, body, out } = await convert('ghost', await sourceFile('ghost.json', content));
    expect([exitCode, body.error.code, body.error.param]).toEqual([1, 'invalid_parameter', 'SOURCE']);
    expect(await readdir(dirname(out))).toEqual([]);
  });

  it('reads random rows as JSON.parse does', async () => {
    const posts = fc
      .sample(
        fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.jsonValue()), { minLength: 1, maxLength: 20 }),
        20,
      )
      .flat()
      .map(([title, other], i) =>
        post({ id: String(i), slug: `s${i}`, title: `t ${title}`, other, lists: [[1], '],{'] }),
      );
    const { lines, body } = await convertData({ other: [[], {}, '"'], posts });
    expect(body).toMatchObject({ in: posts.length, converted: posts.length, ignored: { other: 3 } });
    expect((await lines('articles')).map(({ source_id }) => source_id as string)).toEqual(
      posts.map(({ id }) => id),
    );
  });
});
