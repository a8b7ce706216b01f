import type {
  RichtextDocument,
  RichtextLinks,
  RichtextMark,
  RichtextNode,
  RichtextRefType,
} from './schema.ts';

type Link = { mediaId: string } | { type: RichtextRefType; id: string };

/** Collects ids, each once, with the place where it was met first. */
export class LinkList implements RichtextLinks {
  readonly media: RichtextLinks['media'] = [];
  readonly refs: RichtextLinks['refs'] = [];
  readonly #seen = new Set<string>();

  add(link: Link, param: string): void {
    const key = 'mediaId' in link ? `media ${link.mediaId}` : `${link.type} ${link.id}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    if ('mediaId' in link) this.media.push({ id: link.mediaId, param });
    else this.refs.push({ type: link.type, id: link.id, param });
  }
}

/** Names every asset and every piece of content that a stored document points at; `param` is the path of the field. */
export function collectLinks(document: RichtextDocument, param: string): RichtextLinks {
  const list = new LinkList();
  visitAll(document.content, param, list);
  return list;
}

function visitAll(nodes: readonly RichtextNode[], path: string, list: LinkList): void {
  nodes.forEach((node, i) => {
    const at = `${path}.content[${i}]`;
    if (node.type === 'image') list.add({ mediaId: node.attrs.media_id }, `${at}.attrs.media_id`);
    if ('marks' in node) visitMarks(node.marks ?? [], at, list);
    if ('content' in node) visitAll(node.content ?? [], at, list);
  });
}

function visitMarks(marks: readonly RichtextMark[], path: string, list: LinkList): void {
  marks.forEach((mark, i) => {
    if (mark.type === 'link' && mark.attrs.ref) list.add(mark.attrs.ref, `${path}.marks[${i}].attrs.ref.id`);
  });
}
