import type { RichtextDocument } from '../../../../../src/content/richtext/schema.ts';

/** A node of the editor; omitted attributes are null. */
export interface EditorNode {
  type: string;
  text?: string;
  attrs?: Record<string, unknown>;
  content?: EditorNode[];
  marks?: { type: string; attrs?: Record<string, unknown> }[];
}

/** Blocks that the cursor can't leave downwards. A text that ends with one gets an empty paragraph. */
export const blocksWithoutExit = ['image', 'table', 'codeBlock', 'callout', 'horizontalRule'];

const needsParagraphAfter = (node: EditorNode | undefined) =>
  node === undefined || blocksWithoutExit.includes(node.type);

/** Converts a stored document for the editor, with an empty paragraph at the end if the cursor needs one. */
export function toEditor(document: RichtextDocument | null | undefined): EditorNode {
  const content = (document?.content ?? []) as EditorNode[];
  return {
    type: 'doc',
    content: needsParagraphAfter(content.at(-1)) ? [...content, { type: 'paragraph' }] : content,
  };
}

/** Converts the editor's document for the service, without the spare paragraph; null if it is empty. */
export function fromEditor({ content = [] }: EditorNode): RichtextDocument | null {
  const nodes = content.map(toStoredNode);
  const last = nodes.at(-1);
  const isSpare =
    last?.type === 'paragraph' && last.content === undefined && needsParagraphAfter(nodes.at(-2));
  const storedNodes = isSpare ? nodes.slice(0, -1) : nodes;
  return storedNodes.length === 0 ? null : ({ version: 2, content: storedNodes } as RichtextDocument);
}

/** Attributes that are not stored while they have these values. */
const defaultAttributes: Readonly<Record<string, unknown>> = { colspan: 1, rowspan: 1 };

function toStoredNode({ type, text, attrs, content, marks }: EditorNode): EditorNode {
  const node: EditorNode = { type };
  if (text !== undefined) node.text = text;
  const attributes = toStoredAttributes(attrs);
  if (attributes !== undefined) node.attrs = attributes;
  if (content !== undefined && content.length > 0) node.content = content.map(toStoredNode);
  if (marks !== undefined && marks.length > 0) node.marks = marks.map(toStoredMark);
  return node;
}

function toStoredMark({ type, attrs }: { type: string; attrs?: Record<string, unknown> }) {
  const attributes = toStoredAttributes(attrs);
  return attributes === undefined ? { type } : { type, attrs: attributes };
}

function toStoredAttributes(attrs: Record<string, unknown> = {}): Record<string, unknown> | undefined {
  const attributes = Object.entries(attrs).filter(
    ([name, value]) => value !== null && value !== undefined && defaultAttributes[name] !== value,
  );
  return attributes.length === 0 ? undefined : Object.fromEntries(attributes);
}
