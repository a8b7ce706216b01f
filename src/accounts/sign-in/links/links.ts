import { newId } from '../../../contract/ids.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { hourMs } from '../../../contract/time.ts';
import { hashOfToken, randomBase62 } from '../../../core/util/index.ts';
import type { AccountContext } from '../../../core/http/index.ts';
import type { SystemDb } from '../../../core/mongo/index.ts';
import { findProjects } from '../../../projects/index.ts';
import { findUser } from '../../users/repository.ts';
import { findLink, insertLink } from './link-repository.ts';
import type { AccessLinkRecord, LinkKind, LinkLook, MadeLink } from './link-schema.ts';

/** How long a link of each kind can be used (specification: account-links). */
const lifetimeMs: Readonly<Record<LinkKind, number>> = {
  invitation: 7 * 24 * hourMs,
  reset: 24 * hourMs,
  recover: 24 * hourMs,
  sign_in: hourMs / 6,
};

type NewLink = Pick<AccessLinkRecord, 'kind' | 'by' | 'project_id' | 'role' | 'grant' | 'note' | 'user_id'>;

/**
 * Creates a one-time link. Only the returned URL contains the token, in the fragment, which browsers never
 * send.
 */
export async function createLink(
  { system, now, baseUrl }: { system: SystemDb; now: Date; baseUrl: string },
  link: NewLink,
): Promise<{ record: AccessLinkRecord; url: string }> {
  const token = randomBase62(43);
  const expires_at = new Date(now.getTime() + lifetimeMs[link.kind]);
  const record: AccessLinkRecord = {
    ...link,
    _id: newId('access_link', now),
    hash: hashOfToken(token),
    created_at: now,
    expires_at,
  };
  await insertLink(system, record);
  return { record, url: `${baseUrl}/dashboard/link#${token}` };
}

export function serializeLink({ record, url }: { record: AccessLinkRecord; url: string }): MadeLink {
  return { url, expires_at: record.expires_at.toISOString() };
}

/** Returns the action of a link without using it. @throws invalid_link */
export async function inspectLink({ system, now }: AccountContext, token: string): Promise<LinkLook> {
  const link = await findLink(system, token, now);
  if (link === null) throw invalidLink();
  const { kind, role, project_id, user_id, by, expires_at } = link;
  const [project] = project_id === undefined ? [] : await findProjects(system, [project_id]);
  const user = user_id === undefined ? null : await findUser(system, user_id);
  const creator = by === null ? null : await findUser(system, by);
  return {
    kind,
    project: kind === 'invitation' ? (project?.name ?? null) : null,
    role: role ?? null,
    email: user?.email ?? null,
    by: creator?.name ?? null,
    expires_at: expires_at.toISOString(),
  };
}

/** The error for links that expired, were used or withdrawn, or never existed. */
export function invalidLink(): Error {
  return apiError('invalid_link', {}, { param: 'token' });
}
