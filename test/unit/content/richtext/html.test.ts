import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/contract/errors/api-error.ts';
import { projectTargets } from '../../../../src/content/richtext/html/targets.ts';
import { readRichtext } from '../../../../src/content/richtext/read/read.ts';
import type { RichtextDocument } from '../../../../src/content/richtext/schema.ts';
import { plainText, renderRichtext } from '../../../../src/content/richtext/service.ts';
import {
  articleId,
  documents,
  link,
  mediaId,
  node,
  paragraph,
  targets,
  text,
} from '../../../support/richtext/documents.ts';

const projectId = 'prj_01jd3k5m7n9p1q3r5t7v9w1x3z';
const fileUrl = `https://files.example/bucket/${projectId}/${mediaId}/a.png`;
const convert = (html: string) => readRichtext({ html }, 'body', projectTargets(projectId));
const p = (value: string) => paragraph(text(value));
const item = (...content: object[]) => node('listItem', ...content);
const cell = (...content: object[]) => node('tableCell', ...content);
const row = (...content: object[]) => node('tableRow', ...content);
const heading = (level: number, ...content: object[]) => ({ type: 'heading', attrs: { level }, content });
const bold = { type: 'bold' };
const rule = { type: 'horizontalRule' };
const br = { type: 'hardBreak' };

