import { outlineOf } from './render/headings.ts';
import { plainOf } from './render/plain.ts';
import { renderBlocks } from './render/render.ts';
import type { Richtext, RichtextDocument, RichtextNode, RichtextTargets } from './schema.ts';
import { servedJson } from './render/serialize.ts';

/**
 * Renders the four views of a stored document (specification: rich-text). `targets` answers for every id that `collectLinks`
 * names, out of what the caller has read in bulk.
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

/** The document's text without form; words are counted and searched in it. */
export function plainText(document: RichtextDocument): string {
  return plainOf(document.content);
}

/** Whether a reader would see nothing: no text, image or rule. A required field refuses such a document. */
export function isEmptyDocument(document: RichtextDocument): boolean {
  return !document.content.some(isVisible);
}

function isVisible(node: RichtextNode): boolean {
  if (node.type === 'image' || node.type === 'horizontalRule') return true;
  if (node.type === 'text') return node.text.trim() !== '';
  return 'content' in node && (node.content ?? []).some(isVisible);
}
