import type { ApiError } from '../../../api/errors/api-error.ts';
import type { ErrorDetail } from '../../../api/errors/error-detail.ts';
import type { EditedItem, MergedFields } from '../item.ts';
import type { Conflict } from '../conflict/merge.ts';

export type Phase =
  /** All changes are stored. */
  | 'saved'
  /** Changes are sent after a pause in typing, or are being sent. */
  | 'saving'
  /** The service does not respond, or rejects saves for now. Changes are stored in this browser and sent again. */
  | 'offline'
  /** Another user changed the same fields. The user must choose. */
  | 'conflict'
  /** Some fields have values that cannot be stored. All others are stored. */
  | 'rejected';

export interface DraftState<Item extends EditedItem = EditedItem> {
  /** The stored item. */
  item: Item;
  phase: Phase;
  conflicts: readonly Conflict[];
  /** By field. */
  errors: ReadonlyMap<string, ErrorDetail>;
  /** The number of changed fields that are not stored. */
  unsavedCount: number;
  /** Whether the changes are on the disk of this device: false if its storage is full, null before it confirms. */
  isStoredLocally: boolean | null;
  /** The error of the last save, unless it concerns values; null without a response. */
  saveError: ApiError | null;
}

/** The changed fields that can be sent: without errors, and not merged with a field that has one. */
export function sendableKeys(
  changedKeys: readonly string[],
  { errors, item }: Pick<DraftState, 'errors' | 'item'>,
  mergedFields: MergedFields | undefined,
): string[] {
  const keysWithErrors = changedKeys.filter((key) => errors.has(key));
  const validKeys = changedKeys.filter((key) => !errors.has(key));
  return validKeys.filter((key) => mergedFields?.isSendable(key, keysWithErrors, item.draft) ?? true);
}