describe('HTML becomes a document', () => {
  it.each<[string, string, object[]]>([
    ['headings', '<h1>a</h1><h6>b</h6>', [heading(1, text('a')), heading(6, text('b'))]],
    ['a rule', 'One<hr>Two', [p('One'), rule, p('Two')]],
    ['code', '<pre>a\n <b>b</b><br>&lt;</pre>', [node('codeBlock', text('a\n b\n<'))]],
    [
      'code with a language',
      '<pre><code class="hljs language-js">a</code></pre>',
      [{ type: 'codeBlock', attrs: { language: 'js' }, content: [text('a')] }],
    ],
    ['a quotation', '<blockquote>a<p>b</blockquote>', [node('blockquote', p('a'), p('b'))]],
    [
      'lists in lists, with the first number',
      '<ol start="3"><li>a<ul><li>b</ul><li><p>c</p><p>d</p></ol>',
      [
        {
          type: 'orderedList',
          attrs: { start: 3 },
          content: [item(p('a'), node('bulletList', item(p('b')))), item(p('c'), p('d'))],
        },
      ],
    ],
    [
      'a list directly in a list, as part of the item before it',
      '<ul><li>a</li><ul><li>b</li></ul></ul>',
      [node('bulletList', item(p('a'), node('bulletList', item(p('b')))))],
    ],
    [
      'a table with spans and a caption',
      '<table><caption>c</caption><thead><tr><th>a</th></tr></thead><tbody><tr><td colspan="2" rowspan=3>b</td><td></td></tr></tbody></table>',
      [
        p('c'),
        node(
          'table',
          row(node('tableHeader', p('a'))),
          row(
            { type: 'tableCell', attrs: { colspan: 2, rowspan: 3 }, content: [p('b')] },
            cell(paragraphOf()),
          ),
        ),
      ],
    ],
    [
      'inline formatting',
      '<b>a</b><i>b</i><u>c</u><del>d</del><sub>e</sub><sup>f</sup><kbd>g</kbd>',
      [
        paragraph(
          ...['bold', 'italic', 'underline', 'strike', 'subscript', 'superscript', 'code'].map(
            (type, index) => text('abcdefg'.charAt(index), { type }),
          ),
        ),
      ],
    ],
    ['unknown elements', '<x-y>a</x-y><div>b<section>c</section>d</div>', ['a', 'b', 'c', 'd'].map(p)],
    [
      'a summary and a term',
      '<details><summary>a</summary>b</details><dl><dt>c<dd>d</dl>',
      [paragraph(text('a', bold)), p('b'), paragraph(text('c', bold)), p('d')],
    ],
    ['a line break', '<p>a<br>\n b</p>', [paragraph(text('a'), br, text('b'))]],
    ['several line breaks', '<p>a<br> <br>b<br><br><br>c</p>', [p('a'), p('b'), p('c')]],
    ['line breaks at edges', '<p><br>a<br></p><br><p>b</p>', [p('a'), p('b')]],
    ['white space', '<p>\n  a\n\tb  <b> c</b>\n</p>\n\n', [paragraph(text('a b  '), text(' c', bold))]],
    [
      'a link around blocks',
      '<a href="/x"><h2>a</h2><p>b</p></a>',
      [heading(2, text('a', link({ href: '/x' }))), paragraph(text('b', link({ href: '/x' })))],
    ],
    [
      'links',
      '<a href="mailto:a@b.example" title="t">a</a>',
      [paragraph(text('a', link({ href: 'mailto:a@b.example', title: 't' })))],
    ],
    [
      'a link to a file of the project',
      `<a href="${fileUrl}">a</a>`,
      [paragraph(text('a', link({ ref: { type: 'media', id: mediaId } })))],
    ],
    [
      'an image by id',
      `<p>a<img src="${mediaId}" alt="">b</p>`,
      [p('a'), { type: 'image', attrs: { media_id: mediaId, alt: '' } }, p('b')],
    ],
    [
      'a figure',
      `<figure><img src="${fileUrl}?w=1" alt="A"><figcaption>C <i>d</i></figcaption></figure>`,
      [{ type: 'image', attrs: { media_id: mediaId, alt: 'A', caption: 'C d' } }],
    ],
    [
      'an image of another project',
      `<img src="https://files.example/prj_other/${mediaId}/a.png" alt="A kite">`,
      [paragraph(text('A kite', link({ href: `https://files.example/prj_other/${mediaId}/a.png` })))],
    ],
    ['an image without an address that a document takes', '<img src="a.png" alt="A kite">', [p('A kite')]],
    [
      'embedded media',
      '<p>a</p><iframe src="https://a.example/v" title="Film"></iframe><video><source src="https://a.example/w"></video>',
      [
        p('a'),
        paragraph(text('Film', link({ href: 'https://a.example/v' }))),
        paragraph(text('https://a.example/w', link({ href: 'https://a.example/w' }))),
      ],
    ],
    [
      'an object and its fallback',
      '<object data="https://a.example/v"><embed src="https://a.example/v"></object>',
      [paragraph(text('https://a.example/v', link({ href: 'https://a.example/v' })))],
    ],
    [
      'forms',
      '<form><label>a</label><select><option>b</option><option>c</option></select><button>d</button><textarea>e</textarea><input type="submit" value="f"></form>',
      [p('a'), p('b'), p('c'), p('def')],
    ],
    ['hidden elements', 'a<script>x</script>b<style>y</style><!-- z --><template>t</template>c', [p('abc')]],
    ['frames for browsers without scripts', '<noscript><p>a</p></noscript>', [p('a')]],
    [
      'a callout',
      '<aside data-tone="warning"><p>a</p></aside><aside>b</aside>',
      [{ type: 'callout', attrs: { tone: 'warning' }, content: [p('a')] }, p('b')],
    ],
    ['a whole page', '<!doctype html><html><body><p>a</p></body></html>', [p('a')]],
    ['nothing', ' \n', []],
  ])('%s', (_title, html, content) => {
    expect(convert(html).document.content).toEqual(content);
  });

  it('and lists what was simplified', () => {
    const { warnings } = convert('<p class="x">\n<a href="javascript:x()">b</a></p><script>c</script>');
    expect(warnings).toEqual(
      [
        'HTML tags or attributes without a counterpart were removed; their text stays. (line 1)',
        'HTML links must be http, https, mailto, tel, /path, #id or kind:id; the text of others stays. (line 2: javascript:x())',
        'Scripts, styles and templates were removed. (line 2, 18 characters)',
      ].map((message) => ({ code: 'richtext_simplified', message, param: 'body.html' })),
    );
  });

  it('without warnings if nothing was simplified', () => {
    expect(convert('<h2 id="a">a</h2><p>b <a href="/c">c</a></p>').warnings).toEqual([]);
  });
});

function paragraphOf() {
  return { type: 'paragraph' };
}

