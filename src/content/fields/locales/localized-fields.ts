import type { ApiError } from '../../../contract/errors/api-error.ts';
import { definitionError } from '../definition.ts';
import type { Field } from '../schema.ts';

/** Definitions by slug, with their fields. */
export type FieldsBySlug = ReadonlyMap<string, { readonly fields: readonly Field[] }>;

/** Whether a field list of a request may contain a localized field, so that the locales of the project count. */
export function mentionsLocalized(sent: readonly unknown[]): boolean {
  return sent.some((field) => {
    const options = (field as { options?: unknown } | null)?.options;
    return typeof options === 'object' && options !== null && 'localized' in options;
  });
}

/** A field that becomes localized needs a second locale. A stored option stays valid when locales are removed. */
export function checkLocalized(
  { field, storedField }: { field: Field; storedField: Field | null },
  hasLocales: boolean,
  at: string,
): void {
  if (hasLocales || field.options.localized !== true || storedField?.options.localized === true) return;
  const why =
    'Option "localized" needs a second locale. Add one under Settings, Locales, or with "galley locale add".';
  throw definitionError(why, `${at}.options.localized`);
}

/** Errors of localized lists whose blocks have localized fields: only one of both can be on a path. */
export function localizedPathErrors(fields: readonly Field[], blocks: FieldsBySlug): ApiError[] {
  return fields.flatMap((field, i) => {
    const path = isLocalizedList(field) ? localizedPath(field, blocks) : null;
    return path === null ? [] : [pathError(path, `fields[${i}].options.localized`)];
  });
}

interface Owner {
  readonly slug: string;
  readonly fields: readonly Field[];
}

/**
 * Checks the localized lists of all types and blocks after a change of one block. @throws invalid_field_definition
 */
export function checkLocalizedLists(
  owners: readonly Owner[],
  { blocks, changed }: { blocks: FieldsBySlug; changed: string },
): void {
  for (const { slug, fields } of owners) {
    for (const field of fields.filter(isLocalizedList)) {
      const path = localizedPath(field, blocks);
      if (path === null) continue;
      const [block, key] = path.slice(-2);
      const at =
        block === changed ? (blocks.get(changed)?.fields.findIndex((one) => one.key === key) ?? -1) : -1;
      throw pathError([slug, ...path], at === -1 ? 'fields' : `fields[${at}].options.localized`);
    }
  }
}

function isLocalizedList({ type, options }: Field): boolean {
  return type === 'blocks' && options.localized === true;
}

/** The keys and slugs from a list to the first localized field that its blocks contain; null without one. */
function localizedPath(list: Field, blocks: FieldsBySlug): string[] | null {
  const visited = new Set<string>();
  const queue = [{ field: list, path: [list.key] }];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const slug of next.field.options.blocks ?? []) {
      if (visited.has(slug)) continue;
      visited.add(slug);
      for (const field of blocks.get(slug)?.fields ?? []) {
        const path = [...next.path, slug, field.key];
        if (field.options.localized === true) return path;
        queue.push({ field, path });
      }
    }
  }
  return null;
}

function pathError(path: readonly string[], param: string): ApiError {
  const why = `A localized list of blocks can't contain localized fields: ${path.join('/')}. Localize the list, or the fields of its blocks.`;
  return definitionError(why, param);
}
