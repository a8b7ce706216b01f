import { inlineText } from './plain.ts';
import type { Richtext, RichtextNode } from '../schema.ts';

type Heading = Extract<RichtextNode, { type: 'heading' }>;

/** The headings of a document in reading order, and the id of each; one without text has neither entry nor id. */
export interface Outline {
  toc: Richtext['toc'];
  ids: ReadonlyMap<Heading, string>;
}

/** Gives every heading an id made of its text, `-2`, `-3` on repeats (specification: headings). */
export function outlineOf(nodes: readonly RichtextNode[]): Outline {
  const toc: Richtext['toc'] = [];
  const ids = new Map<Heading, string>();
  const taken = new Map<string, number>();
  for (const heading of headingsIn(nodes)) {
    const text = inlineText(heading.content).replace(/\s+/g, ' ').trim();
    if (text === '') continue;
    const id = freeId(anchorOf(text), taken);
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

/** `taken` holds every id given so far, with the last number that was tried for it. */
function freeId(wanted: string, taken: Map<string, number>): string {
  let number = taken.get(wanted) ?? 0;
  let id = wanted;
  do {
    number += 1;
    id = number === 1 ? wanted : `${wanted}-${number}`;
  } while (number > 1 && taken.has(id));
  taken.set(wanted, number);
  if (id !== wanted) taken.set(id, 1);
  return id;
}

/** The text in small letters of its own script, words joined by "-". */
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
