import type { BulkSet } from '../../../../contract/bulk.ts';
import { apiError, combineErrors } from '../../../../contract/errors/api-error.ts';
import type { ReleaseContext } from '../../../../core/context/index.ts';
import { checkWrittenIds } from '../../../links/check.ts';
import type { TypeRecord } from '../../../types/schema.ts';
import { loadCollection } from '../../read/reading.ts';
import { readListChanges } from '../values/list-changes.ts';
import { checkSentValues } from '../validate.ts';
import type { SavedEntry } from '../saved-entry.ts';
import { updateEntry } from '../write-entry.ts';

/** Fields that one bulk change can set. */
const fieldsMax = 20;

/**
 * Validates a bulk change before it starts, without reading entries.
 * @throws unknown_content_type, not_a_collection, invalid_field_value, unknown_field, missing_required_field,
 * unknown_link
 */
export async function checkBulkSet(context: ReleaseContext, slug: string, set: BulkSet): Promise<void> {
  const type = await loadCollection(context, slug);
  checkKeys(type, set);
  const mayBeIncomplete = set.live !== true;
  const options = { mayBeIncomplete, snapshots: [{}], now: context.now, projectId: context.project.id };
  const checked = await checkSentValues(type, set.values ?? {}, options);
  readListChanges(type, set, { checked, snapshots: [], mayBeIncomplete });
  const { errors: linkErrors } = await checkWrittenIds(context, checked.links);
  const combined = combineErrors([...checked.errors, ...linkErrors]);
  if (combined !== null) throw combined;
}

/** Sets fields of one entry like a PATCH. `set.live` also changes the live version. */
export function setInBulk(
  context: ReleaseContext,
  location: { type: string; entryId: string },
  set: BulkSet,
): Promise<SavedEntry> {
  const { values = {}, live = false } = set;
  return updateEntry(context, location, { values }, { draftOnly: !live, lists: set });
}

function checkKeys(type: TypeRecord, { values = {}, add = {}, remove = {} }: BulkSet): void {
  const keys = [values, add, remove].flatMap((fields) => Object.keys(fields));
  if (keys.length === 0 || keys.length > fieldsMax) {
    const expected = `1 to ${fieldsMax} fields`;
    const hints = { param: 'set', expected, got: `${keys.length} fields` };
    throw apiError('invalid_field_value', { name: 'set', why: `it must have ${expected}` }, hints);
  }
  const repeated = keys.find((key, i) => keys.indexOf(key) !== i);
  if (repeated !== undefined) {
    const why = 'use it in one of values, add and remove';
    throw apiError('invalid_field_value', { name: repeated, why }, { param: repeated });
  }
  for (const { key, options } of type.fields) {
    if (options.unique !== true || (values[key] ?? null) === null) continue;
    const why = 'it is unique, so several entries cannot have the same value';
    throw apiError('invalid_field_value', { name: key, why }, { param: key, expected: 'null' });
  }
}
