import { isDeepStrictEqual } from 'node:util';
import type { FileBlock, FileSchema, FileType } from './schema-file.ts';
import { type LocalePlan, planLocales } from './schema-locales.ts';

/** How a definition in the file differs from the project's. */
export interface Difference {
  slug: string;
  change: 'added' | 'changed';
  /** Keys of fields. The values of removed fields can be restored for 7 days. `renamed` is absent if there are none. */
  fields: {
    added: string[];
    changed: string[];
    removed: string[];
    renamed?: { from: string; to: string }[];
  };
  /** Whether name, description, label fields, groups or the order of fields differ. */
  settings: boolean;
}

export interface SchemaPlan {
  /** Absent without a difference, and if the file has no locales. */
  locales?: LocalePlan;
  /** Absent if neither the file nor the project has block definitions. */
  blocks?: Difference[];
  types: Difference[];
  /** Definitions of the project that are not in the file, blocks as `blocks/hero`. A push deletes none of them. */
  missing: string[];
}

type Definition = FileType | FileBlock;

/** The changes that a push of the file would make in the project. */
export function planSchema(file: FileSchema, project: FileSchema): SchemaPlan {
  const hasBlocks = file.blocks.length + project.blocks.length > 0;
  const locales = planLocales(file.locales, project.locales ?? []);
  return {
    ...(locales === null ? {} : { locales }),
    ...(hasBlocks ? { blocks: differences(file.blocks, project.blocks) } : {}),
    types: differences(file.types, project.types),
    missing: [...missing(file.blocks, project.blocks).map(blockName), ...missing(file.types, project.types)],
  };
}

/** The name of a block in plans and errors, where types have their slugs. */
export function blockName(slug: string): string {
  return `blocks/${slug}`;
}

function missing(file: readonly Definition[], project: readonly Definition[]): string[] {
  const fileSlugs = new Set(file.map(({ slug }) => slug));
  return project.map(({ slug }) => slug).filter((slug) => !fileSlugs.has(slug));
}

function differences(file: readonly Definition[], project: readonly Definition[]): Difference[] {
  const projectDefinitions = new Map(project.map((one) => [one.slug, one]));
  return file.map((one) => difference(one, projectDefinitions.get(one.slug))).filter((one) => one !== null);
}

function difference(definition: Definition, before: Definition | undefined): Difference | null {
  const { slug } = definition;
  const keys = definition.fields.map(({ key }) => key);
  if (before === undefined) {
    return { slug, change: 'added', fields: { added: keys, changed: [], removed: [] }, settings: true };
  }
  const renamed = renamesOf(definition, before);
  const newKeyOf = (key: string) => renamed.find(({ from }) => from === key)?.to ?? key;
  const previousFields = new Map(before.fields.map((field) => [newKeyOf(field.key), field]));
  const removedKeys = before.fields.map(({ key }) => key).filter((key) => !keys.includes(newKeyOf(key)));
  const changedFields = definition.fields.filter(({ renamed_from: _former, ...field }) => {
    const previous = previousFields.get(field.key);
    return previous !== undefined && !isSame(field, { ...previous, key: field.key });
  });
  const addedKeys = keys.filter((key) => !previousFields.has(key));
  const order = keys.filter((key) => previousFields.has(key));
  const settings =
    !isDeepStrictEqual(
      order,
      [...previousFields.keys()].filter((key) => keys.includes(key)),
    ) || !isSame({ ...definition, fields: [] }, { ...withLabels(before, newKeyOf), fields: [] });
  if (!settings && addedKeys.length + changedFields.length + removedKeys.length + renamed.length === 0)
    return null;
  return {
    slug,
    change: 'changed',
    fields: {
      added: addedKeys,
      changed: changedFields.map(({ key }) => key),
      removed: removedKeys,
      ...(renamed.length === 0 ? {} : { renamed }),
    },
    settings,
  };
}

