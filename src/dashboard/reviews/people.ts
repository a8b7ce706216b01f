import { findMissing, grantOf, may } from '../../contract/access.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { findUsers, listMembers, type MemberRecord } from '../../accounts/index.ts';
import type { MemberContext } from '../../core/http/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import type { ReviewPerson } from '../../lifecycle/index.ts';
import { needOf, type ReviewItem } from './items.ts';

/** Counts the members who can publish, and so approve. */
export async function countApprovers(db: ProjectDb): Promise<number> {
  return (await approverIds(db)).length;
}

/** The ids of the members who can publish. */
export async function approverIds(db: ProjectDb): Promise<string[]> {
  return (await listMembers(db)).filter(mayPublish).map(({ user_id: id }) => id);
}

function mayPublish({ role, grant }: MemberRecord): boolean {
  return may(grantOf(role, grant), 'publish');
}

/** The members with these ids, with their names now. People who are gone have no name. */
export async function findPeople(db: ProjectDb, ids: readonly string[]): Promise<ReviewPerson[]> {
  if (ids.length === 0) return [];
  const users = await findUsers(db.system, ids);
  return ids.map((id) => {
    const user = users.find(({ _id }) => _id === id);
    return { id, name: user === undefined ? '' : user.name || user.email };
  });
}

/**
 * The reviewers of a request.
 * @throws invalid_field_value for the member who requests, and for anyone who can't approve the item
 */
export async function readReviewers(
  { db, person }: MemberContext,
  item: ReviewItem,
  ids: readonly string[],
): Promise<ReviewPerson[]> {
  if (ids.length === 0) return [];
  const members = await listMembers(db);
  const { contributors = [] } = item;
  for (const [i, id] of ids.entries()) {
    const member = members.find(({ user_id: userId }) => userId === id);
    const isApprover =
      member !== undefined &&
      findMissing(grantOf(member.role, member.grant), needOf(item, 'publish')) === null;
    const isOnlyContributor = contributors.length === 1 && contributors[0] === id;
    if (id === person.id) throw invalidReviewer(i, 'is you; someone else must approve the draft');
    if (!isApprover) throw invalidReviewer(i, 'is no member who can publish this');
    if (isOnlyContributor) throw invalidReviewer(i, 'wrote the draft alone, so someone else must approve it');
  }
  return findPeople(db, ids);
}

function invalidReviewer(i: number, why: string): Error {
  const name = `reviewers[${i}]`;
  return apiError('invalid_field_value', { name, why }, { param: name });
}
