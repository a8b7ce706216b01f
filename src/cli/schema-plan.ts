import { isDeepStrictEqual } from 'node:util';
import type { FileType } from './schema-file.ts';

/** How one type of the file differs from the project's. */
export interface TypeDifference {
  slug: string;
  change: 'added' | 'changed';
  /** Keys of fields; values of the removed ones are lost. */
  fields: { added: string[]; changed: string[]; removed: string[] };
  /** Whether name, label fields or the order of fields differ. */
  settings: boolean;
}

export interface SchemaPlan {
  types: TypeDifference[];
  /** Types of the project that the file does not have; no push deletes one. */
  missing: string[];
}

/** What a push of the file would change in the project. */
export function planSchema(file: readonly FileType[], project: readonly FileType[]): SchemaPlan {
  const known = new Map(project.map((type) => [type.slug, type]));
  const types = file.map((type) => difference(type, known.get(type.slug))).filter((one) => one !== null);
  const named = new Set(file.map(({ slug }) => slug));
  return { types, missing: project.map(({ slug }) => slug).filter((slug) => !named.has(slug)) };
}

function difference(type: FileType, before: FileType | undefined): TypeDifference | null {
  const { slug } = type;
  const keys = type.fields.map(({ key }) => key);
  if (before === undefined) {
    return { slug, change: 'added', fields: { added: keys, changed: [], removed: [] }, settings: true };
  }
  const old = new Map(before.fields.map((field) => [field.key, field]));
  const removed = [...old.keys()].filter((key) => !keys.includes(key));
  const changed = type.fields.filter((field) => old.has(field.key) && !isSame(field, old.get(field.key)));
  const added = keys.filter((key) => !old.has(key));
  const order = keys.filter((key) => old.has(key));
  const settings =
    !isDeepStrictEqual(
      order,
      [...old.keys()].filter((key) => keys.includes(key)),
    ) || !isSame({ ...type, fields: [] }, { ...before, fields: [] });
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

/**
 * The types in an order in which each comes after those that it points at. A circle is cut open: its first type comes
 * twice, at first without the fields that point at types still to come.
 */
export function inOrder(file: readonly FileType[], existing: ReadonlySet<string>): FileType[] {
  const done = new Set(existing);
  const waiting = [...file];
  const steps: FileType[] = [];
  while (waiting.length > 0) {
    const ready = waiting.find((type) => type.fields.every((field) => leadsTo(field, type, done)));
    const cut = waiting.find(({ slug }) => !done.has(slug));
    if (ready === undefined && cut !== undefined) {
      const fields = cut.fields.filter((field) => leadsTo(field, cut, done));
      steps.push({ slug: cut.slug, kind: cut.kind, fields });
      done.add(cut.slug);
      continue;
    }
    // Nothing to cut: a type points at one that is nowhere, which the definition itself is refused for.
    const [next] = waiting.splice(ready === undefined ? 0 : waiting.indexOf(ready), 1);
    if (next === undefined) break;
    steps.push(next);
    done.add(next.slug);
  }
  return steps;
}

function leadsTo(
  { type, options }: FileType['fields'][number],
  own: FileType,
  done: ReadonlySet<string>,
): boolean {
  const target = type === 'reference' || type === 'reference_list' ? options?.['content_type'] : undefined;
  return typeof target !== 'string' || target === own.slug || done.has(target);
}
