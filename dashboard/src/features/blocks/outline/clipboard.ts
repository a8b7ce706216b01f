import type { Block } from '../../../../../src/contract/fields/blocks.ts';
import type { Field } from '../../../../../src/content/fields/schema.ts';
import type { Definitions } from './definitions.ts';
import { isBlockList } from './flatten.ts';

/** A copied block. Stored in the browser, so it can be pasted in other lists, entries, tabs and projects. */
export interface Clipping {
  projectId: string;
  /** The field it was copied from; see `fieldScope` of `BlockActions`. */
  place: string;
  /** A block that was cut keeps its id when it is pasted into the same field. */
  isCut: boolean;
  block: Block;
}

const storageKey = 'galley:copied-block';

export function saveClipping(clipping: Clipping): boolean {
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

const linkTypes = ['image', 'gallery', 'link', 'link_list', 'reference', 'reference_list'];

/** The slugs of a block and of the blocks inside it that have no definition in this release. */
export function findUnknownBlocks({ block, values }: Block, definitions: Definitions): string[] {
  const inside = Object.values(values).filter(isBlockList).flat();
  const ownSlugs = definitions.has(block) ? [] : [block];
  return [...ownSlugs, ...inside.flatMap((one) => findUnknownBlocks(one, definitions))];
}

interface FittedBlock {
  block: Block;
  /** Number of fields that lost links and images of another project. */
  emptiedFields: number;
}

/** Reduces a block to the fields of its definition. A block of another project also loses links, images and languages. */
export function fitBlock(clipped: Block, definitions: Definitions, isForeign: boolean): FittedBlock {
  let emptiedFields = 0;
  const values: Record<string, unknown> = {};
  for (const field of definitions.get(clipped.block)?.fields ?? []) {
    const value = clipped.values[field.key];
    if (value === undefined || value === null || isBlockList(value) !== (field.type === 'blocks')) continue;
    if (isBlockList(value)) {
      const inside = value.map((one) => fitBlock(one, definitions, isForeign));
      values[field.key] = inside.map(({ block }) => block);
      emptiedFields += inside.reduce((sum, one) => sum + one.emptiedFields, 0);
    } else if (isForeign && linkTypes.includes(field.type)) emptiedFields += 1;
    else if (isForeign && field.type === 'richtext') {
      const text = removeTargets(value);
      values[field.key] = text.node;
      emptiedFields += text.removedCount > 0 ? 1 : 0;
    } else if (matchesType(value, field)) values[field.key] = value;
  }
  const { only_locales: ids, ...block } = clipped;
  const locales = isForeign || ids === undefined ? {} : { only_locales: ids };
  return { block: { ...block, values, ...locales }, emptiedFields };
}

/** Whether a value matches the field's type: in another project, a field with this key can have another type. */
function matchesType(value: unknown, { type }: Field): boolean {
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

/** Removes images and links to content from a text, but keeps the words of links. */
function removeTargets(node: Node): { node: Node; removedCount: number } {
  const { content = [], marks = [] } = node;
  const remainingMarks = marks.filter(({ attrs }) => attrs?.ref === undefined);
  const remaining = content.filter(({ type }) => type !== 'image').map(removeTargets);
  const removedHere = marks.length - remainingMarks.length + content.length - remaining.length;
  const changed = {
    ...(node.content === undefined ? {} : { content: remaining.map((one) => one.node) }),
    ...(node.marks === undefined ? {} : { marks: remainingMarks }),
  };
  return {
    node: { ...node, ...changed },
    removedCount: removedHere + remaining.reduce((sum, one) => sum + one.removedCount, 0),
  };
}
