import type { Outline } from './headings.ts';
import { type Html, element, join, nothing, text } from './html.ts';
import { renderInline } from './render-inline.ts';
import { renderTable } from './render-table.ts';
import type { RichtextNode, RichtextTargets } from '../schema.ts';

export interface RenderNeeds {
  targets: RichtextTargets;
  ids: Outline['ids'];
}

/** Renders blocks as semantic HTML (specification: rich-text). */
export function renderBlocks(nodes: readonly RichtextNode[] = [], needs: RenderNeeds): Html {
  return join(nodes.map((node) => renderBlock(node, needs)));
}

function renderBlock(node: RichtextNode, needs: RenderNeeds): Html {
  const blocks = (nodes?: readonly RichtextNode[]) => renderBlocks(nodes, needs);
  switch (node.type) {
    case 'paragraph':
      return element('p', {}, renderInline(node.content, needs.targets));
    case 'heading':
      return element(
        `h${node.attrs.level}`,
        { id: needs.ids.get(node) },
        renderInline(node.content, needs.targets),
      );
    case 'bulletList':
      return element('ul', {}, blocks(node.content));
    case 'orderedList': {
      const start = node.attrs?.start ?? 1;
      return element('ol', { start: start === 1 ? null : start }, blocks(node.content));
    }
    case 'listItem':
      return element('li', {}, renderTight(node.content, needs));
    case 'blockquote':
      return element('blockquote', {}, blocks(node.content));
    case 'callout':
      return element('aside', { 'data-tone': node.attrs.tone }, blocks(node.content));
    case 'codeBlock': {
      const language = node.attrs?.language;
      const name = language === undefined ? null : `language-${language}`;
      return element('pre', {}, element('code', { class: name }, renderInline(node.content, needs.targets)));
    }
    case 'table':
      return renderTable(node.content, (content) => renderTight(content, needs));
    case 'image':
      return renderImage(node.attrs, needs.targets);
    case 'horizontalRule':
      return element('hr', {}, nothing);
    case 'text':
    case 'hardBreak':
      return renderInline([node], needs.targets);
    case 'tableRow':
    case 'tableHeader':
    case 'tableCell':
      return blocks(node.content); // never met outside renderTable
  }
}

/** Items and cells of one paragraph, or of one and a list below it, do without the paragraph's element. */
function renderTight(nodes: readonly RichtextNode[] = [], needs: RenderNeeds): Html {
  const [first, ...rest] = nodes;
  const isTight = rest.every((node) => node.type === 'bulletList' || node.type === 'orderedList');
  if (first?.type !== 'paragraph' || !isTight) return renderBlocks(nodes, needs);
  return join([renderInline(first.content, needs.targets), renderBlocks(rest, needs)]);
}

/** An image whose file is gone leaves nothing in the page. */
function renderImage(
  { media_id, alt, caption }: Extract<RichtextNode, { type: 'image' }>['attrs'],
  targets: RichtextTargets,
): Html {
  const image = targets.image(media_id);
  if (image === null || image.url === null) return nothing;
  const { url, width, height } = image;
  const img = element('img', { src: url, alt: alt ?? image.alt, width, height }, nothing);
  if (caption === undefined || caption === '') return img;
  return element('figure', {}, join([img, element('figcaption', {}, text(caption))]));
}
