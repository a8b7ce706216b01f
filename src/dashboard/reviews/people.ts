import { findMissing, grantOf, may, type Need } from '../../contract/access.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { findMember, findUsers, listMembers, type MemberRecord } from '../../accounts/index.ts';
import type { MemberContext } from '../../core/http/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import type { ReviewPerson } from '../../lifecycle/index.ts';
import { reviewNeed, type ReviewItem } from './items.ts';

/** The member of a request, as reviews and comments store people. */
export function personOf({ person }: Pick<MemberContext, 'person'>): ReviewPerson {
  return { id: person.id, name: person.name || person.email };
}

/** Counts the members who can publish, and so approve. */
export async function countApprovers(db: ProjectDb): Promise<number> {
  return approverIds(await listMembers(db), 'publish').length;
}

/** The ids of the members who can approve: drafts with `publish`, releases with `releases`. */
export function approverIds(members: readonly MemberRecord[], permission: 'publish' | 'releases'): string[] {
  return members
    .filter(({ role, grant }) => may(grantOf(role, grant), permission))
    .map(({ user_id: id }) => id);
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

/** The members whom the caller can ask to review the item, sorted by name. */
export async function findReviewers(
  { db, person }: Pick<MemberContext, 'db' | 'person'>,
  item: ReviewItem,
): Promise<ReviewPerson[]> {
  const members = await listMembers(db);
  const reviewers = members.filter(
    (member) =>
      member.user_id !== person.id && canReview(member, item) && !isOnlyContributor(item, member.user_id),
  );
  const people = await findPeople(
    db,
    reviewers.map(({ user_id: id }) => id),
  );
  return people.sort((a, b) => a.name.localeCompare(b.name));
}

/** Whether the role and the grant of a member include something. */
export function hasAccess({ role, grant }: MemberRecord, need: Need): boolean {
  return findMissing(grantOf(role, grant), need) === null;
}

function canReview(member: MemberRecord, item: ReviewItem): boolean {
  return hasAccess(member, reviewNeed(item, 'publish'));
}

/** The id of a person who is a member and can read the item; empty for anyone else. */
export async function findReaderIds(
  db: ProjectDb,
  item: ReviewItem,
  person: ReviewPerson | null,
): Promise<string[]> {
  if (person === null) return [];
  const member = await findMember(db, person.id);
  return member !== null && hasAccess(member, reviewNeed(item, 'read')) ? [person.id] : [];
}

function isOnlyContributor({ contributors = [] }: ReviewItem, memberId: string): boolean {
  return contributors.length === 1 && contributors[0] === memberId;
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
  for (const [i, id] of ids.entries()) {
    const member = members.find(({ user_id: userId }) => userId === id);
    if (id === person.id) throw invalidReviewer(i, 'is you; someone else must approve the draft');
    if (member === undefined || !canReview(member, item))
      throw invalidReviewer(i, 'is no member who can publish this');
    if (isOnlyContributor(item, id))
      throw invalidReviewer(i, 'wrote the draft alone, so someone else must approve it');
  }
  return findPeople(db, ids);
}

function invalidReviewer(i: number, why: string): Error {
  const name = `reviewers[${i}]`;
  return apiError('invalid_field_value', { name, why }, { param: name });
}
