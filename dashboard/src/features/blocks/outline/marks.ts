import { isEqual } from '../../editing/conflict/equal.ts';
import type { ErrorDetail } from '../../../api/errors/error-detail.ts';
import type { EditedItem } from '../../editing/item.ts';
import { idsIn, leafOf } from './flat.ts';
import { idsOf, type OutlineItem } from './outline.ts';

/** How a block differs from what readers see. */
export type Mark = 'new' | 'edited';

type Marks = ReadonlyMap<string, Mark>;

const none: Marks = new Map();
const known = new WeakMap<EditedItem, Map<string, Marks>>();

/** What differs from what is live, by block of a field; nothing where nothing is live. */
export function marksOf(item: EditedItem, top: string): Marks {
  const { live, draft } = item;
  if (live === null) return none;
  const byField = known.get(item) ?? new Map<string, Marks>();
  known.set(item, byField);
  const had = byField.get(top);
  if (had !== undefined) return had;
  const marks = new Map<string, Mark>();
  for (const name of new Set([...Object.keys(draft), ...Object.keys(live)])) {
    const leaf = leafOf(name);
    if (leaf?.top === top && !isEqual(draft[name], live[name])) marks.set(leaf.id, 'edited');
  }
  const liveIds = idsIn(live[top]);
  for (const id of idsIn(draft[top])) if (!liveIds.has(id)) marks.set(id, 'new');
  byField.set(top, marks);
  return marks;
}

const withErrors = new WeakMap<ReadonlyMap<string, ErrorDetail>, ReadonlySet<string>>();

/** Whether something is wrong in a block, or in one inside it. */
export function hasError(errors: ReadonlyMap<string, ErrorDetail>, item: OutlineItem): boolean {
  if (errors.size === 0) return false;
  const ids = withErrors.get(errors) ?? new Set([...errors.keys()].map((key) => key.split('/')[1] ?? ''));
  withErrors.set(errors, ids);
  return idsOf(item).some((id) => ids.has(id));
}
