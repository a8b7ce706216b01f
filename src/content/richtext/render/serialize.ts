import type { RichtextDocument, RichtextMark, RichtextNode, RichtextTargets } from '../schema.ts';

interface ServedNode {
  type: string;
  [key: string]: unknown;
}

/** The `json` view: the stored tree with the URL and size of images and the URL of links to content. */
export function servedJson(
  document: RichtextDocument,
  targets: RichtextTargets,
): { version: 2; content: ServedNode[] } {
  return { version: 2, content: document.content.map((node) => servedNode(node, targets)) };
}

function servedNode(node: RichtextNode, targets: RichtextTargets): ServedNode {
  if (node.type === 'image') return { ...node, attrs: { ...node.attrs, ...servedImage(node, targets) } };
  const content = 'content' in node ? node.content?.map((child) => servedNode(child, targets)) : undefined;
  const marks = 'marks' in node ? servedMarks(node.marks, targets) : undefined;
  if (marks === null) return withoutMarks(node);
  return { ...node, ...(content ? { content } : {}), ...(marks ? { marks } : {}) };
}

function servedImage({ attrs }: Extract<RichtextNode, { type: 'image' }>, targets: RichtextTargets) {
  const image = targets.image(attrs.media_id);
  if (image === null) return { url: null, width: null, height: null };
  const { alt, url, width, height, url_expires_at, srcset, focal_point, placeholder } = image;
  return {
    url,
    width,
    height,
    ...(url_expires_at === undefined ? {} : { url_expires_at }),
    default_alt: alt,
    ...(srcset === undefined ? {} : { srcset, focal_point, placeholder }),
  };
}

/** Omits links to deleted files; returns null if no mark remains. */
function servedMarks(marks: readonly RichtextMark[] | undefined, targets: RichtextTargets) {
  const served = marks?.flatMap((mark) => servedMark(mark, targets) ?? []);
  return served?.length === 0 && marks?.length !== 0 ? null : served;
}

/** Removes the marks of a text or break; other nodes have none. */
function withoutMarks(node: RichtextNode): ServedNode {
  const { marks: _marks, ...rest } = { marks: [], ...node };
  return rest;
}

function servedMark(mark: RichtextMark, targets: RichtextTargets): object | null {
  if (mark.type !== 'link' || mark.attrs.ref === undefined) return mark;
  const { ref, ...others } = mark.attrs;
  const { type, id } = ref;
  if (type !== 'media')
    return { ...mark, attrs: { ...mark.attrs, url: targets.link(type, id)?.url ?? null } };
  const href = targets.image(id)?.url ?? null;
  return href === null ? null : { ...mark, attrs: { href, ...others } };
}
