import { findCaller, findMemberships, findUser } from '../../accounts/index.ts';
import { type JobParts, onBehalfOf, type ProjectContext } from '../../core/context/index.ts';
import { mailFailure, type SendMail } from '../../core/outbound/index.ts';
import { findNewNotifications } from '../notifications/repository.ts';
import { composeDigest, type ProjectDigest } from './compose.ts';
import { claimDigest, storeFailure, storeSent } from './repository.ts';
import type { DigestRecord } from './schema.ts';
import { intervalMs } from './service.ts';

type DigestParts = Pick<JobParts, 'system' | 'clock' | 'log' | 'openProject' | 'mail' | 'stopping'>;

/** Notifications of one project that an e-mail lists. */
const listedMax = 20;

/**
 * Sends each person who chose e-mail the new unread notifications. A row is claimed before its e-mail is sent, so two
 * processes send one e-mail. After a failure the next interval sends everything since the last e-mail.
 */
export async function sendDigests(parts: DigestParts, send: SendMail): Promise<void> {
  const { system, clock, log, mail, stopping } = parts;
  while (stopping?.aborted !== true) {
    const now = clock.now();
    const nextDue = ({ email }: DigestRecord) =>
      new Date(now.getTime() + intervalMs(email, mail.digestSeconds));
    const digest = await claimDigest(system, now, nextDue);
    if (digest === null) return;
    try {
      await sendDigest(parts, send, { digest, now });
      await storeSent(system, digest._id, now);
    } catch (error) {
      const what = mailFailure(error);
      log.warn({ person: digest._id, fault: what }, 'an e-mail with notifications could not be sent');
      await storeFailure(system, digest._id, { at: now, what });
    }
  }
}

async function sendDigest(
  { system, openProject }: DigestParts,
  send: SendMail,
  { digest: { _id: id, since }, now }: { digest: DigestRecord; now: Date },
): Promise<void> {
  const user = await findUser(system, id);
  if (user === null || user.disabled_at != null || user.forgotten_at !== undefined) return;
  const projects: ProjectDigest[] = [];
  let baseUrl = '';
  for (const { projectId } of await findMemberships(system, id)) {
    const context = await openProject(projectId);
    const project = await readProject(context, id, { since, now });
    if (project === null) continue;
    projects.push(project);
    ({ baseUrl } = context);
  }
  if (projects.length > 0) await send(composeDigest(user.email, projects, baseUrl));
}

/** The new notifications in a project that the member can read now; null without any. */
async function readProject(
  context: ProjectContext,
  member: string,
  period: { since: Date; now: Date },
): Promise<ProjectDigest | null> {
  const caller = await findCaller({ ...context, now: period.now }, { kind: 'user', id: member });
  if (caller === null) return null;
  const { db } = onBehalfOf(context, caller, context.requestId);
  const { notifications, count } = await findNewNotifications(db, member, { ...period, limit: listedMax });
  const { id: projectId, name: projectName } = context.project;
  return count === 0 ? null : { projectId, projectName, notifications, count };
}
