import type { Block } from '../../../src/contract/fields/blocks.ts';
import { defineType, expectDone, type SentField } from '../content.ts';
import type { TestProject } from '../service.ts';
import type { Chance } from './chance.ts';

/** The fields of each definition, by slug. */
export type Definitions = ReadonlyMap<string, readonly SentField[]>;

const slugs = ['alpha', 'beta', 'gamma'];
const scalars: readonly SentField[] = [
  { key: 'n', type: 'number', options: { default: 7 } },
  { key: 'on', type: 'boolean' },
  { key: 'tone', type: 'select', options: { choices: ['dark', 'light'], default: 'light' } },
];

/** Definitions that name themselves and each other as chance has it; each block has a title by which it is known. */
export function randomDefinitions(chance: Chance): Definitions {
  return new Map(
    slugs.map((slug) => {
      const lists = ['items', 'more'].slice(0, 1 + chance.below(2)).map((key): SentField => {
        const allowed = chance.some(slugs);
        return { key, type: 'blocks', options: { blocks: allowed.length === 0 ? [slug] : allowed } };
      });
      return [slug, [{ key: 'title', type: 'string' }, ...chance.some(scalars), ...lists]];
    }),
  );
}

/** Makes the definitions in a project, with a type and a singleton that take each of them. */
export async function defineRandom(project: TestProject, definitions: Definitions): Promise<void> {
  const put = async (slug: string, fields: readonly SentField[]) =>
    expectDone(await project.secret.put(`/v1/schema/blocks/${slug}`, { fields }));
  for (const slug of definitions.keys()) await put(slug, []);
  for (const [slug, fields] of definitions) await put(slug, fields);
  const options = { blocks: [...definitions.keys()] };
  await defineType(project, 'page', [{ key: 'sections', type: 'blocks', options }]);
  await defineType(project, 'home', [{ key: 'sections', type: 'blocks', options }], { kind: 'singleton' });
}

export const listsOf = (definitions: Definitions, slug: string) =>
  (definitions.get(slug) ?? []).filter(({ type }) => type === 'blocks');

/** Every block of a list, at all depths, in the order of the page. */
export function allBlocks(list: readonly Block[], definitions: Definitions): Block[] {
  return list.flatMap((block) => [
    block,
    ...listsOf(definitions, block.block).flatMap(({ key }) =>
      allBlocks((block.values[key] ?? []) as Block[], definitions),
    ),
  ]);
}
