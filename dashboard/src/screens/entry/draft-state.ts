import type { EditorEntry } from '../../../../src/content/editor-schema.ts';
import type { Fault } from '../../api/problem.ts';
import type { Clash, Values } from './merge.ts';

/** How the store speaks to the service; a step is refused when `revision` is not the newest. */
export interface DraftService {
  read(): Promise<EditorEntry>;
  save(values: Values, revision: number): Promise<EditorEntry>;
}

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

export interface DraftState {
  entry: EditorEntry;
  phase: Phase;
  clashes: readonly Clash[];
  /** By field. */
  faults: ReadonlyMap<string, Fault>;
  /** How many changed fields wait. */
  waiting: number;
}
