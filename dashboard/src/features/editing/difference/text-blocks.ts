/** The part of a stored rich text node that a comparison reads. */
interface Node {
  type?: string;
  text?: string;
  attrs?: Record<string, unknown>;
  content?: Node[];
  marks?: unknown[];
}

/** One line of a text: a block, with its position in lists and quotes. */
export interface TextBlock {
  /** `text`, `heading 2`, `list item`, `code`, `table row`, `image`, `divider`. */
  kind: string;
  text: string;
  /** The nesting level in lists, 0 outside. */
  depth: number;
  /** The whole stored block. Blocks with equal keys are equal. */
  key: string;
}

interface ListPosition {
  kind: string;
  depth: number;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** The blocks of a stored document in reading order. `nameOf` returns the name of an image by its id. */
export function textBlocksOf(document: unknown, nameOf: (id: string) => string): TextBlock[] {
  const root = isNode(document) ? document : {};
  return (root.content ?? []).flatMap((node) => textBlocksIn(node, { kind: '', depth: 0 }, nameOf));
}

function textBlocksIn(node: Node, position: ListPosition, nameOf: (id: string) => string): TextBlock[] {
  const { type = '', attrs = {}, content = [] } = node;
  const blocksInside = (childPosition: ListPosition) =>
    content.flatMap((child) => textBlocksIn(child, childPosition, nameOf));
  switch (type) {
    case 'bulletList':
    case 'orderedList': {
      const kind = type === 'orderedList' ? 'numbered item' : 'list item';
      return blocksInside({ kind, depth: position.depth + 1 });
    }
    case 'blockquote':
      return blocksInside({ ...position, kind: 'quote' });
    case 'callout':
      return blocksInside({ ...position, kind: `callout, ${attributeText(attrs['tone'])}` });
    case 'listItem':
    case 'table':
      return blocksInside(position);
    case 'tableRow':
      return [block('table row', content.map(textOf).join(' | '), position, node)];
    case 'image':
      return [block('image', imageText(attrs, nameOf), position, node)];
    case 'horizontalRule':
      return [block('divider', '', position, node)];
    case 'heading':
      return [block(`heading ${attributeText(attrs['level'])}`, textOf(node), position, node)];
    case 'codeBlock':
      return [block('code', textOf(node), position, node)];
    default:
      return [block(position.kind === '' ? 'text' : position.kind, textOf(node), position, node)];
  }
}

function block(kind: string, text: string, { kind: parentKind, depth }: ListPosition, node: Node): TextBlock {
  return { kind, text, depth, key: JSON.stringify([parentKind, depth, node]) };
}

function textOf({ type, text = '', content = [] }: Node): string {
  return type === 'hardBreak' ? '\n' : text + content.map(textOf).join('');
}

/** An attribute as a text. */
function attributeText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function imageText(attrs: Record<string, unknown>, nameOf: (id: string) => string): string {
  const words = [attributeText(attrs['alt']), attributeText(attrs['caption'])].filter((text) => text !== '');
  return words.length > 0 ? words.join('. ') : nameOf(attributeText(attrs['media_id']));
}
