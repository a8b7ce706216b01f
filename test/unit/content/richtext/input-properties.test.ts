import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { Node } from 'prosemirror-model';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/contract/errors/api-error.ts';
import { placementSchema } from '../../../../src/content/richtext/read/placement.ts';
import { readRichtext } from '../../../../src/content/richtext/read/read.ts';
import { renderRichtext } from '../../../../src/content/richtext/service.ts';
import { targets } from '../../../support/richtext/documents.ts';

type Element = DefaultTreeAdapterTypes.Element;

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
            expect(error).toBeInstanceOf(ApiError);
            if (!(error instanceof ApiError)) return;
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
