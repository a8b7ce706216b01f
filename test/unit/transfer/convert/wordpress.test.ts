import { access, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convert, sourceFile } from '../../../support/transfer/convert/run-convert.ts';
import { attachment, postmeta, wxr, wxrItem } from '../../../support/transfer/convert/wxr.ts';
import { newFolder } from '../../../support/transfer/installations.ts';
import { visibleText } from '../../../../src/transfer/convert/html.ts';
import { loadedText } from '../../../../src/transfer/convert/words.ts';

const convertItems = async (items: readonly string[], ...options: string[]) =>
  convert('wordpress', await sourceFile('export.xml', wxr(items)), ...options);

const htmlOf = async (content: string, ...others: string[]) => {
  const conversion = await convertItems([...others, wxrItem({ id: 9, content })]);
  const article = (await conversion.lines('articles')).find((line) => line['source_id'] === '9');
  return { html: article?.['body'].html as string, conversion };
};

describe('galley convert wordpress', () => {
  it('converts posts, pages, authors, categories, tags and files', async () => {
    const { body, exitCode, lines } = await convertItems([
      attachment(5, 'https://old.test/a.jpg', { extra: postmeta('_wp_attachment_image_alt', 'A boat') }),
      wxrItem({
        id: 1,
        title: 'Old &amp; <em>new</em>',
        content: 'Hello world',
        excerpt: 'Short',
        extra: `<category domain="category" nicename="news">News</category>
          <category domain="post_tag" nicename="sea">Sea</category>
          <category domain="genre" nicename="essay">Essay</category>
          ${postmeta('_thumbnail_id', '5')}${postmeta('_yoast_wpseo_title', 'SEO title')}
          ${postmeta('_yoast_wpseo_metadesc', '%%excerpt%%')}${postmeta('_wp_old_slug', 'older')}
          <wp:comment><wp:comment_id>3</wp:comment_id><wp:comment_author_email>x@secret.test</wp:comment_author_email></wp:comment>`,
      }),
      wxrItem({ id: 2, type: 'page', title: 'About', content: 'Us', link: 'https://old.test/team/about/' }),
      wxrItem({ id: 3, type: 'nav_menu_item' }),
    ]);

    expect(exitCode).toBe(0);
    expect(body).toMatchObject({ source: 'wordpress:old.test', in: 5, converted: 3, skipped: 2 });
    expect(body.kinds).toEqual({
      attachment: { in: 1, converted: 1, skipped: 0 },
      comment: { in: 1, converted: 0, skipped: 1 },
      post: { in: 1, converted: 1, skipped: 0 },
      page: { in: 1, converted: 1, skipped: 0 },
      nav_menu_item: { in: 1, converted: 0, skipped: 1 },
    });
    expect(body.words).toEqual({ in: 7, lost: 0 });
    expect(await lines('articles')).toEqual([
      {
        source_id: '1',
        title: 'Old & new',
        slug: 'post-1',
        excerpt: 'Short',
        featured_image: '5',
        authors: ['7'],
        categories: ['news'],
        tags: ['Sea', 'Essay'],
        seo: { title: 'SEO title' },
        body: { html: 'Hello world' },
        status: 'published',
        published_at: '2019-05-02T10:00:00.000Z',
        created_at: '2019-05-02T10:00:00.000Z',
        old_url: 'https://old.test/2019/05/post-1/',
      },
    ]);
    expect(await lines('entries')).toMatchObject([
      { type: 'page', values: { title: 'About', path: '/team/about/', body: { html: 'Us' } } },
    ]);
    expect(await lines('media')).toEqual([{ source_id: '5', url: 'https://old.test/a.jpg', alt: 'A boat' }]);
    expect((await lines('redirects')).map(({ from }) => from as string)).toEqual([
      '/2019/05/post-1/',
      '/2019/05/older/',
    ]);
    expect((await lines('losses')).map(({ reason, effect }) => [reason, effect])).toEqual([
      ['comment', 'skipped'],
      ['taxonomy', 'changed'],
      ['seo_variable', 'changed'],
      ['nav_menu_item', 'skipped'],
    ]);
  });

  it.each([
    ['publish', '', 'published', undefined],
    ['future', '', 'published', undefined],
    ['draft', '', 'draft', undefined],
    ['pending', '', 'draft', undefined],
    ['private', '', 'draft', 'private'],
    ['publish', 'opensesame', 'draft', 'password'],
    ['custom-state', '', 'draft', undefined],
  ])(
    'gives a post with the state %s and the password "%s" the state %s',
    async (status, password, expected, reason) => {
      const { lines, text } = await convertItems([wxrItem({ status, password })]);
      expect((await lines('articles'))[0]?.['status']).toBe(expected);
      expect((await lines('losses'))[0]?.['reason']).toBe(reason);
      expect(await text()).not.toContain('opensesame');
    },
  );

  it('skips states and post types that are no content, each with a loss', async () => {
    const { body, lines } = await convertItems([
      wxrItem({ id: 1, status: 'trash' }),
      wxrItem({ id: 2, status: 'auto-draft' }),
      wxrItem({ id: 3, type: 'wp_template', content: '<p>x</p>' }),
      wxrItem({ id: 4, type: 'user_request', title: 'someone@secret.test' }),
      wxrItem({ id: 5, type: 'book' }),
      attachment(6, 'https://old.test/hidden.jpg', { status: 'private' }),
    ]);
    expect(body).toMatchObject({ in: 6, converted: 0, skipped: 6 });
    const losses = await lines('losses');
    expect(losses.map(({ reason }) => reason as string)).toEqual([
      'trash',
      'auto-draft',
      'wp_template',
      'user_request',
      'book',
      'private',
    ]);
    expect(JSON.stringify(losses)).not.toContain('secret.test');
  });

  it('converts other post types to entries of a type of that name, or as --map says', async () => {
    const books = [wxrItem({ id: 1, type: 'book', content: 'One', slug: 'one', excerpt: 'First' })];
    const entries = await convertItems(books);
    expect(await entries.lines('types')).toMatchObject([{ slug: 'book', kind: 'collection' }]);
    expect((await entries.lines('entries'))[0]?.['values']).toEqual({
      title: 'Post 1',
      slug: 'one',
      excerpt: 'First',
      body: { html: 'One' },
    });
    expect((await (await convertItems(books, '--map', 'book=articles')).lines('articles')).length).toBe(1);
    expect((await (await convertItems(books, '--map', 'book=pages')).lines('entries'))[0]?.['type']).toBe(
      'page',
    );
    expect((await convertItems(books, '--map', 'book=skip')).body.skipped).toBe(1);
    expect((await convertItems(books, '--map', 'book=posts')).body.error.code).toBe('invalid_parameter');
  });

  it.each([
    ['One\nline\n\nTwo', 'One<br>line<br><br>Two'],
    ['<pre>a\n\nb</pre>', '<pre>a\n\nb</pre>'],
    ['<ul>\n<li>One</li>\n</ul>', '<ul> <li>One</li> </ul>'],
    ['A <!--more--> B', 'A  B'],
    ['It was [sic] so.', 'It was [sic] so.'],
    ['[[gallery]]', '[gallery]'],
    ['[box color="red"]In the box[/box]', 'In the box'],
    [
      '[caption width="3"]<img src="https://old.test/a.jpg" /> The boat[/caption]',
      '<figure><img src="https://old.test/a.jpg" /><figcaption>The boat</figcaption></figure>',
    ],
    ['[embed]https://video.test/1[/embed]', '<p><a href="https://video.test/1">https://video.test/1</a></p>'],
    [
      '[video mp4="https://video.test/a.mp4"][/video]',
      '<p><a href="https://video.test/a.mp4">https://video.test/a.mp4</a></p>',
    ],
    [
      '[gallery ids="5"]',
      '<figure><img src="https://old.test/a.jpg"><figcaption>At sea</figcaption></figure>',
    ],
    ['<!-- wp:paragraph -->\n<p>One\ntwo</p>\n<!-- /wp:paragraph -->', '\n<p>One\ntwo</p>\n'],
    ['<!-- wp:block {"ref":6} /-->', '<p>Reused</p>'],
  ])('converts the text %j', async (content, expected) => {
    const { html, conversion } = await htmlOf(
      content,
      attachment(5, 'https://old.test/a.jpg', { excerpt: 'At sea' }),
      wxrItem({
        id: 6,
        type: 'wp_block',
        content: '<!-- wp:paragraph --><p>Reused</p><!-- /wp:paragraph -->',
      }),
    );
    expect(html.replace(/^ | $/g, '')).toBe(expected);
    expect(conversion.body.words.lost).toBe(0);
  });

  it('reports shortcodes and blocks without a counterpart', async () => {
    const { conversion } = await htmlOf('<!-- wp:latest-posts /--><p>[form id="1"] Text</p>');
    expect((await conversion.lines('losses')).map(({ reason, detail }) => [reason, detail])).toEqual([
      ['dynamic_block', 'latest-posts'],
      ['shortcode', 'form'],
    ]);
  });

  it('resolves links and images to items of the export', async () => {
    const { html, conversion } = await htmlOf(
      `<a href="/2019/05/post-1#top">a</a> <a href="http://www.old.test/?p=1">b</a> <a href="/feed">c</a>
       <img src="/a-300x200.jpg"><img src="https://other.test/b.png">`,
      attachment(5, 'https://old.test/a.jpg'),
      wxrItem({ id: 1 }),
    );
    expect(html.match(/(?:href|src)="[^"]*"/g)).toEqual([
      'href="https://old.test/2019/05/post-1/"',
      'href="https://old.test/2019/05/post-1/"',
      'href="https://old.test/feed"',
      'src="https://old.test/a.jpg"',
      'src="https://other.test/b.png"',
    ]);
    expect((await conversion.lines('media')).map(({ url }) => url as string)).toEqual([
      'https://old.test/a.jpg',
      'https://other.test/b.png',
    ]);
  });

  it('divides pages into blocks with --blocks', async () => {
    const content = `<h2>Hello</h2><p>Text</p><div class="wp-block-group"><figure><img src="https://old.test/a.jpg"><figcaption>Boat</figcaption></figure></div>
      <blockquote><p>So it is</p></blockquote><div class="wp-block-buttons"><div class="wp-block-button"><a href="/go">Go</a></div></div>
      <iframe src="https://video.test/1" title="Film"></iframe><p>End</p>`;
    const { lines, body } = await convertItems(
      [attachment(5, 'https://old.test/a.jpg'), wxrItem({ id: 1, type: 'page', content })],
      '--blocks',
    );
    const [page] = await lines('entries');
    const blocks: { block: string; values: object }[] = page?.['values'].body;
    expect(blocks.map(({ block }) => block)).toEqual(['text', 'image', 'quote', 'button', 'embed', 'text']);
    expect(blocks[1]?.values).toEqual({ image: '5', caption: 'Boat' });
    expect((await lines('blocks')).length).toBe(6);
    expect(body.words.lost).toBe(0);
  });

  it('reads odd files: other prefixes, no version, control characters, repeated and missing ids', async () => {
    const odd = wxr([wxrItem({ id: 1, title: 'Bell\u0007' }), wxrItem({ id: 1 }), wxrItem({ id: '' })])
      .replace(/<wp:wxr_version>.*?<\/wp:wxr_version>/, '')
      .replace(/(<\/?|xmlns:)wp:?(?=[a-z_=])/g, (all) => all.replace('wp', 'w'));
    const { body, lines } = await convert('wordpress', await sourceFile('odd.xml', `\uFEFF${odd}`));
    expect(body).toMatchObject({ in: 3, converted: 2, skipped: 1 });
    expect((await lines('articles'))[0]?.['title']).toBe('Bell');
  });

  it('never writes e-mail addresses, logins or custom fields', async () => {
    const { text } = await convertItems([
      wxrItem({ creator: 'nobody_login', extra: postmeta('_api_key', 'sk_verysecret') }),
    ]);
    expect(await text()).not.toMatch(/ada@secret|_login|verysecret/);
  });

  it.each([
    ['a cut-off file', wxr([wxrItem({})]).slice(0, -40)],
    ['another XML file', '<feed><entry/></feed>'],
    ['a feed', '<rss><channel><item><title>x</title></item></channel></rss>'],
    ['JSON', '{"posts": []}'],
    ['an empty file', ''],
    [
      'entities',
      `<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${wxr([]).replace(/^.*\n/, '')}`,
    ],
  ])('rejects %s, and writes nothing', async (_name, content) => {
    const file = await sourceFile('export.xml', content);
    const { exitCode, body, out } = await convert('wordpress', file);
    expect([exitCode, body.error.code, body.error.param]).toEqual([1, 'invalid_parameter', 'SOURCE']);
    expect(await readdir(dirname(out))).toEqual([]);
  });

  it('writes into an empty folder or an earlier conversion, and nowhere else', async () => {
    const file = await sourceFile('export.xml', wxr([wxrItem({})]));
    const folder = await newFolder();
    expect((await convert('wordpress', file, '--out', folder)).exitCode).toBe(0);
    expect((await convert('wordpress', file, '--out', folder)).exitCode).toBe(0);
    await writeFile(join(folder, 'mine.txt'), 'mine');
    const rejected = await convert('wordpress', file, '--out', folder);
    expect([rejected.exitCode, rejected.body.error.param]).toEqual([1, '--out']);
    await access(join(folder, 'mine.txt'));
  });

  it('exits with 2 under --strict if a word is lost', async () => {
    const items = [wxrItem({ excerpt: 'word '.repeat(500) })];
    expect((await convertItems(items)).exitCode).toBe(0);
    const { exitCode, body } = await convertItems(items, '--strict');
    expect([exitCode, body.words.lost]).toEqual([2, 100]);
  });

  it('converts HTML that is nested 10,000 deep, and repeated reusable blocks, in bounded time', async () => {
    const nested = `${'<div>'.repeat(10_000)}deep${'</div>'.repeat(10_000)}<a href="/x">link</a>`;
    const bomb = '<!-- wp:block {"ref":2} /-->'.repeat(100) + 'x'.repeat(1_000);
    const { body } = await convertItems([
      wxrItem({ id: 1, content: nested }),
      wxrItem({ id: 2, type: 'wp_block', content: bomb }),
      wxrItem({ id: 3, content: '<!-- wp:block {"ref":2} /-->' }),
      wxrItem({ id: 4, content: `${'[a '.repeat(50_000)}${'<a'.repeat(50_000)}` }),
    ]);
    expect(body.in).toBe(4);
  });

  it('loses no word of random posts', async () => {
    const word = fc.stringMatching(/^[a-zé中]{1,6}$/);
    const leaf = fc.oneof(word, fc.constantFrom(' ', '\n', '\n\n', '<br>', '[sic]', '<!--more-->', '<hr>'));
    const html = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc
          .tuple(
            fc.constantFrom('p', 'div', 'b', 'a', 'h2', 'li', 'ul', 'table', 'pre', 'blockquote', 'figure'),
            fc.array(tie('node'), { maxLength: 4 }),
          )
          .map(([tag, children]) => `<${tag}>${children.join('')}</${tag}>`),
        fc
          .array(tie('node'), { maxLength: 3 })
          .map((parts) => `<table><tr><td>${parts.join('</td><td>')}</td></tr></table>`),
        fc.array(tie('node'), { maxLength: 3 }).map((parts) => `[box a="b"]${parts.join('')}[/box]`),
      ),
    })).node;
    const contents = fc.sample(
      fc.array(html, { maxLength: 8 }).map((parts) => parts.join(' ')),
      300,
    );
    const { body, lines } = await convertItems(contents.map((content, i) => wxrItem({ id: i + 1, content })));
    expect(body.converted).toBe(300);
    expect(body.words.lost).toBe(0);
    expect((await lines('losses')).filter(({ reason }) => reason === 'words')).toEqual([]);
  });
});

describe('visibleText', () => {
  it('has the words of the document that a load stores', () => {
    const html = '<p>One<b>Two</b></p><script>no</script><ul><li>Three<li>Four</ul><custom-x>Five</custom-x>';
    expect(visibleText(html)).toBe('OneTwo Three Four Five');
    expect(loadedText({ html })?.split(/\s+/)).toEqual(['OneTwo', 'Three', 'Four', 'Five']);
  });
});
