import { keysOf } from '../keys/service.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { findUsers, listMembers } from '../users/repository.ts';
import type { AuditRecord } from '../../projects/index.ts';
import type { Names } from './serialize.ts';

/**
 * Returns the present names of the people and keys in these rows. Names are looked up and never stored in
 * rows, so a person can be erased without changing a row. Deleted people and keys have no name.
 */
export function namesInRows(db: ProjectDb, records: readonly AuditRecord[]): Promise<Names> {
  return findNames(db, new Set(records.flatMap(({ actor, subject }) => [actor.id, subject.id])));
}

/** Returns the names of the people and keys among these ids. */
export async function findNames(db: ProjectDb, ids: ReadonlySet<string>): Promise<Names> {
  const [people, keys] = await Promise.all([
    findUsers(
      db.system,
      [...ids].filter((id) => id.startsWith('usr_')),
    ),
    [...ids].some((id) => id.startsWith('key_')) ? keysOf(db) : [],
  ]);
  return new Map([
    ...people.map(({ _id, name, email }) => [_id, name || email] as const),
    ...keys.map(({ key_id, name }) => [key_id, name] as const),
  ]);
}

/** Lists the members and keys of a project, for the filter by actor. */
export async function listActors(db: ProjectDb): Promise<{ id: string; name: string }[]> {
  const [members, keys] = await Promise.all([listMembers(db), keysOf(db)]);
  const people = await findUsers(
    db.system,
    members.map(({ user_id }) => user_id),
  );
  return [
    ...people.map(({ _id: id, name, email }) => ({ id, name: name || email })),
    ...keys.map(({ key_id: id, name }) => ({ id, name })),
  ];
}
