import { inlineText } from './plain.ts';
import type { Richtext, RichtextNode } from '../schema.ts';

type Heading = Extract<RichtextNode, { type: 'heading' }>;

/** The headings of a document in reading order and their ids. Headings without text are omitted from both. */
export interface Outline {
  toc: Richtext['toc'];
  ids: ReadonlyMap<Heading, string>;
}

/** Derives the id of every heading from its text, with `-2`, `-3` on repeats (specification: headings). */
export function outlineOf(nodes: readonly RichtextNode[]): Outline {
  const toc: Richtext['toc'] = [];
  const ids = new Map<Heading, string>();
  const lastNumberById = new Map<string, number>();
  for (const heading of headingsIn(nodes)) {
    const text = inlineText(heading.content).replace(/\s+/g, ' ').trim();
    if (text === '') continue;
    const id = uniqueId(anchorOf(text), lastNumberById);
    ids.set(heading, id);
    toc.push({ level: heading.attrs.level, text, id });
  }
  return { toc, ids };
}

function headingsIn(nodes: readonly RichtextNode[]): Heading[] {
  return nodes.flatMap((node) => {
    if (node.type === 'heading') return [node];
    return 'content' in node ? headingsIn(node.content ?? []) : [];
  });
}

/** `lastNumberById` contains every assigned id with the last number that was tried for it. */
function uniqueId(anchor: string, lastNumberById: Map<string, number>): string {
  let number = lastNumberById.get(anchor) ?? 0;
  let id = anchor;
  do {
    number += 1;
    id = number === 1 ? anchor : `${anchor}-${number}`;
  } while (number > 1 && lastNumberById.has(id));
  lastNumberById.set(anchor, number);
  if (id !== anchor) lastNumberById.set(id, 1);
  return id;
}

/** Returns the text in lower case with words joined by "-". Letters of every script stay. */
function anchorOf(text: string): string {
  const anchor = text
    .slice(0, 400)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .slice(0, 80)
    .replace(/\p{Surrogate}$/u, '')
    .replace(/^-+|-+$/g, '');
  return anchor === '' ? 'section' : anchor;
}