describe('HTML that Galley rendered', () => {
  it('becomes the same document', () => {
    fc.assert(
      fc.property(documents.map(normalForm), (document) => {
        const { html } = renderRichtext(document, roundTripTargets);
        const read = readRichtext({ html }, 'body', projectTargets(projectId));
        expect(read.document).toEqual(document);
        expect(read.warnings).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

const roundTripTargets = {
  ...targets,
  image: (id: string) => ({
    url: `https://files.example/${projectId}/${id}/a.png`,
    width: 1,
    height: 1,
    alt: '',
  }),
  anchor: () => ({ href: '/v1/x', slug: 'x' }),
};

const markOrder = ['link', 'bold', 'italic', 'underline', 'strike', 'subscript', 'superscript', 'code'];

/** The document as HTML can express it: no white space at edges of lines, no repeated breaks, marks in order. */
function normalForm({ content }: RichtextDocument): RichtextDocument {
  return { version: 2, content: content.map((one) => normalNode(one as never)) as never };
}

interface AnyNode {
  type: string;
  attrs?: Record<string, unknown>;
  content?: AnyNode[];
  marks?: { type: string; attrs?: Record<string, unknown> }[];
  text?: string;
}

function normalNode({ type, attrs = {}, content = [] }: AnyNode): AnyNode {
  const isLine = type === 'paragraph' || type === 'heading';
  const { colwidth: _colwidth, ...others } = attrs;
  if (type === 'image') Object.assign(others, { media_id: mediaId, alt: attrs['alt'] ?? '' });
  if (typeof others['caption'] === 'string') others['caption'] = tidy(others['caption']);
  if (others['caption'] === '') delete others['caption'];
  if (typeof others['alt'] === 'string') others['alt'] = others['alt'].trim();
  for (const key of ['colspan', 'rowspan', 'start']) if (others[key] === 1) delete others[key];
  const children = isLine
    ? normalLine(content)
    : type === 'codeBlock'
      ? content.map(lf)
      : content.map(normalNode);
  // Rendered cells don't show an empty paragraph in front of lists.
  const [first, ...rest] = children;
  const isEmptyFirst = first?.type === 'paragraph' && first.content === undefined && rest.length > 0;
  if (type.startsWith('tableC') || type === 'tableHeader')
    if (isEmptyFirst && rest.every((child) => child.type.endsWith('List'))) children.shift();
  return {
    type,
    ...(Object.keys(others).length > 0 ? { attrs: others } : {}),
    ...(children.length > 0 ? { content: children } : {}),
  };
}

const tidy = (value: string) => value.replace(/[ \t\n\f\r]+/g, ' ').replace(/^ | $/g, '');
const lf = (one: AnyNode): AnyNode => ({ ...one, text: one.text?.replace(/\r\n?/g, '\n') ?? '' });

function normalLine(content: readonly AnyNode[]): AnyNode[] {
  const words = content.flatMap((one): AnyNode[] => {
    const marks = (one.marks ?? [])
      .toSorted((a, b) => markOrder.indexOf(a.type) - markOrder.indexOf(b.type))
      .map((mark) => (mark.type === 'link' ? normalLink(mark) : mark));
    const value = one.text === undefined ? undefined : tidy(one.text);
    if (value === '') return [];
    return [
      {
        type: one.type,
        ...(value === undefined ? {} : { text: value }),
        ...(marks.length > 0 ? { marks } : {}),
      },
    ];
  });
  const line: AnyNode[] = [];
  for (const one of words) {
    const last = line.at(-1);
    if (one.type === 'hardBreak' && (last === undefined || last.type === 'hardBreak')) continue;
    if (
      last?.type === 'text' &&
      one.type === 'text' &&
      JSON.stringify(last.marks) === JSON.stringify(one.marks)
    )
      last.text = `${last.text ?? ''}${one.text ?? ''}`;
    else line.push(one);
  }
  if (line.at(-1)?.type === 'hardBreak') line.pop();
  return line;
}

function normalLink(mark: { type: string; attrs?: Record<string, unknown> }) {
  const attrs = { ...mark.attrs };
  if (attrs['ref'] !== undefined) attrs['ref'] = { type: 'blog_article', id: articleId };
  return { type: 'link', attrs };
}

type ChildNode = DefaultTreeAdapterTypes.ChildNode;

/** The words that a browser without scripts shows. */
function wordsIn(html: string): string[] {
  const visible = (nodes: readonly ChildNode[]): string =>
    nodes
      .map((one) => {
        if ('value' in one) return one.value;
        if (!('childNodes' in one) || ['script', 'style', 'template'].includes(one.nodeName)) return '';
        return visible(one.childNodes);
      })
      .join('');
  return visible(parseFragment(html, { scriptingEnabled: false }).childNodes).match(/w\d+x/g) ?? [];
}

describe('no visible word is lost', () => {
  const names =
    'p div br hr b a span ul ol li table caption thead tr td th blockquote h2 details summary dl dt dd figure figcaption iframe video object button select option textarea pre code form svg math ruby rt center font nobr noscript title noframes label fieldset legend aside x-y script style template';
  const attributes = fc.constantFrom(
    '',
    ' href="/x"',
    ' href="x:y"',
    ' src="https://a.example/b"',
    ' data-tone="info"',
    ' start=4',
    ' colspan=3',
  );
  const tag = fc
    .tuple(fc.constantFrom('', '', '/'), fc.constantFrom(...names.split(' ')), attributes)
    .map(([slash, name, more]) => `<${slash}${name}${slash === '' ? more : ''}>`);
  const glue = fc.constantFrom(' ', '\n', '<!-- c -->', '&nbsp;', '<', '</', '');

  it('whatever tags stand between them', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.oneof(tag, glue), { maxLength: 4 }), { maxLength: 30 }), (gaps) => {
        const html = gaps.map((pieces, index) => `${pieces.join('')}w${index}x`).join('');
        const { document } = convert(html);
        expect(readRichtext(document, 'body').document).toEqual(document);
        const captions = JSON.stringify(document);
        for (const word of wordsIn(html)) expect(captions).toContain(word);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each<[string, string]>([
    ['div', '<div>'],
    ['ul li', '<ul><li>'],
    ['table', '<table><tr><td>'],
    ['blockquote', '<blockquote>'],
    ['b', '<b>'],
    ['figure', '<figure>'],
    ['aside', '<aside data-tone=info>'],
  ])('in %s nested 10,000 deep', (_title, tags) => {
    const count = Math.floor(10_000 / tags.split('<').length);
    expect(plainText(convert(`${tags.repeat(count)}word`).document)).toContain('word');
  });

  it('at the deepest level of a document', () => {
    const list = (levels: number): string =>
      levels === 0 ? 'deep' : `<ul><li>w${levels}${list(levels - 1)}</li></ul>`;
    const { document, warnings } = convert(list(14));
    for (let level = 1; level <= 14; level += 1) expect(plainText(document)).toContain(`w${level}`);
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Blocks that were nested too deep/),
    ]);
  });
});

describe('HTML is refused', () => {
  it.each<[string, unknown, string, string]>([
    ['that is no text', { html: 3 }, 'html must be a text', 'body.html'],
    ['beside other keys', { html: '', plain: '' }, '"plain" cannot stand here', 'body.plain'],
    ['that is too large', { html: 'x'.repeat(512 * 1024 + 1) }, 'larger than 512 KiB', 'body.html'],
    ['with U+0000', { html: 'a\0' }, 'not well-formed', 'body.html'],
    ['with too many blocks', { html: '<p>a'.repeat(2_501) }, 'more than 5000 nodes', 'body.html'],
    ['with too many elements', { html: '<b>'.repeat(60_001) }, 'more than 60000 elements', 'body.html'],
  ])('%s', (_title, value, message, param) => {
    let error: unknown;
    try {
      readRichtext(value, 'body');
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ message: expect.stringContaining(message), hints: { param } });
  });
});

describe('hostile HTML', () => {
  const fill = (piece: string) => piece.repeat(Math.floor((512 * 1024) / piece.length));

  it.each<[string, string]>([
    ['nested elements', fill('<div>')],
    [
      'formatting that is opened again',
      `${Array.from({ length: 5_000 }, (_, i) => `<b a=${i}>`).join('')}${'<p>x'.repeat(90_000)}`,
    ],
    ['tables in tables', fill('<table><td>')],
    ['closing tags without elements', '<x>'.repeat(20_000) + '</y>'.repeat(100_000)],
    ['attributes', `<a ${Array.from({ length: 80_000 }, (_, i) => `a${i}`).join(' ')}>`],
    ['texts in front of a table', `<table>${'a<b>'.repeat(100_000)}`],
    ['breaks', fill('<br>')],
    ['white space', fill(' \n')],
    ['spaces', `a${' '.repeat(500_000)}b`],
    ['preformatted text', `<pre>${'<b>a'.repeat(50_000)}`],
    ['comments', fill('a<!--')],
  ])('%s: read or refused quickly', (_title, html) => {
    const before = process.cpuUsage();
    try {
      convert(html);
    } catch (error) {
      expect(error).toBeInstanceOf(ApiError);
    }
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(5_000);
  });
});
