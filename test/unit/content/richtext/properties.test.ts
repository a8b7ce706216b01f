import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { Node } from 'prosemirror-model';
import { describe, expect, it } from 'vitest';
import { placementSchema } from '../../../../src/content/richtext/read/placement.ts';
import { plainText, renderRichtext } from '../../../../src/content/richtext/service.ts';
import { readRichtext } from '../../../../src/content/richtext/read/read.ts';
import { documents, targets } from '../../../support/richtext/documents.ts';

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
