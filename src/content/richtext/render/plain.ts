import type { RichtextNode } from '../schema.ts';

/** Plain text of a document: a blank line between blocks, a line break between items and rows, a tab between cells. */
export function plainOf(nodes: readonly RichtextNode[], between = '\n\n'): string {
  return nodes
    .map(plainNode)
    .filter((text) => text !== '')
    .join(between);
}

/** Plain text of a paragraph, heading or code block; hard breaks become line breaks. */
export function inlineText(nodes: readonly RichtextNode[] = []): string {
  return nodes
    .map((node) => (node.type === 'text' ? node.text : node.type === 'hardBreak' ? '\n' : ''))
    .join('');
}

function plainNode(node: RichtextNode): string {
  switch (node.type) {
    case 'text':
      return node.text;
    case 'hardBreak':
      return '\n';
    case 'horizontalRule':
      return '';
    case 'image':
      return node.attrs.caption ?? '';
    case 'paragraph':
    case 'heading':
    case 'codeBlock':
      return inlineText(node.content);
    case 'bulletList':
    case 'orderedList':
    case 'listItem':
    case 'table':
      return plainOf(node.content ?? [], '\n');
    case 'tableRow':
      return (node.content ?? []).map(plainNode).join('\t');
    case 'tableHeader':
    case 'tableCell':
      return plainOf(node.content ?? [], '\n').replace(/\s+/g, ' ');
    case 'blockquote':
    case 'callout':
      return plainOf(node.content ?? []);
  }
}
