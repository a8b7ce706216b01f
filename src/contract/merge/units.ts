/** A node of a rich text document, stored or in an editor. */
export interface TextNode {
  type: string;
  text?: string;
  attrs?: Readonly<Record<string, unknown>>;
  content?: readonly TextNode[];
  marks?: readonly { type: string; attrs?: Readonly<Record<string, unknown>> }[];
}

/** The smallest part of a document that a merge takes from one side: a child of the document, or an item of a list. */
export interface Unit {
  /** Equal units have equal keys. */
  readonly key: string;
  readonly node: TextNode;
  /** The list that contains the item, without its content; null for other units. */
  readonly list: TextNode | null;
  /** Whether the item begins a list directly after an equal list. */
  readonly startsList: boolean;
}

const listTypes: ReadonlySet<string> = new Set(['bulletList', 'orderedList']);

/** Splits the children of a document into units. */
export function splitUnits(nodes: readonly TextNode[]): Unit[] {
  const units: Unit[] = [];
  let listKey: string | null = null;
  for (const node of nodes) {
    const items = listTypes.has(node.type) ? (node.content ?? []) : null;
    if (items === null || items.length === 0) {
      units.push({ key: nodeKey(node), node, list: null, startsList: false });
      listKey = null;
      continue;
    }
    const { content: _items, ...list } = node;
    const key = nodeKey(list);
    for (const [index, item] of items.entries())
      units.push({
        key: `${key}${nodeKey(item)}`,
        node: item,
        list,
        startsList: index === 0 && key === listKey,
      });
    listKey = key;
  }
  return units;
}

/** Joins units into the children of a document. Consecutive items of equal lists are one list. */
export function joinUnits(units: readonly Unit[]): TextNode[] {
  const nodes: TextNode[] = [];
  let openList: { key: string; items: TextNode[] } | null = null;
  for (const { node, list, startsList } of units) {
    if (list === null) {
      nodes.push(node);
      openList = null;
      continue;
    }
    const key = nodeKey(list);
    if (openList !== null && openList.key === key && !startsList) {
      openList.items.push(node);
      continue;
    }
    openList = { key, items: [node] };
    nodes.push({ ...list, content: openList.items });
  }
  return nodes;
}

/** Serializes a node. The order of keys, empty lists and attributes that are null make no difference. */
function nodeKey({ type, text, attrs, content, marks }: TextNode): string {
  let key = `{${type}`;
  if (attrs !== undefined) key += attributesKey(attrs);
  if (marks !== undefined) for (const mark of marks) key += `<${mark.type}${attributesKey(mark.attrs)}>`;
  if (text !== undefined) key += `${text.length}:${text}`;
  if (content !== undefined) for (const child of content) key += nodeKey(child);
  return `${key}}`;
}

function attributesKey(attrs: Readonly<Record<string, unknown>> = {}): string {
  const names = Object.keys(attrs).filter((name) => attrs[name] !== null && attrs[name] !== undefined);
  return names.length === 0 ? '' : JSON.stringify(names.sort().map((name) => [name, attrs[name]]));
}

/** Words, and single characters of scripts without spaces. */
const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[\p{L}\p{N}\p{M}]+/gu;
/** The pattern for texts of ASCII characters alone, which is three times as fast. */
const asciiWordPattern = /[A-Za-z0-9]+/g;

/** All words of a node, in order. */
export function wordsIn(node: TextNode): string[] {
  const text = textIn(node);
  return text.match(/[\u0080-\uffff]/.test(text) ? wordPattern : asciiWordPattern) ?? [];
}

function textIn({ text, content }: TextNode): string {
  if (text !== undefined) return text;
  let texts = ' ';
  if (content !== undefined) for (const child of content) texts += textIn(child);
  return texts;
}
