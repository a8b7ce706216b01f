import type { ReleaseRecord } from '../schema.ts';

/**
 * A moment in a project's history. Clocks differ and requests overtake each other, so write numbers decide
 * before times.
 */
export interface WritePosition {
  /** The last write before the moment; undefined in rows from before write numbers existed. */
  seq: number | undefined;
  at: Date;
}

/** The keys that distinguish one state of a type or entry from another. */
export interface WrittenRow {
  revision: number;
  updated_at: Date;
  /** The write that created this state; copies in other releases keep it. */
  write_seq?: number;
  /** For a state whose end was changed later: its `revision` and `updated_at` before that. */
  state_of?: { revision: number; updated_at: Date };
}

export function isAfter(row: WrittenRow, { seq, at }: WritePosition): boolean {
  return row.write_seq === undefined || seq === undefined
    ? stateOrigin(row).updated_at > at
    : row.write_seq > seq;
}

/** Whether two rows are copies of one state. */
export function isSameState(one: WrittenRow | undefined, other: WrittenRow | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  const [a, b] = [stateOrigin(one), stateOrigin(other)];
  return (
    a.revision === b.revision &&
    a.updated_at.getTime() === b.updated_at.getTime() &&
    one.write_seq === other.write_seq
  );
}

/** The write that created a state; changing only the end creates no state (specification: ends). */
function stateOrigin({ state_of, ...row }: WrittenRow): Pick<WrittenRow, 'revision' | 'updated_at'> {
  return state_of ?? row;
}

export function earlierPosition(one: WritePosition, other: WritePosition): WritePosition {
  const isEarlier =
    one.seq === undefined || other.seq === undefined ? one.at < other.at : one.seq < other.seq;
  return isEarlier ? one : other;
}

/** The moment at which a release was cloned. */
export function clonePosition({ clone_seq, created_at }: ReleaseRecord): WritePosition {
  return { seq: clone_seq, at: created_at };
}

/** The moment after which changes of the default release count. */
export function basePosition({ base_seq, base_at }: ReleaseRecord): WritePosition {
  return { seq: base_seq, at: base_at };
}
