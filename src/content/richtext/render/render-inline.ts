import { isDeepStrictEqual } from 'node:util';
import { type Html, element, join, nothing, text } from './html.ts';
import type { RichtextMark, RichtextNode, RichtextRefType, RichtextTargets } from '../schema.ts';
import { markNames } from '../vocabulary.ts';

const tags = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  subscript: 'sub',
  superscript: 'sup',
  code: 'code',
} as const;

interface Piece {
  html: Html;
  /** Outermost first. */
  marks: RichtextMark[];
}

/** Text, breaks and their marks; neighbours that share a mark share its element. */
export function renderInline(nodes: readonly RichtextNode[] = [], targets: RichtextTargets): Html {
  return wrap(nodes.map(pieceOf), 0, targets);
}

function pieceOf(node: RichtextNode): Piece {
  const marks = 'marks' in node ? (node.marks ?? []) : [];
  return {
    html: node.type === 'text' ? text(node.text) : element('br', {}, nothing),
    marks: marks.toSorted((a, b) => markNames.indexOf(a.type) - markNames.indexOf(b.type)),
  };
}

function wrap(pieces: readonly Piece[], level: number, targets: RichtextTargets): Html {
  const parts: Html[] = [];
  for (let start = 0; start < pieces.length;) {
    const mark = pieces[start]?.marks[level];
    let end = start + 1;
    while (mark !== undefined && isDeepStrictEqual(pieces[end]?.marks[level], mark)) end += 1;
    const run = pieces.slice(start, end);
    if (mark === undefined) parts.push(...run.map((piece) => piece.html));
    else parts.push(markUp(mark, wrap(run, level + 1, targets), targets));
    start = end;
  }
  return join(parts);
}

function markUp(mark: RichtextMark, tx: Html, targets: RichtextTargets): Html {
  if (mark.type !== 'link') return element(tags[mark.type], {}, tx);
  const { ref, title } = mark.attrs;
  const type = ref?.type ?? 'media';
  if (ref !== undefined && type !== 'media') return linkToContent({ type, id: ref.id, title }, tx, targets);
  const href = ref === undefined ? mark.attrs.href : targets.image(ref.id)?.url;
  if (href == null) return tx;
  const rel = /^https?:/i.test(href) ? 'nofollow noopener' : null;
  return element('a', { href, title, rel }, tx);
}

/** What the link leads to is said beside its address, so that a site can make its own address of it. */
function linkToContent(
  { type, id, title }: { type: RichtextRefType; id: string; title: string | undefined },
  tx: Html,
  targets: RichtextTargets,
): Html {
  const anchor = targets.anchor(type, id);
  if (anchor === null) return tx;
  const data = {
    'data-ref': id,
    'data-type': type,
    'data-slug': anchor.slug,
    'data-content-type': anchor.contentType,
  };
  return element('a', { href: anchor.href, title, ...data }, tx);
}
