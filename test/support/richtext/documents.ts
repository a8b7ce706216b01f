import fc from 'fast-check';
import type { RichtextDocument, RichtextTargets } from '../../../src/content/richtext/schema.ts';

/** Builders, so that a test shows only what it is about. */
export const text = (value: string, ...marks: object[]) =>
  marks.length > 0 ? { type: 'text', text: value, marks } : { type: 'text', text: value };
export const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
export const node = (type: string, ...content: object[]) => ({ type, content });
export const doc = (...content: object[]) => ({ version: 2, content });
export const link = (attrs: object) => ({ type: 'link', attrs });

export const mediaId = 'med_01jd3k5m7n9p1q3r5t7v9w1x3z';
export const goneId = 'med_01jd3k5m7n9p1q3r5t7v9w1x40';
export const articleId = 'art_01jd3k5m7n9p1q3r5t7v9w1x3z';
export const draftId = 'art_01jd3k5m7n9p1q3r5t7v9w1x40';

/** Look-ups as a feature would have resolved them: one asset with its file, one live article, the rest gone. */
export const targets: RichtextTargets = {
  image: (id) =>
    id === mediaId
      ? { url: 'https://files.example/a b.png?x=1&y=2', width: 640, height: 480, alt: 'A "quoted" alt' }
      : null,
  link: (_type, id) => (id === articleId ? { url: '/v1/blog/articles/first' } : null),
  anchor: (_type, id) =>
    id === articleId ? { href: '/v1/blog/articles/first', slug: 'first', contentType: 'a "type"' } : null,
};

/** Attacks on whoever puts text into HTML. */
export const attacks = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</code></pre><svg onload=alert(1)>',
  '&lt;script&gt; &amp; &#60;',
  'javascript:alert(1)',
  '</title><!-- --><![CDATA[',
  '<a href="data:text/html,x">',
  '\u2028\u2029 `${x}` {{x}}',
];

const word = fc
  .oneof(
    { weight: 3, arbitrary: fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }) },
    { weight: 1, arbitrary: fc.constantFrom(...attacks, ' ', '\n', 'naïve café', '日本語の文章', 'a\u0301') },
  )
  .filter((value) => !value.includes('\0'));

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

/** Leaves out what is undefined: a generated object looks like parsed JSON. */
function dense<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}

const attributes = (model: Record<string, fc.Arbitrary<unknown>>) => fc.record(model).map(dense);

const href = fc.constantFrom(
  'https://example.com/?a=1&b="2"',
  'HTTP://example.com',
  'mailto:a@example.com',
  'tel:+123',
  '/path?a=<b>',
  '#part',
);
const linkMark = fc
  .oneof(
    attributes({ href, title: optional(word) }),
    attributes({
      ref: fc.record({
        type: fc.constantFrom('blog_article', 'entry', 'kb_section', 'author'),
        id: fc.constantFrom(articleId, draftId, 'nonsense'),
      }),
      title: optional(word),
    }),
  )
  .map((attrs) => link(attrs));

const mark = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .constantFrom('bold', 'italic', 'underline', 'strike', 'code', 'subscript', 'superscript')
      .map((type) => ({ type })),
  },
  { weight: 1, arbitrary: linkMark },
);
const marks = fc.uniqueArray(mark, { maxLength: 4, selector: (m) => m.type });

const withMarks = (base: object, list: object[]) => (list.length > 0 ? { ...base, marks: list } : base);
const inline = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(word, marks).map(([value, list]) => withMarks({ type: 'text', text: value }, list)),
  },
  { weight: 1, arbitrary: marks.map((list) => withMarks({ type: 'hardBreak' }, list)) },
);

type Json = Record<string, unknown>;

/** A node with its parts, empty ones left out as in the stored form. */
function make(type: string, content: object[], attrs: object = {}): Json {
  return {
    type,
    ...(Object.keys(attrs).length > 0 ? { attrs } : {}),
    ...(content.length > 0 ? { content } : {}),
  };
}

const inlines = fc.array(inline, { maxLength: 5 });
const aParagraph = inlines.map((content) => make('paragraph', content));

const tree = fc.letrec<{ block: Json; blocks: Json[]; item: Json; row: Json; cell: Json }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 5, arbitrary: aParagraph },
    {
      weight: 2,
      arbitrary: fc
        .tuple(inlines, fc.integer({ min: 1, max: 6 }))
        .map(([content, level]) => make('heading', content, { level })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(optional(word), optional(fc.constantFrom('js', 'c++', 'objective-c')))
        .map(([code, language]) =>
          make('codeBlock', code === undefined ? [] : [text(code)], dense({ language })),
        ),
    },
    { weight: 1, arbitrary: fc.constant(make('horizontalRule', [])) },
    {
      weight: 1,
      arbitrary: attributes({
        media_id: fc.constantFrom(mediaId, goneId, 'x'),
        alt: optional(fc.oneof(word, fc.constant(''))),
        caption: optional(word),
      }).map((attrs) => make('image', [], attrs)),
    },
    { weight: 1, arbitrary: tie('blocks').map((content) => make('blockquote', content)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(tie('blocks'), fc.constantFrom('info', 'success', 'warning', 'danger'))
        .map(([content, tone]) => make('callout', content, { tone })),
    },
    {
      weight: 1,
      arbitrary: fc
        .array(tie('item'), { minLength: 1, maxLength: 3 })
        .map((content) => make('bulletList', content)),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.array(tie('item'), { minLength: 1, maxLength: 3 }), optional(fc.nat(1000)))
        .map(([content, start]) => make('orderedList', content, dense({ start }))),
    },
    {
      weight: 1,
      arbitrary: fc
        .array(tie('row'), { minLength: 1, maxLength: 3 })
        .map((content) => make('table', content)),
    },
  ),
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
  item: fc
    .tuple(aParagraph, fc.array(tie('block'), { maxLength: 2 }))
    .map(([first, rest]) => make('listItem', [first, ...rest])),
  row: fc.array(tie('cell'), { maxLength: 3 }).map((content) => make('tableRow', content)),
  cell: fc
    .tuple(
      fc.constantFrom('tableHeader', 'tableCell'),
      tie('blocks'),
      attributes({
        colspan: optional(fc.integer({ min: 1, max: 3 })),
        rowspan: optional(fc.integer({ min: 1, max: 3 })),
        colwidth: optional(fc.array(fc.nat(500), { maxLength: 3 })),
      }),
    )
    .map(([type, content, attrs]) => make(type, content, attrs)),
}));

/** Any valid document in the form in which it is stored. */
export const documents: fc.Arbitrary<RichtextDocument> = fc
  .array(tree.block, { maxLength: 6 })
  .map((content) => ({ version: 2, content }) as RichtextDocument);
