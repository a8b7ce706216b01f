import type { RichtextDocument, RichtextMark, RichtextNode, RichtextTargets } from './schema.ts';

interface ServedNode {
  type: string;
  [key: string]: unknown;
}

/** The `json` view: the stored tree, images with their address and size, links to content with theirs. */
export function servedJson(
  document: RichtextDocument,
  targets: RichtextTargets,
): { version: 2; content: ServedNode[] } {
  return { version: 2, content: document.content.map((node) => servedNode(node, targets)) };
}

function servedNode(node: RichtextNode, targets: RichtextTargets): ServedNode {
  if (node.type === 'image') return { ...node, attrs: { ...node.attrs, ...servedImage(node, targets) } };
  const content = 'content' in node ? node.content?.map((child) => servedNode(child, targets)) : undefined;
  const marks = 'marks' in node ? node.marks?.map((mark) => servedMark(mark, targets)) : undefined;
  return { ...node, ...(content ? { content } : {}), ...(marks ? { marks } : {}) };
}

function servedImage({ attrs }: Extract<RichtextNode, { type: 'image' }>, targets: RichtextTargets) {
  const image = targets.image(attrs.media_id);
  if (image === null) return { url: null, width: null, height: null };
  const { alt, url, width, height, url_expires_at } = image;
  return {
    url,
    width,
    height,
    ...(url_expires_at === undefined ? {} : { url_expires_at }),
    default_alt: alt,
  };
}

function servedMark(mark: RichtextMark, targets: RichtextTargets) {
  if (mark.type !== 'link' || mark.attrs.ref === undefined) return mark;
  const { type, id } = mark.attrs.ref;
  return { ...mark, attrs: { ...mark.attrs, url: targets.link(type, id)?.url ?? null } };
}
