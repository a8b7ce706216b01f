import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { Node } from 'prosemirror-model';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../src/contract/problem.ts';
import { limits } from '../../src/contract/limits.ts';
import { placementSchema } from '../../src/richtext/placement.ts';
import { plainText, readRichtext, renderRichtext } from '../../src/richtext/service.ts';
import { documents, targets } from './documents.ts';

type Element = DefaultTreeAdapterTypes.Element;

const allowed: Record<string, string[]> = {
  p: [],
  h1: ['id'],
  h2: ['id'],
  h3: ['id'],
  h4: ['id'],
  h5: ['id'],
  h6: ['id'],
  ul: [],
  ol: ['start'],
  li: [],
  blockquote: [],
  aside: ['data-tone'],
  pre: [],
  code: ['class'],
  hr: [],
  br: [],
  img: ['src', 'alt', 'width', 'height'],
  figure: [],
  figcaption: [],
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
  a: ['href', 'title', 'rel', 'data-ref', 'data-type', 'data-slug', 'data-content-type'],
  strong: [],
  em: [],
  u: [],
  s: [],
  sub: [],
  sup: [],
};

/** Parses as browsers do; every complaint of the parser is an error. */
function parse(html: string): Element[] {
  const errors: string[] = [];
  const fragment = parseFragment(html, { onParseError: (error) => errors.push(error.code) });
  // Control characters are allowed in a text; the parser only mentions them.
  expect(errors.filter((code) => !/control-character|noncharacter/.test(code))).toEqual([]);
  return fragment.childNodes.flatMap(elementsIn);
}

function elementsIn(node: DefaultTreeAdapterTypes.ChildNode): Element[] {
  if (!('tagName' in node)) return [];
  return [node, ...node.childNodes.flatMap(elementsIn)];
}

function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  const { text, content } = value as { text?: string; content?: unknown };
  return [...(text === undefined ? [] : [text]), ...textsIn(content)];
}

const squeezed = (value: string) => value.replace(/\s+/g, '');

describe('any valid document', () => {
  it('is accepted and stored as it was written', () => {
    fc.assert(
      fc.property(documents, (document) => {
        expect(readRichtext(document, 'body')).toMatchObject({ document, warnings: [] });
      }),
    );
  });

  it('is accepted again in the form in which it was read, and stored the same', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const served = renderRichtext(document, targets);
        expect(readRichtext(served, 'body').document).toEqual(document);
        expect(readRichtext(served.json, 'body').document).toEqual(document);
      }),
    );
  });

  it('is accepted by the one ProseMirror schema too', () => {
    fc.assert(
      fc.property(documents, (document) => {
        expect(() =>
          Node.fromJSON(placementSchema, { type: 'doc', content: document.content }).check(),
        ).not.toThrow();
      }),
    );
  });

  it('renders to HTML that holds only known elements, attributes and addresses', () => {
    fc.assert(
      fc.property(documents, (document) => {
        for (const { tagName, attrs } of parse(renderRichtext(document, targets).html)) {
          expect(Object.keys(allowed)).toContain(tagName);
          for (const { name, value } of attrs) {
            expect(allowed[tagName]).toContain(name);
            if (name === 'href') expect(value).toMatch(/^(https?:|mailto:|tel:|\/(?!\/)|#)/i);
          }
        }
      }),
    );
  });

  it('has the ids of its table of contents in its HTML, each once and in order', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const { html, toc } = renderRichtext(document, targets);
        const ids = parse(html).flatMap(({ attrs }) =>
          attrs.filter(({ name }) => name === 'id').map(({ value }) => value),
        );
        expect(ids).toEqual(toc.map(({ id }) => id));
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  it('has all its text in the plain view, in order', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const plain = squeezed(plainText(document));
        let from = 0;
        for (const text of textsIn(document.content).map(squeezed)) {
          const at = plain.indexOf(text, from);
          expect(at).toBeGreaterThanOrEqual(from);
          from = at + text.length;
        }
      }),
    );
  });
});

