import type { ApiError } from '../../../api/errors/api-error.ts';
import type { ErrorDetail } from '../../../api/errors/error-detail.ts';
import type { EditedItem, MergedFields } from '../item.ts';
import type { Clash } from '../conflict/merge.ts';

export type Phase =
  /** Everything typed is stored. */
  | 'saved'
  /** Changes wait for a pause in the typing, or are on their way. */
  | 'saving'
  /** The service does not answer, or not now; changes are kept here and sent again. */
  | 'offline'
  /** Somebody else changed the same fields: a person must choose. */
  | 'clash'
  /** Some fields hold what cannot be stored; the others are. */
  | 'refused';

export interface DraftState<Item extends EditedItem = EditedItem> {
  /** As it is stored. */
  item: Item;
  phase: Phase;
  clashes: readonly Clash[];
  /** By field. */
  errors: ReadonlyMap<string, ErrorDetail>;
  /** How many changed fields wait. */
  waiting: number;
  /** Whether they wait in this browser too, or in this page alone: its storage may be full. */
  isKept: boolean;
  /** What the service answered to the last save, where it was not about the values; null for no answer. */
  saveError: ApiError | null;
}

/** The changed fields that can be sent: not those with errors, nor fields that can only be saved together with them. */
export function openKeys(
  changed: readonly string[],
  { errors, item }: Pick<DraftState, 'errors' | 'item'>,
  together: MergedFields | undefined,
): string[] {
  const held = changed.filter((key) => errors.has(key));
  const free = changed.filter((key) => !errors.has(key));
  return free.filter((key) => together?.isSendable(key, held, item.draft) ?? true);
}
