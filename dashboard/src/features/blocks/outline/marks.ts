import { isEqual } from '../../editing/conflict/equal.ts';
import type { ErrorDetail } from '../../../api/errors/error-detail.ts';
import type { EditedItem } from '../../editing/item.ts';
import { itemsById, parseLeafKey } from './flatten.ts';
import { idsOf, type OutlineItem } from './outline.ts';

/** How a block differs from what readers see. */
export type Mark = 'new' | 'edited';

type Marks = ReadonlyMap<string, Mark>;

const none: Marks = new Map();
const cache = new WeakMap<EditedItem, Map<string, Marks>>();

/** The blocks of a field that differ from the live version, by id; empty if nothing is live. */
export function marksOf(item: EditedItem, top: string): Marks {
  const { live, draft } = item;
  if (live === null) return none;
  const byField = cache.get(item) ?? new Map<string, Marks>();
  cache.set(item, byField);
  const cached = byField.get(top);
  if (cached !== undefined) return cached;
  const marks = new Map<string, Mark>();
  for (const name of new Set([...Object.keys(draft), ...Object.keys(live)])) {
    const leaf = parseLeafKey(name);
    if (leaf?.top === top && !isEqual(draft[name], live[name])) marks.set(leaf.id, 'edited');
  }
  const liveItems = itemsById(live[top]);
  for (const [id, { onlyLocales }] of itemsById(draft[top])) {
    const liveItem = liveItems.get(id);
    if (liveItem === undefined) marks.set(id, 'new');
    else if (!isEqual(onlyLocales, liveItem.onlyLocales)) marks.set(id, 'edited');
  }
  byField.set(top, marks);
  return marks;
}

const blockIdsByErrors = new WeakMap<ReadonlyMap<string, ErrorDetail>, ReadonlySet<string>>();

/** Whether a block, or one inside it, has an error. */
export function hasError(errors: ReadonlyMap<string, ErrorDetail>, item: OutlineItem): boolean {
  if (errors.size === 0) return false;
  const ids =
    blockIdsByErrors.get(errors) ?? new Set([...errors.keys()].map((key) => key.split('/')[1] ?? ''));
  blockIdsByErrors.set(errors, ids);
  return idsOf(item).some((id) => ids.has(id));
}
