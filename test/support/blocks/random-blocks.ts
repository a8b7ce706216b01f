import fc from 'fast-check';
import type { Block } from '../../../src/contract/fields/blocks.ts';
import type { ApiError } from '../../../src/contract/errors/api-error.ts';
import type { Field } from '../../../src/content/fields/schema.ts';
import type { BlockShapes } from '../../../src/content/fields/walk.ts';
import { fieldKindOf } from '../../../src/content/fields/kinds.ts';
import { gatherStoredBlocks } from '../../../src/content/fields/blocks/stored-blocks.ts';
import { readBlocks } from '../../../src/content/fields/blocks/read.ts';
import type { ValueLink } from '../../../src/content/fields/kind.ts';
import type { WrittenBlocks } from '../../../src/content/fields/blocks/written.ts';

const field = (key: string, type: Field['type'], options: Field['options'] = {}): Field => ({
  key,
  label: key,
  type,
  options,
});

/** A list of blocks as fields and definitions have it. */
export const sections = field('sections', 'blocks', { blocks: ['hero', 'group', 'divider'] });

/** Definitions in which one names itself. */
export const blocks: BlockShapes = new Map([
  [
    'hero',
    {
      fields: [
        field('title', 'string', { default: 'Untitled' }),
        field('wide', 'boolean'),
        field('image', 'image'),
      ],
    },
  ],
  ['group', { fields: [field('name', 'string'), field('items', 'blocks', { blocks: ['hero', 'group'] })] }],
  ['divider', { fields: [] }],
]);

/** Ids of blocks in the order of their making. */
export function blockId(n: number): string {
  return `blk_${String(n).padStart(26, '0')}`;
}

/** A block without its id. */
export interface Plan {
  block: string;
  values: Record<string, unknown>;
  items?: Plan[];
}

const hero: fc.Arbitrary<Plan> = fc.record({
  block: fc.constant('hero'),
  values: fc.record(
    {
      title: fc.constantFrom('A', 'B', 'C'),
      wide: fc.boolean(),
      image: fc.constant(`med_${'0'.repeat(26)}`),
    },
    { requiredKeys: ['title'] },
  ),
});
const divider: fc.Arbitrary<Plan> = fc.constant({ block: 'divider', values: {} });

function plansAt(level: number): fc.Arbitrary<Plan[]> {
  const group: fc.Arbitrary<Plan> = fc.record(
    {
      block: fc.constant('group'),
      values: fc.record({ name: fc.constantFrom('N', 'M') }, { requiredKeys: [] }),
      ...(level < 3 ? { items: fc.array(fc.oneof(hero, nested(level + 1)), { maxLength: 3 }) } : {}),
    },
    { requiredKeys: ['block', 'values'] },
  );
  return fc.array(fc.oneof(hero, group, ...(level === 1 ? [divider] : [])), {
    maxLength: level === 1 ? 5 : 3,
  });
}

function nested(level: number): fc.Arbitrary<Plan> {
  return plansAt(level)
    .map((plans) => plans.find(({ block }) => block === 'group'))
    .map((group) => group ?? { block: 'group', values: {} });
}

/** Lists of blocks of up to three levels. */
export const plans: fc.Arbitrary<Plan[]> = plansAt(1);

/** The list in its stored form, with ids from `first` on. */
export function stored(planned: readonly Plan[], first = 0): Block[] {
  let next = first;
  const make = (plan: Plan): Block => {
    const id = blockId(next++);
    const items = plan.items?.map(make);
    return { id, block: plan.block, values: { ...plan.values, ...(items === undefined ? {} : { items }) } };
  };
  return planned.map(make);
}

/** The list as a client writes it that leaves ids to the service. */
export function withoutIds(list: readonly Block[]): unknown[] {
  return list.map(({ block, values: { items, ...values } }) => ({
    block,
    values: { ...values, ...(items === undefined ? {} : { items: withoutIds(items as Block[]) }) },
  }));
}

/** Every block of a list, at all depths, in the order of the page. */
export function allOf(list: readonly Block[]): Block[] {
  return list.flatMap((block) => [block, ...allOf((block.values['items'] ?? []) as Block[])]);
}

interface WriteMode {
  isWhole?: boolean;
  mayBeIncomplete?: boolean;
  field?: Field;
  blocks?: BlockShapes;
}

/** Reads a written list against what each changed snapshot has. */
export function read(
  value: unknown,
  snapshots: readonly (readonly Block[])[],
  { isWhole = false, mayBeIncomplete = false, field: of = sections, blocks: taken = blocks }: WriteMode = {},
): { written: WrittenBlocks; faults: ApiError[]; links: ValueLink[] } {
  const faults: ApiError[] = [];
  const links: ValueLink[] = [];
  const written = readBlocks(value, {
    field: of,
    blocks: taken,
    stored: gatherStoredBlocks({ field: of, blocks: taken }, snapshots),
    isWhole,
    mayBeIncomplete,
    now: new Date(),
    kindOf: fieldKindOf,
    warn: () => undefined,
    reportError: (fault) => void faults.push(fault),
    link: (link) => void links.push(link),
  });
  return { written, faults, links };
}
