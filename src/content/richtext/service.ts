import { outlineOf } from './render/headings.ts';
import { plainOf } from './render/plain.ts';
import { renderBlocks } from './render/render.ts';
import type { Richtext, RichtextDocument, RichtextNode, RichtextTargets } from './schema.ts';
import { servedJson } from './render/serialize.ts';

/**
 * Renders the four views of a stored document (specification: rich-text). `targets` must have every id that
 * `collectLinks` returns; the caller resolves them in bulk.
 */
export function renderRichtext(document: RichtextDocument, targets: RichtextTargets): Richtext {
  const { toc, ids } = outlineOf(document.content);
  return {
    html: renderBlocks(document.content, { targets, ids }),
    json: servedJson(document, targets),
    plain: plainText(document),
    toc,
  };
}

/** The document as plain text, for word counts and search. */
export function plainText(document: RichtextDocument): string {
  return plainOf(document.content);
}

/** Whether the document has no text, image or rule. Required fields reject such documents. */
export function isEmptyDocument(document: RichtextDocument): boolean {
  return !document.content.some(isVisible);
}

function isVisible(node: RichtextNode): boolean {
  if (node.type === 'image' || node.type === 'horizontalRule') return true;
  if (node.type === 'text') return node.text.trim() !== '';
  return 'content' in node && (node.content ?? []).some(isVisible);
}