describe('any input', () => {
  const vocabulary = fc.constantFrom(
    'type',
    'content',
    'attrs',
    'marks',
    'text',
    'doc',
    'paragraph',
    'heading',
    'image',
    'link',
    'bold',
    'table',
    'ref',
    'href',
    'level',
    'media_id',
    'version',
    'json',
    'html',
    'markdown',
    'listItem',
    'bulletList',
    '__proto__',
    'constructor',
    'toString',
  );
  const junk = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'large' },
      fc.oneof(vocabulary, fc.string(), fc.constantFrom(null, 2, 0, true, '')),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.array(fc.tuple(vocabulary, tie('value')), { maxLength: 5 }).map(
        (entries) =>
          // Own keys whatever their name, as JSON.parse makes them.
          JSON.parse(
            `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`,
          ) as unknown,
      ),
    ),
  })).value;

  it('is accepted or refused with a code and a path, and never breaks anything', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          junk,
          junk.map((content) => ({ content })),
          fc.array(junk).map((content) => ({ content })),
          fc.jsonValue(),
        ),
        (value) => {
          try {
            const { document } = readRichtext(value, 'body');
            expect(readRichtext(document, 'body').document).toEqual(document);
            Node.fromJSON(placementSchema, { type: 'doc', content: document.content }).check();
            renderRichtext(document, targets);
          } catch (error) {
            expect(error).toBeInstanceOf(Problem);
            if (!(error instanceof Problem)) return;
            expect(['invalid_richtext_document', 'unknown_richtext_node']).toContain(error.code);
            for (const fault of [error, ...error.others]) expect(fault.hints.param).toMatch(/^body/);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('as Markdown becomes a valid document', () => {
    const marks = fc.constantFrom(
      '*',
      '**',
      '_',
      '`',
      '```\n',
      '~~',
      '[',
      '](',
      ')',
      '![',
      '<b>',
      '</b>',
      '<u>',
      '<!--',
      '# ',
      '- ',
      '1. ',
      '> ',
      '> [!NOTE]\n',
      '|',
      '|-|-|\n',
      '\n',
      '\n\n',
      '    ',
      '  \n',
      '\\',
      'a',
      'word ',
      `![x](${'med_01jd3k5m7n9p1q3r5t7v9w1x3z'})`,
      '[^1]',
      '[^1]: ',
      'javascript:',
      'https://a.example',
      'entry:ent_1',
      '<br>',
      '<script>',
      '&#0;',
      '&lt;',
      '---\n',
      '[ ] ',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(marks, fc.string({ unit: 'binary' })), { maxLength: 40 }), (parts) => {
        const markdown = parts.join('');
        fc.pre(!/\p{Surrogate}|\0/u.test(markdown));
        const { document } = readRichtext({ markdown }, 'body');
        expect(readRichtext(document, 'body').document).toEqual(document);
        parse(renderRichtext(document, targets).html);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('hostile size', () => {
  const nested = (depth: number) => {
    let value: object = { type: 'paragraph' };
    for (let i = 0; i < depth; i += 1) value = { type: 'blockquote', content: [value] };
    return { content: [value] };
  };
  const wide = (count: number) => ({ content: Array.from({ length: count }, () => ({ type: 'paragraph' })) });
  const deepAttribute = (depth: number) => {
    let value: unknown = 1;
    for (let i = 0; i < depth; i += 1) value = [value];
    return { content: [{ type: 'heading', attrs: { level: value } }] };
  };
  const manyMarks = {
    content: [
      {
        type: 'paragraph',
        content: [{ type: 'text', text: 'x', marks: Array(200_000).fill({ type: 'bold' }) }],
      },
    ],
  };

  it.each<[string, unknown, string]>([
    ['100,000 levels', nested(100_000), 'levels'],
    ['one level too many', nested(limits.richtext_depth_max), 'levels'],
    ['200,000 nodes', wide(200_000), 'nodes'],
    ['one node too many', wide(limits.richtext_nodes_max + 1), 'nodes'],
    ['an attribute 100,000 levels deep', deepAttribute(100_000), 'level of heading'],
    ['200,000 marks', manyMarks, 'marks'],
    [
      'a large text',
      { content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x'.repeat(600_000) }] }] },
      'KiB',
    ],
    ['a large Markdown text', { markdown: 'x'.repeat(600_000) }, 'KiB'],
    ['deep Markdown quotes', { markdown: '> '.repeat(200_000) }, 'levels'],
    ['deep Markdown lists', { markdown: '- '.repeat(200_000) + 'x' }, 'levels'],
    ['many Markdown lines', { markdown: 'a\n\n'.repeat(100_000) }, 'nodes'],
    ['many unknown nodes', { content: Array(5_000).fill({ type: 'x'.repeat(50) }) }, 'has no node'],
    [
      'many unknown attributes',
      {
        content: [
          {
            type: 'heading',
            attrs: Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`a${i}`, 1])),
          },
        ],
      },
      'attribute',
    ],
  ])('%s are refused quickly', (_title, value, why) => {
    const before = process.cpuUsage();
    expect(() => readRichtext(value, 'body')).toThrow(why);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(5_000);
  });

  it.each<[string, string]>([
    ['100,000 opened tags', '<b>a'.repeat(100_000)],
    ['50,000 levels of emphasis', '*a '.repeat(50_000) + ' b*'.repeat(50_000)],
    ['20,000 images in each other', '!['.repeat(20_000) + '](x)'.repeat(20_000)],
    ['100,000 brackets', '['.repeat(100_000)],
    ['100,000 line breaks', '<br>'.repeat(100_000)],
    ['100,000 unfinished comments', 'a<!--'.repeat(100_000)],
    [
      'a table of a million cells',
      '|a'.repeat(1_000) + '\n' + '|-'.repeat(1_000) + '\n' + '|\n'.repeat(1_000),
    ],
  ])('%s in Markdown are read or refused quickly', (_title, markdown) => {
    const before = process.cpuUsage();
    try {
      readRichtext({ markdown }, 'body');
    } catch (error) {
      expect(error).toBeInstanceOf(Problem);
    }
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(5_000);
  });

  it('takes a document as deep and as long as the limits allow', () => {
    expect(readRichtext(nested(limits.richtext_depth_max - 1), 'body').document.content).toHaveLength(1);
    expect(readRichtext(wide(limits.richtext_nodes_max), 'body').document.content).toHaveLength(
      limits.richtext_nodes_max,
    );
  });
});
