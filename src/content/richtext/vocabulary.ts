import type { TObject } from '@sinclair/typebox';
import {
  CalloutAttributes,
  CellAttributes,
  CodeBlockAttributes,
  HeadingAttributes,
  ImageAttributes,
  LinkAttributes,
  OrderedListAttributes,
  type RichtextMark,
  type RichtextNode,
  ServedImageAttributes,
  ServedLinkAttributes,
} from './schema.ts';

/** Definition of one kind of mark. */
export interface MarkDefinition {
  /** One sentence for the introspection. */
  about: string;
  attributes?: TObject;
  /** Attributes that reads add. Writes accept and drop them. */
  served?: TObject;
}

/** `content` and `group` use the notation of ProseMirror; a node without `content` has no children. */
export interface NodeDefinition extends MarkDefinition {
  content?: string;
  group?: 'block' | 'inline';
  /** Whether the text inside can have marks. */
  marks?: boolean;
}

/** The nodes, named as in the standard extensions of TipTap (specification: rich-text-vocabulary). */
export const nodeDefinitions: Readonly<Record<RichtextNode['type'], NodeDefinition>> = {
  paragraph: { about: 'A paragraph.', content: 'inline*', group: 'block', marks: true },
  heading: {
    about: 'A heading. html and toc contain an id created from its text.',
    content: 'inline*',
    group: 'block',
    marks: true,
    attributes: HeadingAttributes,
  },
  bulletList: { about: 'A list without numbers.', content: 'listItem+', group: 'block' },
  orderedList: {
    about: 'A numbered list, from `start` (default 1).',
    content: 'listItem+',
    group: 'block',
    attributes: OrderedListAttributes,
  },
  listItem: { about: 'An item: a paragraph first, then any blocks.', content: 'paragraph block*' },
  blockquote: { about: 'A quotation.', content: 'block+', group: 'block' },
  codeBlock: {
    about: 'Code. Its text has no marks.',
    content: 'text*',
    group: 'block',
    attributes: CodeBlockAttributes,
  },
  horizontalRule: { about: 'A break between two parts.', group: 'block' },
  image: {
    about: 'An image: the id of an uploaded and confirmed file.',
    group: 'block',
    attributes: ImageAttributes,
    served: ServedImageAttributes,
  },
  table: { about: 'A table.', content: 'tableRow+', group: 'block' },
  tableRow: { about: 'A row of cells.', content: '(tableCell | tableHeader)*' },
  tableHeader: { about: 'A heading cell.', content: 'block+', attributes: CellAttributes },
  tableCell: { about: 'A cell.', content: 'block+', attributes: CellAttributes },
  callout: {
    about: 'A note set apart from the text.',
    content: 'block+',
    group: 'block',
    attributes: CalloutAttributes,
  },
  hardBreak: { about: 'A line break inside a paragraph or heading.', group: 'inline' },
  text: { about: 'Text with its marks.', group: 'inline' },
};

/** The marks in the order in which HTML nests them, outermost first. */
export const markDefinitions: Readonly<Record<RichtextMark['type'], MarkDefinition>> = {
  link: {
    about: 'A link to a URL (`href`) or to content of the project (`ref`).',
    attributes: LinkAttributes,
    served: ServedLinkAttributes,
  },
  bold: { about: 'Strong importance.' },
  italic: { about: 'Emphasis.' },
  underline: { about: 'Underlined.' },
  strike: { about: 'Struck through.' },
  subscript: { about: 'Subscript.' },
  superscript: { about: 'Superscript.' },
  code: { about: 'Inline code. Can be combined with any other mark.' },
};

export const nodeNames = Object.keys(nodeDefinitions) as RichtextNode['type'][];
export const markNames = Object.keys(markDefinitions) as RichtextMark['type'][];

/** Presentation attributes that editors add; accepted on every node and mark, and dropped. */
export const droppedAttributes = ['target', 'rel', 'class', 'textAlign', 'align', 'type', 'src'] as const;
