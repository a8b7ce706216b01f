import type {
  LinkAttributes,
  RichtextDocument,
  RichtextLinks,
  RichtextMark,
  RichtextNode,
} from './schema.ts';

type Link = { mediaId: string } | NonNullable<LinkAttributes['ref']>;

/** Collects ids, each once, with the path of its first occurrence. */
export class LinkList implements RichtextLinks {
  readonly media: RichtextLinks['media'] = [];
  readonly files: RichtextLinks['files'] = [];
  readonly refs: RichtextLinks['refs'] = [];
  readonly #keys = new Set<string>();

  add(link: Link, param: string): void {
    const { type, id } = 'mediaId' in link ? { type: 'image' as const, id: link.mediaId } : link;
    const key = `${type} ${id}`;
    if (this.#keys.has(key)) return;
    this.#keys.add(key);
    if (type === 'image') this.media.push({ id, param });
    else if (type === 'media') this.files.push({ id, param });
    else this.refs.push({ type, id, param });
  }
}

/** Collects every asset and content item that a stored document links to; `param` is the path of the field. */
export function collectLinks(document: RichtextDocument, param: string): RichtextLinks {
  const list = new LinkList();
  visitAll(document.content, { param, indexes: [] }, list);
  return list;
}

/** Position of the walk. Paths are built only for links, because a document can have thousands of nodes. */
interface Trail {
  param: string;
  indexes: number[];
}

function visitAll(nodes: readonly RichtextNode[], trail: Trail, list: LinkList): void {
  for (const [i, node] of nodes.entries()) {
    trail.indexes.push(i);
    if (node.type === 'image') list.add({ mediaId: node.attrs.media_id }, `${pathOf(trail)}.attrs.media_id`);
    if ('marks' in node) visitMarks(node.marks ?? [], trail, list);
    if ('content' in node) visitAll(node.content ?? [], trail, list);
    trail.indexes.pop();
  }
}

function visitMarks(marks: readonly RichtextMark[], trail: Trail, list: LinkList): void {
  for (const [i, mark] of marks.entries()) {
    if (mark.type !== 'link' || !mark.attrs.ref) continue;
    list.add(mark.attrs.ref, `${pathOf(trail)}.marks[${i}].attrs.ref.id`);
  }
}

function pathOf({ param, indexes }: Trail): string {
  return param + indexes.map((index) => `.content[${index}]`).join('');
}
