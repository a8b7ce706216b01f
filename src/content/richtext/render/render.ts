import type { Outline } from './headings.ts';
import { type Html, element, join, nothing, text } from './html.ts';
import { renderInline } from './render-inline.ts';
import { renderTable } from './render-table.ts';
import type { RichtextNode, RichtextTargets } from '../schema.ts';

export interface RenderOptions {
  targets: RichtextTargets;
  ids: Outline['ids'];
}

/** Renders blocks as semantic HTML (specification: rich-text). */
export function renderBlocks(nodes: readonly RichtextNode[] = [], options: RenderOptions): Html {
  return join(nodes.map((node) => renderBlock(node, options)));
}

function renderBlock(node: RichtextNode, options: RenderOptions): Html {
  const blocks = (nodes?: readonly RichtextNode[]) => renderBlocks(nodes, options);
  switch (node.type) {
    case 'paragraph':
      return element('p', {}, renderInline(node.content, options.targets));
    case 'heading':
      return element(
        `h${node.attrs.level}`,
        { id: options.ids.get(node) },
        renderInline(node.content, options.targets),
      );
    case 'bulletList':
      return element('ul', {}, blocks(node.content));
    case 'orderedList': {
      const start = node.attrs?.start ?? 1;
      return element('ol', { start: start === 1 ? null : start }, blocks(node.content));
    }
    case 'listItem':
      return element('li', {}, renderTight(node.content, options));
    case 'blockquote':
      return element('blockquote', {}, blocks(node.content));
    case 'callout':
      return element('aside', { 'data-tone': node.attrs.tone }, blocks(node.content));
    case 'codeBlock': {
      const language = node.attrs?.language;
      const name = language === undefined ? null : `language-${language}`;
      return element(
        'pre',
        {},
        element('code', { class: name }, renderInline(node.content, options.targets)),
      );
    }
    case 'table':
      return renderTable(node.content, (content) => renderTight(content, options));
    case 'image':
      return renderImage(node.attrs, options.targets);
    case 'horizontalRule':
      return element('hr', {}, nothing);
    case 'text':
    case 'hardBreak':
      return renderInline([node], options.targets);
    case 'tableRow':
    case 'tableHeader':
    case 'tableCell':
      return blocks(node.content); // only inside a table, which renderTable handles
  }
}

/** Omits the `p` element in items and cells that contain one paragraph, or one paragraph followed by lists. */
function renderTight(nodes: readonly RichtextNode[] = [], options: RenderOptions): Html {
  const [first, ...rest] = nodes;
  const isTight = rest.every((node) => node.type === 'bulletList' || node.type === 'orderedList');
  if (first?.type !== 'paragraph' || !isTight) return renderBlocks(nodes, options);
  return join([renderInline(first.content, options.targets), renderBlocks(rest, options)]);
}

/** Renders an image; renders nothing if its file was deleted. */
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
