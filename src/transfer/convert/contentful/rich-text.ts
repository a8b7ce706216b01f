import { escapeHtml, linkParagraph } from '../html.ts';
import type { ItemLoss } from '../schema.ts';

/** A node of a rich text. */
interface RichTextNode {
  nodeType?: string;
  value?: string;
  marks?: { type?: string }[];
  data?: { uri?: string; target?: { sys?: { id?: string } } };
  content?: RichTextNode[];
}

/** Finds the files and entries to which a text refers. */
export interface RichTextTargets {
  /** The URL or file of an asset; null if it has none. */
  asset(id: string): { location: string; isImage: boolean; title: string } | null;
  entryTitle(id: string): string;
}

const depthMax = 100;
const marks: Readonly<Record<string, string>> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  code: 'code',
  strikethrough: 's',
  superscript: 'sup',
  subscript: 'sub',
};
const blocks: Readonly<Record<string, string>> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  'ordered-list': 'ol',
  'unordered-list': 'ul',
  'list-item': 'li',
  table: 'table',
  'table-row': 'tr',
  'table-cell': 'td',
  'table-header-cell': 'th',
};

/** The URL of an entry in texts: a load replaces it with a link to the entry. */
export const entryUrl = (id: string) => `contentful:${id}`;

/** Converts a rich text to HTML. */
export function richTextToHtml(
  node: unknown,
  targets: RichTextTargets,
  losses: ItemLoss[],
  depth = 0,
): string {
  const {
    nodeType = '',
    value = '',
    marks: nodeMarks = [],
    data = {},
    content = [],
  } = (node ?? {}) as RichTextNode;
  if (depth > depthMax) {
    losses.push({ reason: 'too_deep' });
    return '';
  }
  const id = data.target?.sys?.id ?? '';
  if (nodeType === 'text') return markedText(value, nodeMarks);
  const inner = content.map((child) => richTextToHtml(child, targets, losses, depth + 1)).join('');
  const heading = /^heading-([1-6])$/.exec(nodeType)?.[1];
  if (heading !== undefined) return `<h${heading}>${inner}</h${heading}>`;
  const tag = blocks[nodeType];
  if (tag !== undefined) return `<${tag}>${inner}</${tag}>`;
  switch (nodeType) {
    case 'hr':
      return '<hr>';
    case 'hyperlink':
      return `<a href="${escapeHtml(data.uri ?? '')}">${inner}</a>`;
    case 'entry-hyperlink':
      return `<a href="${entryUrl(escapeHtml(id))}">${inner}</a>`;
    case 'asset-hyperlink':
      return `<a href="${escapeHtml(targets.asset(id)?.location ?? '')}">${inner}</a>`;
    case 'embedded-asset-block':
      return assetHtml(targets.asset(id), losses);
    case 'embedded-entry-block':
    case 'embedded-entry-inline':
      losses.push({ reason: 'embedded_entry', detail: id });
      return nodeType.endsWith('inline')
        ? `<a href="${entryUrl(escapeHtml(id))}">${escapeHtml(targets.entryTitle(id))}</a>`
        : linkParagraph(entryUrl(id), targets.entryTitle(id));
    default:
      return inner;
  }
}

function markedText(value: string, nodeMarks: readonly { type?: string }[]): string {
  const text = escapeHtml(value).replaceAll('\n', '<br>');
  return nodeMarks
    .map(({ type = '' }) => marks[type])
    .filter((tag) => tag !== undefined)
    .reduce((html, tag) => `<${tag}>${html}</${tag}>`, text);
}

function assetHtml(asset: ReturnType<RichTextTargets['asset']>, losses: ItemLoss[]): string {
  if (asset === null) {
    losses.push({ reason: 'file_missing' });
    return '';
  }
  return asset.isImage
    ? `<img src="${escapeHtml(asset.location)}">`
    : linkParagraph(asset.location, asset.title);
}

/** The words of a rich text. */
export function richTextWords(node: unknown): string {
  const parts: string[] = [];
  const stack: unknown[] = [node];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { nodeType, value, content = [] } = (next ?? {}) as RichTextNode;
    if (nodeType === 'text') parts.push(value ?? '');
    else if (!['hyperlink', 'entry-hyperlink', 'asset-hyperlink'].includes(nodeType ?? '')) {
      parts.push(' ');
    }
    stack.push(...content.toReversed());
  }
  return parts.join('');
}
