import type { Fault } from '../api/problem.ts';
import type { EditedItem } from './item.ts';
import type { Clash } from './merge.ts';

export type Phase =
  /** Everything typed is stored. */
  | 'saved'
  /** Changes wait for a pause in the typing, or are on their way. */
  | 'saving'
  /** The service does not answer; changes are kept here and sent again. */
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
  faults: ReadonlyMap<string, Fault>;
  /** How many changed fields wait. */
  waiting: number;
}
