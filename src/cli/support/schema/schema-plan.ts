import { isDeepStrictEqual } from 'node:util';
import type { FileBlock, FileSchema, FileType } from './schema-file.ts';

/** How one definition of the file differs from the project's. */
export interface Difference {
  slug: string;
  change: 'added' | 'changed';
  /** Keys of fields; values of the removed ones are lost. */
  fields: { added: string[]; changed: string[]; removed: string[] };
  /** Whether name, description, label fields or the order of fields differ. */
  settings: boolean;
}

export interface SchemaPlan {
  /** Absent where neither the file nor the project has block definitions. */
  blocks?: Difference[];
  types: Difference[];
  /** Definitions of the project that the file does not have, blocks as `blocks/hero`; no push deletes one. */
  missing: string[];
}

type Definition = FileType | FileBlock;

/** What a push of the file would change in the project. */
export function planSchema(file: FileSchema, project: FileSchema): SchemaPlan {
  const hasBlocks = file.blocks.length + project.blocks.length > 0;
  return {
    ...(hasBlocks ? { blocks: differences(file.blocks, project.blocks) } : {}),
    types: differences(file.types, project.types),
    missing: [...missing(file.blocks, project.blocks).map(blockName), ...missing(file.types, project.types)],
  };
}

/** A block as plans and refusals name it, beside types, which have their slugs. */
export function blockName(slug: string): string {
  return `blocks/${slug}`;
}

function missing(file: readonly Definition[], project: readonly Definition[]): string[] {
  const named = new Set(file.map(({ slug }) => slug));
  return project.map(({ slug }) => slug).filter((slug) => !named.has(slug));
}

function differences(file: readonly Definition[], project: readonly Definition[]): Difference[] {
  const known = new Map(project.map((one) => [one.slug, one]));
  return file.map((one) => difference(one, known.get(one.slug))).filter((one) => one !== null);
}

function difference(definition: Definition, before: Definition | undefined): Difference | null {
  const { slug } = definition;
  const keys = definition.fields.map(({ key }) => key);
  if (before === undefined) {
    return { slug, change: 'added', fields: { added: keys, changed: [], removed: [] }, settings: true };
  }
  const old = new Map(before.fields.map((field) => [field.key, field]));
  const removed = [...old.keys()].filter((key) => !keys.includes(key));
  const changed = definition.fields.filter(
    (field) => old.has(field.key) && !isSame(field, old.get(field.key)),
  );
  const added = keys.filter((key) => !old.has(key));
  const order = keys.filter((key) => old.has(key));
  const settings =
    !isDeepStrictEqual(
      order,
      [...old.keys()].filter((key) => keys.includes(key)),
    ) || !isSame({ ...definition, fields: [] }, { ...before, fields: [] });
  if (!settings && added.length + changed.length + removed.length === 0) return null;
  return {
    slug,
    change: 'changed',
    fields: { added, changed: changed.map(({ key }) => key), removed },
    settings,
  };
}

/** What the file leaves out stays as it is, so that it is no difference. */
function isSame(written: object, known: object | undefined): boolean {
  return isDeepStrictEqual({ ...known, ...written }, known);
}

/** One write of a push. */
export type Step = { name: string; block: FileBlock } | { name: string; type: FileType };

/**
 * Types and blocks in one order in which each comes after those that it points at. A circle is cut open: its first member
 * comes twice, at first without the fields that point at what is still to come.
 *
 * @param existing - names of what the project has already.
 */
export function inOrder({ blocks, types }: FileSchema, existing: ReadonlySet<string>): Step[] {
  const done = new Set(existing);
  const waiting: Step[] = [
    ...blocks.map((block) => ({ name: blockName(block.slug), block })),
    ...types.map((type) => ({ name: type.slug, type })),
  ];
  const steps: Step[] = [];
  while (waiting.length > 0) {
    const isThere = (step: Step) => (field: FileType['fields'][number]) => leadsTo(field, step.name, done);
    const ready = waiting.find((step) => fieldsOf(step).every(isThere(step)));
    const cut = waiting.find(({ name }) => !done.has(name));
    if (ready === undefined && cut !== undefined) {
      steps.push(withFields(cut, fieldsOf(cut).filter(isThere(cut))));
      done.add(cut.name);
      continue;
    }
    // Nothing to cut: one points at something that is nowhere, which the definition itself is refused for.
    const [next] = waiting.splice(ready === undefined ? 0 : waiting.indexOf(ready), 1);
    if (next === undefined) break;
    steps.push(next);
    done.add(next.name);
  }
  return steps;
}

function fieldsOf(step: Step): FileType['fields'] {
  return 'block' in step ? step.block.fields : step.type.fields;
}

function withFields(step: Step, fields: FileType['fields']): Step {
  if ('block' in step) return { name: step.name, block: { slug: step.block.slug, fields } };
  const { slug, kind } = step.type;
  return { name: step.name, type: { slug, kind, fields } };
}

function leadsTo(
  { type, options }: FileType['fields'][number],
  own: string,
  done: ReadonlySet<string>,
): boolean {
  return targetsOf(type, options).every((name) => name === own || done.has(name));
}

function targetsOf(type: string, options: Record<string, unknown> = {}): string[] {
  if (type === 'reference' || type === 'reference_list')
    return typeof options['content_type'] === 'string' ? [options['content_type']] : [];
  const blocks = type === 'blocks' ? (options['blocks'] ?? options['allowed_blocks']) : [];
  return Array.isArray(blocks) ? blocks.map((slug) => blockName(String(slug))) : [];
}
