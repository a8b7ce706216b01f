import type {
  LinkAttributes,
  RichtextDocument,
  RichtextLinks,
  RichtextMark,
  RichtextNode,
} from './schema.ts';

type Link = { mediaId: string } | NonNullable<LinkAttributes['ref']>;

/** Collects ids, each once, with the place where it was met first. */
export class LinkList implements RichtextLinks {
  readonly media: RichtextLinks['media'] = [];
  readonly files: RichtextLinks['files'] = [];
  readonly refs: RichtextLinks['refs'] = [];
  readonly #seen = new Set<string>();

  add(link: Link, param: string): void {
    const { type, id } = 'mediaId' in link ? { type: 'image' as const, id: link.mediaId } : link;
    const key = `${type} ${id}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    if (type === 'image') this.media.push({ id, param });
    else if (type === 'media') this.files.push({ id, param });
    else this.refs.push({ type, id, param });
  }
}

/** Names every asset and every piece of content that a stored document points at; `param` is the path of the field. */
export function collectLinks(document: RichtextDocument, param: string): RichtextLinks {
  const list = new LinkList();
  visitAll(document.content, { param, places: [] }, list);
  return list;
}

/** Where a walk is: a document may have thousands of nodes, of which few need their path spelled out. */
interface Trail {
  param: string;
  places: number[];
}

function visitAll(nodes: readonly RichtextNode[], trail: Trail, list: LinkList): void {
  for (const [i, node] of nodes.entries()) {
    trail.places.push(i);
    if (node.type === 'image') list.add({ mediaId: node.attrs.media_id }, `${pathOf(trail)}.attrs.media_id`);
    if ('marks' in node) visitMarks(node.marks ?? [], trail, list);
    if ('content' in node) visitAll(node.content ?? [], trail, list);
    trail.places.pop();
  }
}

function visitMarks(marks: readonly RichtextMark[], trail: Trail, list: LinkList): void {
  for (const [i, mark] of marks.entries()) {
    if (mark.type !== 'link' || !mark.attrs.ref) continue;
    list.add(mark.attrs.ref, `${pathOf(trail)}.marks[${i}].attrs.ref.id`);
  }
}

function pathOf({ param, places }: Trail): string {
  return param + places.map((place) => `.content[${place}]`).join('');
}