/** The renames that a push would make: the new key is not in the project yet, and one of the former keys is. */
function renamesOf({ fields }: Definition, before: Definition): { from: string; to: string }[] {
  const previousKeys = before.fields.map(({ key }) => key);
  return fields.flatMap(({ key, renamed_from: formerKeys = [] }) => {
    const from = [formerKeys].flat().find((former) => previousKeys.includes(former));
    return from === undefined || previousKeys.includes(key) ? [] : [{ from, to: key }];
  });
}

/** The definition with the new keys of its label fields, which follow a rename. */
function withLabels(definition: Definition, newKeyOf: (key: string) => string): Definition {
  const named: { display_field?: string | null; subtitle_field?: string | null } = definition;
  const { display_field: display, subtitle_field: subtitle } = named;
  return {
    ...definition,
    ...(typeof display === 'string' ? { display_field: newKeyOf(display) } : {}),
    ...(typeof subtitle === 'string' ? { subtitle_field: newKeyOf(subtitle) } : {}),
  };
}

/** Compares only what the file contains, because omitted settings keep their values. */
function isSame(fileDefinition: object, projectDefinitions: object | undefined): boolean {
  return isDeepStrictEqual({ ...projectDefinitions, ...fileDefinition }, projectDefinitions);
}

/** One write of a push. */
export type Step = { name: string; block: FileBlock } | { name: string; type: FileType };

/**
 * Types and blocks in an order in which each follows its targets. A cycle starts with one definition without the fields
 * that point to later ones; the complete definition follows.
 * @param existing - names of existing definitions in the project.
 */
export function orderSteps({ blocks, types }: FileSchema, existing: ReadonlySet<string>): Step[] {
  const writtenNames = new Set(existing);
  const pendingSteps: Step[] = [
    ...blocks.map((block) => ({ name: blockName(block.slug), block })),
    ...types.map((type) => ({ name: type.slug, type })),
  ];
  const steps: Step[] = [];
  while (pendingSteps.length > 0) {
    const fieldHasTargets = (step: Step) => (field: FileType['fields'][number]) =>
      hasTargets(field, step.name, writtenNames);
    const ready = pendingSteps.find((step) => fieldsOf(step).every(fieldHasTargets(step)));
    const cycleStart = pendingSteps.find(({ name }) => !writtenNames.has(name));
    if (ready === undefined && cycleStart !== undefined) {
      steps.push(withFields(cycleStart, fieldsOf(cycleStart).filter(fieldHasTargets(cycleStart))));
      writtenNames.add(cycleStart.name);
      continue;
    }
    // The target of a field doesn't exist, and the write of the definition reports that.
    const [next] = pendingSteps.splice(ready === undefined ? 0 : pendingSteps.indexOf(ready), 1);
    if (next === undefined) break;
    steps.push(next);
    writtenNames.add(next.name);
  }
  return steps;
}

function fieldsOf(step: Step): FileType['fields'] {
  return 'block' in step ? step.block.fields : step.type.fields;
}

/** A first definition with some of the fields, without what may name the others or their groups. */
function withFields(step: Step, someFields: FileType['fields']): Step {
  const fields = someFields.map((field) => {
    const { show_if: _conditions, group: _group, ...options } = field.options ?? {};
    return { ...field, options };
  });
  if ('block' in step) return { name: step.name, block: { slug: step.block.slug, fields } };
  const { slug, kind } = step.type;
  return { name: step.name, type: { slug, kind, fields } };
}

function hasTargets(
  { type, options }: FileType['fields'][number],
  own: string,
  writtenNames: ReadonlySet<string>,
): boolean {
  return targetsOf(type, options).every((name) => name === own || writtenNames.has(name));
}

function targetsOf(type: string, options: Record<string, unknown> = {}): string[] {
  if (type === 'reference' || type === 'reference_list')
    return typeof options['content_type'] === 'string' ? [options['content_type']] : [];
  const blocks = type === 'blocks' ? (options['blocks'] ?? options['allowed_blocks']) : [];
  return Array.isArray(blocks) ? blocks.map((slug) => blockName(String(slug))) : [];
}
