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

/** Renders text, breaks and their marks; neighbors with the same mark share its element. */
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
    else parts.push(renderMark(mark, wrap(run, level + 1, targets), targets));
    start = end;
  }
  return join(parts);
}

function renderMark(mark: RichtextMark, content: Html, targets: RichtextTargets): Html {
  if (mark.type !== 'link') return element(tags[mark.type], {}, content);
  const { ref, title } = mark.attrs;
  const type = ref?.type ?? 'media';
  if (ref !== undefined && type !== 'media')
    return renderReference({ type, id: ref.id, title }, content, targets);
  const href = ref === undefined ? mark.attrs.href : targets.image(ref.id)?.url;
  if (href == null) return content;
  const rel = /^https?:/i.test(href) ? 'nofollow noopener' : null;
  return element('a', { href, title, rel }, content);
}

/** Renders a link to content. Data attributes describe the target, so that a site can build its own URL. */
function renderReference(
  { type, id, title }: { type: RichtextRefType; id: string; title: string | undefined },
  content: Html,
  targets: RichtextTargets,
): Html {
  const anchor = targets.anchor(type, id);
  if (anchor === null) return content;
  const data = {
    'data-ref': id,
    'data-type': type,
    'data-slug': anchor.slug,
    'data-content-type': anchor.contentType,
  };
  return element('a', { href: anchor.href, title, ...data }, content);
}
