import { describe, expect, it } from 'vitest';
import type { RichtextTargets } from '../../../../src/content/richtext/schema.ts';
import { readRichtext } from '../../../../src/content/richtext/read/read.ts';
import { renderRichtext } from '../../../../src/content/richtext/service.ts';
import {
  articleId,
  attacks,
  doc,
  draftId,
  goneId,
  link,
  mediaId,
  node,
  paragraph,
  targets,
  text,
} from '../../../support/richtext/documents.ts';

const read = (...content: object[]) => readRichtext(doc(...content), 'body').document;
const views = (...content: object[]) => renderRichtext(read(...content), targets);
const html = (...content: object[]) => views(...content).html;
const heading = (level: number, ...content: object[]) => ({ type: 'heading', attrs: { level }, content });
const item = (...content: object[]) => node('listItem', ...content);
const image = (attrs: object) => ({ type: 'image', attrs: { media_id: mediaId, ...attrs } });
const cell = (type: string, value: string, attrs: object = {}) => ({
  type,
  attrs,
  content: [paragraph(text(value))],
});
const row = (...cells: object[]) => node('tableRow', ...cells);
const p = (...values: string[]) => paragraph(...values.map((value) => text(value)));

describe('html', () => {
  it.each<[string, object[], string]>([
    ['a paragraph', [p('a')], '<p>a</p>'],
    ['an empty paragraph', [p()], '<p></p>'],
    ['escaped text', [p('<b> & "c" \'d\'')], '<p>&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;</p>'],
    ['a heading with its id', [heading(2, text('Hello, World!'))], '<h2 id="hello-world">Hello, World!</h2>'],
    ['a heading without text', [heading(2)], '<h2></h2>'],
    ['a line break', [paragraph(text('a'), { type: 'hardBreak' }, text('b'))], '<p>a<br>b</p>'],
    ['a rule', [{ type: 'horizontalRule' }], '<hr>'],
    ['a list', [node('bulletList', item(p('a')), item(p('b')))], '<ul><li>a</li><li>b</li></ul>'],
    [
      'a list in a list',
      [node('bulletList', item(p('a'), node('bulletList', item(p('b')))))],
      '<ul><li>a<ul><li>b</li></ul></li></ul>',
    ],
    [
      'an item of two paragraphs',
      [node('bulletList', item(p('a'), p('b')))],
      '<ul><li><p>a</p><p>b</p></li></ul>',
    ],
    [
      'a numbered list',
      [{ type: 'orderedList', attrs: { start: 1 }, content: [item(p('a'))] }],
      '<ol><li>a</li></ol>',
    ],
    [
      'a numbered list from 3',
      [{ type: 'orderedList', attrs: { start: 3 }, content: [item(p('a'))] }],
      '<ol start="3"><li>a</li></ol>',
    ],
    ['a quotation', [node('blockquote', p('a'))], '<blockquote><p>a</p></blockquote>'],
    [
      'a callout',
      [{ type: 'callout', attrs: { tone: 'warning' }, content: [p('a')] }],
      '<aside data-tone="warning"><p>a</p></aside>',
    ],
    ['code', [node('codeBlock', text('a < b\n  c'))], '<pre><code>a &lt; b\n  c</code></pre>'],
    [
      'code in a language',
      [{ type: 'codeBlock', attrs: { language: 'c++' }, content: [text('a')] }],
      '<pre><code class="language-c++">a</code></pre>',
    ],
    [
      'a table without head',
      [node('table', row(cell('tableCell', 'a'), cell('tableCell', 'b')))],
      '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>',
    ],
    [
      'a table with head and row heads',
      [
        node(
          'table',
          row(cell('tableHeader', 'a'), cell('tableHeader', 'b')),
          row(cell('tableHeader', 'c'), cell('tableCell', 'd')),
        ),
      ],
      '<table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><th scope="row">c</th><td>d</td></tr></tbody></table>',
    ],
    [
      'cells with spans',
      [
        node(
          'table',
          row(
            cell('tableCell', 'a', { colspan: 2, rowspan: 1, colwidth: [10, 20] }),
            cell('tableCell', 'b', { rowspan: 3 }),
          ),
        ),
      ],
      '<table><tbody><tr><td colspan="2">a</td><td rowspan="3">b</td></tr></tbody></table>',
    ],
    [
      'a heading cell that reaches into the body makes no head',
      [node('table', row(cell('tableHeader', 'a', { rowspan: 2 })), row(cell('tableCell', 'b')))],
      '<table><tbody><tr><th rowspan="2" scope="row">a</th></tr><tr><td>b</td></tr></tbody></table>',
    ],
    ['a row without cells', [node('table', row())], '<table><tbody><tr></tr></tbody></table>'],
  ])('%s', (_title, content, expected) => {
    expect(html(...content)).toBe(expected);
  });

  it.each([
    ['bold', 'strong'],
    ['italic', 'em'],
    ['underline', 'u'],
    ['strike', 's'],
    ['code', 'code'],
    ['subscript', 'sub'],
    ['superscript', 'sup'],
  ])('the mark %s is <%s>', (type, tag) => {
    expect(html(paragraph(text('a', { type })))).toBe(`<p><${tag}>a</${tag}></p>`);
  });

  it('neighbours that share a mark share its element', () => {
    const toA = link({ href: '/a' });
    const content = [
      text('a', toA),
      text('b', { type: 'bold' }, toA),
      text('c', { type: 'bold' }),
      text('d', link({ href: '/b' })),
    ];
    expect(html(paragraph(...content))).toBe(
      '<p><a href="/a">a<strong>b</strong></a><strong>c</strong><a href="/b">d</a></p>',
    );
  });

  it.each<[string, object, string]>([
    [
      'external',
      { href: 'https://a.example/?b&c', title: 'T' },
      '<a href="https://a.example/?b&amp;c" title="T" rel="nofollow noopener">x</a>',
    ],
    [
      'external in capitals',
      { href: 'HTTP://a.example' },
      '<a href="HTTP://a.example" rel="nofollow noopener">x</a>',
    ],
    ['mail', { href: 'mailto:a@b.example' }, '<a href="mailto:a@b.example">x</a>'],
    ['telephone', { href: 'tel:+1' }, '<a href="tel:+1">x</a>'],
    ['a path', { href: '/a' }, '<a href="/a">x</a>'],
    ['a fragment', { href: '#a' }, '<a href="#a">x</a>'],
    [
      'live content',
      { ref: { type: 'blog_article', id: articleId } },
      `<a href="/v1/blog/articles/first" data-ref="${articleId}" data-type="blog_article" data-slug="first" data-content-type="a &quot;type&quot;">x</a>`,
    ],
    ['content that is not live', { ref: { type: 'blog_article', id: draftId } }, 'x'],
  ])('a link: %s', (_title, attrs, expected) => {
    expect(html(paragraph(text('x', link(attrs))))).toBe(`<p>${expected}</p>`);
  });

  it.each<[string, object, string]>([
    [
      'with the text of the asset',
      {},
      '<img src="https://files.example/a b.png?x=1&amp;y=2" alt="A &quot;quoted&quot; alt" width="640" height="480">',
    ],
    [
      'with a text of its own',
      { alt: 'B' },
      '<img src="https://files.example/a b.png?x=1&amp;y=2" alt="B" width="640" height="480">',
    ],
    [
      'as decoration',
      { alt: '' },
      '<img src="https://files.example/a b.png?x=1&amp;y=2" alt="" width="640" height="480">',
    ],
    [
      'with a caption',
      { alt: '', caption: 'C & D' },
      '<figure><img src="https://files.example/a b.png?x=1&amp;y=2" alt="" width="640" height="480"><figcaption>C &amp; D</figcaption></figure>',
    ],
    ['whose file is gone', { media_id: goneId, caption: 'C' }, ''],
  ])('an image %s', (_title, attrs, expected) => {
    expect(html(image(attrs))).toBe(expected);
  });

  it('leaves out a size that is not known', () => {
    const sizeless: RichtextTargets = {
      ...targets,
      image: () => ({ url: '/a.png', width: null, height: null, alt: '' }),
    };
    expect(renderRichtext(read(image({})), sizeless).html).toBe('<img src="/a.png" alt="">');
  });

  it.each(attacks)('shows %j as text wherever a text can stand', (attack) => {
    const { html: shown } = views(
      heading(1, text(attack)),
      paragraph(text(attack, link({ href: '/a', title: attack }))),
      node('codeBlock', text(attack)),
      image({ alt: attack, caption: attack }),
      paragraph(text('r', link({ ref: { type: 'entry', id: attack.slice(0, 60) } }))),
    );
    const tags = [...shown.matchAll(/<\/?([a-z0-9]+)/g)].map(([, tag]) => tag);
    expect(new Set(tags)).toEqual(new Set(['h1', 'p', 'a', 'pre', 'code', 'figure', 'img', 'figcaption']));
    expect(shown.replace(/<[^<>]*>/g, '')).not.toMatch(/[<>]/);
  });
});
