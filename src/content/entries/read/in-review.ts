import type { ReleaseContext } from '../../../core/context/index.ts';
import { hasChanges, hasLocalizedChanges, isHidden } from '../../../lifecycle/index.ts';
import { loadShape } from '../../types/lookup.ts';
import type { TypeRecord } from '../../types/schema.ts';
import { titleOf } from '../editor/label.ts';
import { isInLocales, itemOf } from '../store/locales/states.ts';
import type { EntryRecord, EntryValues } from '../store/schema.ts';

/** Whether an entry has changes in any locale that readers neither see nor will see on a date. */
export async function entryInReview(
  context: Pick<ReleaseContext, 'db' | 'now' | 'project'>,
  entry: EntryRecord,
): Promise<{ hasChanges: boolean }> {
  if (isInLocales(entry)) {
    const shape = await loadShape(context, entry.type);
    return { hasChanges: hasLocalizedChanges(itemOf(entry, shape, context.project.locales.list)) };
  }
  const isChanged = isHidden(entry, context.now) || (entry.equals_live !== true && hasChanges(entry));
  return { hasChanges: isChanged };
}

/** The text that names an entry in lists of all kinds of items. A singleton has the name of its type. */
export function entryTitleIn(type: TypeRecord, values: EntryValues): string {
  return titleOf(type, values, type.kind === 'singleton' ? type.name : '');
}
