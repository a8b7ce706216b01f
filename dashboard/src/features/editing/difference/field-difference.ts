import type { Field } from '../../../../../src/content/fields/schema.ts';
import { isEqual } from '../conflict/equal.ts';
import type { Values } from '../conflict/merge.ts';
import { valueInWords } from '../conflict/value-words.ts';
import type { Definitions } from '../../blocks/outline/definitions.ts';
import { blockDifferences, blocksIn } from './block-difference.ts';
import type { FieldDifference } from './difference.ts';
import { textBlocksOf } from './text-blocks.ts';
import { documentLines, type Line, listLines } from './lines.ts';
import { wordCounts, wordRuns } from './words.ts';

type NameOf = (id: string) => string;

/** Names of link targets, and definitions of blocks. */
export interface NameLookup {
  nameOf: NameOf;
  definitions?: Definitions | undefined;
}

/** Compares two states of an item, field by field in the given order. Equal fields are omitted. */
export function fieldDifferences(
  fields: readonly Field[],
  before: Values,
  after: Values,
  { nameOf, definitions = new Map() }: NameLookup,
): FieldDifference[] {
  return fields
    .filter((field) => differs(field, before, after))
    .map((field) => {
      if (field.type === 'blocks') return listDifference(field, { before, after, definitions }, nameOf);
      const lines = valueLines(field, before[field.key], after[field.key], nameOf);
      const words = wordCounts(lines.flatMap(({ runs }) => runs));
      return { key: field.key, label: field.label, lines, words };
    });
}

function differs({ type, key }: Field, before: Values, after: Values): boolean {
  return type === 'blocks'
    ? !isEqual(blocksIn(before, key), blocksIn(after, key))
    : !isEqual(before[key], after[key]);
}

function listDifference(
  field: Field,
  states: Parameters<typeof blockDifferences>[1],
  nameOf: NameOf,
): FieldDifference {
  const blocks = blockDifferences(field, states, (fields, before, after) =>
    fieldDifferences(fields, before, after, { nameOf }),
  );
  const nestedFields = blocks.flatMap(({ fields }) => fields);
  const sum = (side: 'in' | 'out') => nestedFields.reduce((total, { words }) => total + words[side], 0);
  return { key: field.key, label: field.label, lines: [], words: { in: sum('in'), out: sum('out') }, blocks };
}

/** Compares two values of a field. */
export function valueLines(
  field: Field | undefined,
  before: unknown,
  after: unknown,
  nameOf: NameOf,
): readonly Line[] {
  if (field?.type === 'richtext')
    return documentLines(textBlocksOf(before, nameOf), textBlocksOf(after, nameOf));
  if (Array.isArray(before) || Array.isArray(after))
    return listLines(itemsOf(field, before, nameOf), itemsOf(field, after, nameOf));
  const [textBefore, textAfter] = [valueInWords(field, before, nameOf), valueInWords(field, after, nameOf)];
  // A number or a choice is replaced as a whole.
  const isText = field === undefined || ['string', 'text', 'url'].includes(field.type);
  const runs = isText ? wordRuns(textBefore, textAfter) : replacementRuns(textBefore, textAfter);
  return runs.length === 0 ? [] : [{ kind: 'changed', block: '', depth: 0, runs }];
}

function replacementRuns(textBefore: string, textAfter: string) {
  const runs = [
    { kind: 'out' as const, text: textBefore },
    { kind: 'in' as const, text: textAfter },
  ];
  return runs.filter(({ text }) => text !== '');
}

function itemsOf(field: Field | undefined, value: unknown, nameOf: NameOf): string[] {
  return Array.isArray(value) ? value.map((item) => valueInWords(field, item, nameOf)) : [];
}

/** A difference with unchanged parts folded into a count. */
export type FoldedLine = Line | { kind: 'skipped'; count: number };

/** Keeps one unchanged line on either side of each change. */
export function foldLines(lines: readonly Line[]): FoldedLine[] {
  const isNear = (index: number) =>
    [index - 1, index, index + 1].some(
      (neighbor) => lines[neighbor] !== undefined && lines[neighbor].kind !== 'same',
    );
  const result: FoldedLine[] = [];
  lines.forEach((line, index) => {
    const last = result.at(-1);
    if (isNear(index)) result.push(line);
    else if (last?.kind === 'skipped') last.count += 1;
    else result.push({ kind: 'skipped', count: 1 });
  });
  return result;
}
