import { type Extensions, Mark } from '@tiptap/core';
import { Code } from '@tiptap/extension-code';
import { CodeBlock } from '@tiptap/extension-code-block';
import { Document } from '@tiptap/extension-document';
import { OrderedList } from '@tiptap/extension-list';
import { StarterKit } from '@tiptap/starter-kit';
import { LinkMark } from './link-mark.ts';
import { Callout, Picture } from './nodes.ts';
import { Table, TableCell, TableHeader, TableRow } from './table-nodes.ts';

/** Blocks after which the next paragraph is made by typing. */
const openBlocks = ['paragraph', 'heading', 'bulletList', 'orderedList', 'blockquote'];

const plainMark = (name: string, tag: string) =>
  Mark.create({
    name,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });

/**
 * The nodes and marks of the service's rich text, under its names (specification: rich-text-vocabulary). A test holds them against the
 * service's own schema: what is valid there can be edited here, and the reverse.
 */
export const documentExtensions: Extensions = [
  StarterKit.configure({
    document: false,
    code: false,
    codeBlock: false,
    link: false,
    orderedList: false,
    trailingNode: { node: 'paragraph', notAfter: openBlocks },
    dropcursor: { color: 'var(--accent)', width: 2 },
    heading: { levels: [1, 2, 3, 4, 5, 6] },
  }),
  Document,
  Code.extend({ excludes: '' }),
  CodeBlock,
  OrderedList.extend({
    addAttributes: () => ({
      start: {
        default: null,
        parseHTML(element: HTMLElement) {
          const start = Number(element.getAttribute('start') ?? Number.NaN);
          return Number.isInteger(start) && start >= 0 && start !== 1 ? start : null;
        },
      },
    }),
  }),
  plainMark('subscript', 'sub'),
  plainMark('superscript', 'sup'),
  Table,
  TableRow,
  TableHeader,
  TableCell,
  LinkMark,
  Callout,
  Picture,
];
