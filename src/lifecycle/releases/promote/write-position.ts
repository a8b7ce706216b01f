import type { ReleaseRecord } from '../schema.ts';

/** A moment in the life of a project. Clocks of processes differ and requests overtake each other; numbers of writes do not. */
export interface WritePosition {
  /** The last write before it; undefined where that was not kept yet. */
  seq: number | undefined;
  at: Date;
}

/** What distinguishes one state of a type or an entry from another. */
export interface WrittenRow {
  revision: number;
  updated_at: Date;
  /** The write that made this state; a copy in another release keeps it. */
  write_seq?: number;
  /** Of a state of which nothing but its end was changed later: what `revision` and `updated_at` were before that. */
  state_of?: { revision: number; updated_at: Date };
}

export function isAfter(row: WrittenRow, { seq, at }: WritePosition): boolean {
  return row.write_seq === undefined || seq === undefined ? madeBy(row).updated_at > at : row.write_seq > seq;
}

/** Whether two rows are copies of one state. */
export function isSameState(one: WrittenRow | undefined, other: WrittenRow | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  const [a, b] = [madeBy(one), madeBy(other)];
  return (
    a.revision === b.revision &&
    a.updated_at.getTime() === b.updated_at.getTime() &&
    one.write_seq === other.write_seq
  );
}

/** The write that made a state; one that set an end alone made none (specification: ends). */
function madeBy({ state_of, ...row }: WrittenRow): Pick<WrittenRow, 'revision' | 'updated_at'> {
  return state_of ?? row;
}

export function earlierPosition(one: WritePosition, other: WritePosition): WritePosition {
  const isEarlier =
    one.seq === undefined || other.seq === undefined ? one.at < other.at : one.seq < other.seq;
  return isEarlier ? one : other;
}

/** When a release was copied. */
export function clonePosition({ clone_seq, created_at }: ReleaseRecord): WritePosition {
  return { seq: clone_seq, at: created_at };
}

/** The moment since which changes of the default release count. */
export function basePosition({ base_seq, base_at }: ReleaseRecord): WritePosition {
  return { seq: base_seq, at: base_at };
}
