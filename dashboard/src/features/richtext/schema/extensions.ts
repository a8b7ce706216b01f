import { type Extensions, Mark } from '@tiptap/core';
import { Code } from '@tiptap/extension-code';
import { CodeBlock } from '@tiptap/extension-code-block';
import { Document } from '@tiptap/extension-document';
import { OrderedList } from '@tiptap/extension-list';
import { StarterKit } from '@tiptap/starter-kit';
import { LinkMark } from './link-mark.ts';
import { Callout, ImageNode } from './nodes.ts';
import { Table, TableCell, TableHeader, TableRow } from './table-nodes.ts';

/** Blocks that the cursor can leave with Enter, so they need no paragraph behind them. */
const blocksWithExit = ['paragraph', 'heading', 'bulletList', 'orderedList', 'blockquote'];

const createMark = (name: string, tag: string) =>
  Mark.create({
    name,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });

/**
 * The nodes and marks of the service's rich text, under its names (specification: rich-text-vocabulary). A test compares them with the
 * service's own schema in both directions.
 */
export const documentExtensions: Extensions = [
  StarterKit.configure({
    document: false,
    code: false,
    codeBlock: false,
    link: false,
    orderedList: false,
    trailingNode: { node: 'paragraph', notAfter: blocksWithExit },
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
  createMark('subscript', 'sub'),
  createMark('superscript', 'sup'),
  Table,
  TableRow,
  TableHeader,
  TableCell,
  LinkMark,
  Callout,
  ImageNode,
];
