/** A node of a stored rich text, as far as a comparison reads it. */
interface Node {
  type?: string;
  text?: string;
  attrs?: Record<string, unknown>;
  content?: Node[];
  marks?: unknown[];
}

/** One line of a text: what a reader sees as a block, with its place in lists and quotes. */
export interface Block {
  /** `text`, `heading 2`, `list item`, `code`, `table row`, `picture`, `divider`. */
  kind: string;
  text: string;
  /** How deep it stands in lists, 0 outside. */
  depth: number;
  /** Everything about it that is stored: two blocks with the same are the same. */
  key: string;
}

interface Place {
  kind: string;
  depth: number;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** The blocks of a stored document in reading order; `nameOf` gives the name of a picture's id. */
export function blocksOf(document: unknown, nameOf: (id: string) => string): Block[] {
  const root = isNode(document) ? document : {};
  return (root.content ?? []).flatMap((node) => blocksIn(node, { kind: '', depth: 0 }, nameOf));
}

function blocksIn(node: Node, place: Place, nameOf: (id: string) => string): Block[] {
  const { type = '', attrs = {}, content = [] } = node;
  const inside = (next: Place) => content.flatMap((child) => blocksIn(child, next, nameOf));
  switch (type) {
    case 'bulletList':
    case 'orderedList': {
      const kind = type === 'orderedList' ? 'numbered item' : 'list item';
      return inside({ kind, depth: place.depth + 1 });
    }
    case 'blockquote':
      return inside({ ...place, kind: 'quote' });
    case 'callout':
      return inside({ ...place, kind: `callout, ${said(attrs['tone'])}` });
    case 'listItem':
    case 'table':
      return inside(place);
    case 'tableRow':
      return [block('table row', content.map(textOf).join(' | '), place, node)];
    case 'image':
      return [block('picture', pictureText(attrs, nameOf), place, node)];
    case 'horizontalRule':
      return [block('divider', '', place, node)];
    case 'heading':
      return [block(`heading ${said(attrs['level'])}`, textOf(node), place, node)];
    case 'codeBlock':
      return [block('code', textOf(node), place, node)];
    default:
      return [block(place.kind === '' ? 'text' : place.kind, textOf(node), place, node)];
  }
}

function block(kind: string, text: string, { kind: around, depth }: Place, node: Node): Block {
  return { kind, text, depth, key: JSON.stringify([around, depth, node]) };
}

function textOf({ type, text = '', content = [] }: Node): string {
  return type === 'hardBreak' ? '\n' : text + content.map(textOf).join('');
}

/** An attribute as a word. */
function said(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function pictureText(attrs: Record<string, unknown>, nameOf: (id: string) => string): string {
  const words = [said(attrs['alt']), said(attrs['caption'])].filter((one) => one !== '');
  return words.length > 0 ? words.join('. ') : nameOf(said(attrs['media_id']));
}
