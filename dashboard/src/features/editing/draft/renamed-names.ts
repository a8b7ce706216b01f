import type { EditorEntry } from '../../../../../src/content/entries/editor/editor-schema.ts';
import { leafKey, parseLeafKey } from '../../blocks/outline/flatten.ts';
import { findBlock, isOutline, type Outline, outlineOf } from '../../blocks/outline/outline.ts';
import type { Values } from '../conflict/merge.ts';

/** The current keys of renamed fields by previous key: of the type, and of each block by its slug. */
export type RenamedKeys = NonNullable<EditorEntry['renamed_keys']>;

/** Translates names and values of a draft that was typed before fields were renamed. */
export interface Renaming {
  nameOf: (name: string) => string;
  valueOf: (value: unknown) => unknown;
}

/** The translation by the renames of an item. `valueAt` returns the outline of a field that contains blocks. */
export function renamingBy(
  renamed: RenamedKeys | undefined,
  valueAt: (name: string) => unknown,
): Renaming | null {
  if (renamed === undefined) return null;
  const keysOf = (block: string | undefined) => own(renamed.blocks, block ?? '') ?? {};
  const topOf = (name: string) => own(renamed.type, name) ?? name;
  return {
    nameOf(name) {
      const leaf = parseLeafKey(name);
      if (leaf === null) return topOf(name);
      const top = topOf(leaf.top);
      const isRenamed = Object.values(renamed.blocks).some((keys) => own(keys, leaf.key) !== undefined);
      if (!isRenamed) return leafKey(top, leaf.id, leaf.key);
      const outline = [valueAt(top), valueAt(leaf.top)].find(isOutline);
      const block = findBlock(outlineOf(outline), top, leaf.id)?.item.block;
      return leafKey(top, leaf.id, own(keysOf(block), leaf.key) ?? leaf.key);
    },
    valueOf: (value) => (isOutline(value) ? renameLists(value, keysOf) : value),
  };
}

/** The values under the current names of their fields. */
export function renameValues(values: Values, { nameOf, valueOf }: Renaming): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [nameOf(name), valueOf(value)]));
}

function renameLists(outline: Outline, keysOf: (block: string) => Readonly<Record<string, string>>): Outline {
  return outline.map((item) => {
    const lists = Object.entries(item.lists).map(([key, list]) => [
      own(keysOf(item.block), key) ?? key,
      renameLists(list, keysOf),
    ]);
    return { ...item, lists: Object.fromEntries(lists) as typeof item.lists };
  });
}

/** Keys of fields may be names of `Object.prototype`. */
function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
