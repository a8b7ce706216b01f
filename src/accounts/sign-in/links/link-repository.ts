import { systemCollection, type SystemDb } from '../../../core/mongo/index.ts';
import { sessionOptions, unscopedRows } from '../../../core/mongo/scope/unscoped.ts';
import { hashOfToken } from '../../../core/util/index.ts';
import type { AccessLinkRecord } from './link-schema.ts';

export const accessLinks = systemCollection<AccessLinkRecord>('access_links', [
  { key: { hash: 1 }, unique: true },
  { key: { project_id: 1, created_at: 1 } },
  { key: { user_id: 1 } },
  { key: { expires_at: 1 }, expireAfterSeconds: 0 },
]);

export async function insertLink(system: SystemDb, record: AccessLinkRecord): Promise<void> {
  await unscopedRows(system, accessLinks).insertOne(record, sessionOptions(system));
}

/** Returns the link of a token unless it has expired. */
export function findLink(system: SystemDb, token: string, now: Date): Promise<AccessLinkRecord | null> {
  return unscopedRows(system, accessLinks).findOne({ hash: hashOfToken(token), expires_at: { $gt: now } });
}

/** Deletes an invitation inside the transaction of its action; null if it was used, was withdrawn or has expired. */
export function takeInvitationLink(
  system: SystemDb,
  id: string,
  now: Date,
): Promise<AccessLinkRecord | null> {
  const filter = { _id: id, kind: 'invitation' as const, expires_at: { $gt: now } };
  return unscopedRows(system, accessLinks).findOneAndDelete(filter, sessionOptions(system));
}

/**
 * Deletes a link inside the transaction of its action.
 * @returns false if another request did, or the link has expired
 */
export async function takeLink(system: SystemDb, id: string, now: Date): Promise<boolean> {
  const filter = { _id: id, expires_at: { $gt: now } };
  return (
    (await unscopedRows(system, accessLinks).deleteOne(filter, sessionOptions(system))).deletedCount === 1
  );
}

/** The open invitations of a project, the newest first. */
export function findInvitations(system: SystemDb, projectId: string, now: Date): Promise<AccessLinkRecord[]> {
  return unscopedRows(system, accessLinks)
    .find(
      { project_id: projectId, kind: 'invitation', expires_at: { $gt: now } },
      { sort: { created_at: -1 }, ...sessionOptions(system) },
    )
    .toArray();
}

/** Deletes an invitation. @returns false if it doesn't exist */
export async function deleteInvitation(system: SystemDb, projectId: string, id: string): Promise<boolean> {
  const filter = { _id: id, project_id: projectId, kind: 'invitation' as const };
  return (
    (await unscopedRows(system, accessLinks).deleteOne(filter, sessionOptions(system))).deletedCount === 1
  );
}

export async function deleteInvitations(system: SystemDb, projectId: string): Promise<void> {
  await unscopedRows(system, accessLinks).deleteMany({ project_id: projectId }, sessionOptions(system));
}

/** Deletes every link to an account. */
export async function endLinksTo(system: SystemDb, userId: string): Promise<void> {
  await unscopedRows(system, accessLinks).deleteMany({ user_id: userId }, sessionOptions(system));
}
