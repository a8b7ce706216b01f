import type { ReleaseRecord } from './schema.ts';

/** A moment in the life of a project. Clocks of processes differ and requests overtake each other; numbers of writes do not. */
export interface WritePosition {
  /** The last write before it; undefined where that was not kept yet. */
  seq: number | undefined;
  at: Date;
}

/** What tells one state of a type or an entry from another. */
export interface WrittenRow {
  revision: number;
  updated_at: Date;
  /** The write that made this state; a copy in another release keeps it. */
  write_seq?: number;
}

export function isAfter(row: WrittenRow, { seq, at }: WritePosition): boolean {
  return row.write_seq === undefined || seq === undefined ? row.updated_at > at : row.write_seq > seq;
}

/** Whether two rows are copies of one state. */
export function isSameState(one: WrittenRow | undefined, other: WrittenRow | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return (
    one.revision === other.revision &&
    one.updated_at.getTime() === other.updated_at.getTime() &&
    one.write_seq === other.write_seq
  );
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

/** The moment against which changes of the default release are told. */
export function basePosition({ base_seq, base_at }: ReleaseRecord): WritePosition {
  return { seq: base_seq, at: base_at };
}
