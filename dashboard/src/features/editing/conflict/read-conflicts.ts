import type { ApiError } from '../../../api/errors/api-error.ts';
import { parseLeafKey } from '../../blocks/outline/flatten.ts';
import type { Conflict } from './merge.ts';

/** Reads the conflicts of a rejected save. `keys` are the names of the sent fields. */
export function readConflicts({ first }: ApiError, keys: readonly string[]): Conflict[] {
  return (first.conflicts ?? []).map(({ id, field, block_id, ...sides }) => {
    const isInBlock = (key: string) => {
      const leaf = parseLeafKey(key);
      return leaf?.id === block_id && leaf?.key === field;
    };
    const key = (block_id === undefined ? undefined : keys.find(isInBlock)) ?? field;
    const isPart = Object.values(sides).every(isNodeList);
    return { key, id, ...(isPart ? { isPart, ...inDocuments(sides) } : sides) };
  });
}

type Sides = Record<'base' | 'mine' | 'theirs', unknown>;

/** The versions of a part of a text are lists of nodes, which are empty if the part was removed. */
function isNodeList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (one: unknown) => typeof one === 'object' && one !== null && 'type' in one && !('block' in one),
    )
  );
}

function inDocuments(sides: Sides): Sides {
  const toDocument = (content: unknown) => ({ version: 2, content });
  return { base: toDocument(sides.base), mine: toDocument(sides.mine), theirs: toDocument(sides.theirs) };
}
