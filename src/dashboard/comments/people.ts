import { apiError } from '../../contract/errors/api-error.ts';
import { listMembers, type MemberRecord } from '../../accounts/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import type { ReviewPerson } from '../../lifecycle/index.ts';
import { needOf } from '../reviews/items.ts';
import { findPeople, hasAccess } from '../reviews/people.ts';
import type { LoadedItem } from './items.ts';

/** The members who can read an item, sorted by name. */
export async function findReaders(db: ProjectDb, item: LoadedItem): Promise<ReviewPerson[]> {
  const members = (await listMembers(db)).filter((member) => canRead(member, item));
  const people = await findPeople(
    db,
    members.map(({ user_id: id }) => id),
  );
  return people.filter(({ name }) => name !== '').sort((a, b) => a.name.localeCompare(b.name));
}

/** The mentioned members. @throws invalid_field_value for anyone who can't read the item */
export async function readMentions(
  db: ProjectDb,
  item: LoadedItem,
  ids: readonly string[],
): Promise<ReviewPerson[]> {
  if (ids.length === 0) return [];
  const members = await listMembers(db);
  for (const [i, id] of ids.entries()) {
    const member = members.find(({ user_id: userId }) => userId === id);
    if (member !== undefined && canRead(member, item)) continue;
    const name = `mentions[${i}]`;
    throw apiError('invalid_field_value', { name, why: 'is no member who can read this' }, { param: name });
  }
  return findPeople(db, ids);
}

/** Whether a member can read an item. */
export function canRead(member: MemberRecord, item: LoadedItem): boolean {
  return hasAccess(member, needOf(item, 'read'));
}
