import type { RichtextDocument } from '../../../../../src/content/richtext/schema.ts';

/** A node or mark as the editor keeps it: attributes that were not given are null. */
export interface EditorNode {
  type: string;
  text?: string;
  attrs?: Record<string, unknown>;
  content?: EditorNode[];
  marks?: { type: string; attrs?: Record<string, unknown> }[];
}

/** Blocks that no key leads out of downwards: a text that ends with one gets a paragraph behind it to write in. */
export const closedBlocks = ['image', 'table', 'codeBlock', 'callout', 'horizontalRule'];

const isClosed = (node: EditorNode | undefined) => node === undefined || closedBlocks.includes(node.type);

/** The stored document as the editor loads it, with a paragraph at its end where the cursor needs one. */
export function toEditor(document: RichtextDocument | null | undefined): EditorNode {
  const content = (document?.content ?? []) as EditorNode[];
  return { type: 'doc', content: isClosed(content.at(-1)) ? [...content, { type: 'paragraph' }] : content };
}

/** What the editor holds as the service stores it, without the spare paragraph; null when nothing is in it. */
export function fromEditor({ content = [] }: EditorNode): RichtextDocument | null {
  const nodes = content.map(storedNode);
  const last = nodes.at(-1);
  const isSpare = last?.type === 'paragraph' && last.content === undefined && isClosed(nodes.at(-2));
  const stored = isSpare ? nodes.slice(0, -1) : nodes;
  return stored.length === 0 ? null : ({ version: 2, content: stored } as RichtextDocument);
}

/** Attributes that say nothing more than leaving them out would. */
const implied: Readonly<Record<string, unknown>> = { colspan: 1, rowspan: 1 };

function storedNode({ type, text, attrs, content, marks }: EditorNode): EditorNode {
  const node: EditorNode = { type };
  if (text !== undefined) node.text = text;
  const said = storedAttributes(attrs);
  if (said !== undefined) node.attrs = said;
  if (content !== undefined && content.length > 0) node.content = content.map(storedNode);
  if (marks !== undefined && marks.length > 0) node.marks = marks.map(storedMark);
  return node;
}

function storedMark({ type, attrs }: { type: string; attrs?: Record<string, unknown> }) {
  const said = storedAttributes(attrs);
  return said === undefined ? { type } : { type, attrs: said };
}

function storedAttributes(attrs: Record<string, unknown> = {}): Record<string, unknown> | undefined {
  const said = Object.entries(attrs).filter(
    ([name, value]) => value !== null && value !== undefined && implied[name] !== value,
  );
  return said.length === 0 ? undefined : Object.fromEntries(said);
}
