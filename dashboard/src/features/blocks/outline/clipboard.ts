import type { Block } from '../../../../../src/contract/fields/blocks.ts';
import type { Field } from '../../../../../src/content/fields/schema.ts';
import type { Definitions } from './definitions.ts';
import { isBlockList } from './flat.ts';

/** A block on its way between lists, entries, tabs and projects of this browser. */
export interface Clipping {
  projectId: string;
  /** The field that it was taken out of, by the place of its entry. */
  place: string;
  /** It was cut: pasted where it came from it is the same block again. */
  isCut: boolean;
  block: Block;
}

const storageKey = 'galley:copied-block';

export function keepClipping(clipping: Clipping): boolean {
  try {
    localStorage.setItem(storageKey, JSON.stringify(clipping));
    return true;
  } catch {
    return false;
  }
}

export function readClipping(): Clipping | null {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Clipping | null;
  } catch {
    return null;
  }
}

const linked = ['image', 'gallery', 'link', 'link_list', 'reference', 'reference_list'];

/** The slugs of a block and of those inside it that have no definition here. */
export function unknownIn({ block, values }: Block, definitions: Definitions): string[] {
  const inside = Object.values(values).filter(isBlockList).flat();
  const own = definitions.has(block) ? [] : [block];
  return [...own, ...inside.flatMap((one) => unknownIn(one, definitions))];
}

interface Fitted {
  block: Block;
  /** Fields that lost links and pictures of another project. */
  emptied: number;
}

/**
 * A block with the fields that its definition has. Of a block of another project links and pictures are left out, those
 * in its texts too.
 */
export function fitted(clipped: Block, definitions: Definitions, isForeign: boolean): Fitted {
  let emptied = 0;
  const values: Record<string, unknown> = {};
  for (const field of definitions.get(clipped.block)?.fields ?? []) {
    const value = clipped.values[field.key];
    if (value === undefined || value === null || isBlockList(value) !== (field.type === 'blocks')) continue;
    if (isBlockList(value)) {
      const inside = value.map((one) => fitted(one, definitions, isForeign));
      values[field.key] = inside.map(({ block }) => block);
      emptied += inside.reduce((sum, one) => sum + one.emptied, 0);
    } else if (isForeign && linked.includes(field.type)) emptied += 1;
    else if (isForeign && field.type === 'richtext') {
      const text = withoutTargets(value);
      values[field.key] = text.node;
      emptied += text.lost > 0 ? 1 : 0;
    } else if (fits(value, field)) values[field.key] = value;
  }
  return { block: { ...clipped, values }, emptied };
}

/** Whether a value can be one of the field at all: a definition of the same name may have another type. */
function fits(value: unknown, { type }: Field): boolean {
  if (type === 'number') return typeof value === 'number';
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'richtext') return typeof value === 'object' && !Array.isArray(value);
  return ['gallery', 'link_list', 'reference_list'].includes(type)
    ? Array.isArray(value)
    : typeof value === 'string';
}

interface Mark {
  type?: string;
  attrs?: { ref?: unknown };
}

interface Node {
  type?: string;
  content?: Node[];
  marks?: Mark[];
}

/** A text without pictures and without links to content; the words of links stay. */
function withoutTargets(node: Node): { node: Node; lost: number } {
  const { content = [], marks = [] } = node;
  const keptMarks = marks.filter(({ attrs }) => attrs?.ref === undefined);
  const kept = content.filter(({ type }) => type !== 'image').map(withoutTargets);
  const here = marks.length - keptMarks.length + content.length - kept.length;
  const changed = {
    ...(node.content === undefined ? {} : { content: kept.map((one) => one.node) }),
    ...(node.marks === undefined ? {} : { marks: keptMarks }),
  };
  return { node: { ...node, ...changed }, lost: here + kept.reduce((sum, one) => sum + one.lost, 0) };
}
