import { findCaller, findMemberships, findUser } from '../../accounts/index.ts';
import { type JobParts, onBehalfOf, type ProjectContext } from '../../core/context/index.ts';
import { mailFailure, type SendMail } from '../../core/outbound/index.ts';
import { findNewNotifications } from '../notifications/repository.ts';
import { composeDigest, type ProjectDigest } from './compose.ts';
import { claimDigest, storeFailure, storeSent } from './repository.ts';
import type { DigestRecord } from './schema.ts';
import { intervalMs } from './service.ts';

type DigestParts = Pick<JobParts, 'system' | 'clock' | 'log' | 'openProject' | 'mail' | 'stopping'>;

type Skipped = NonNullable<DigestRecord['skipped']>[number];

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
      const skipped = await sendDigest(parts, send, { digest, now });
      await storeSent(system, digest._id, { since: now, skipped });
    } catch (error) {
      const what = mailFailure(error);
      log.warn({ person: digest._id, fault: what }, 'an e-mail with notifications could not be sent');
      await storeFailure(system, digest._id, { at: now, what });
    }
  }
}

/** @returns the projects that could not be read; the next e-mail lists what is new in them since the last one */
async function sendDigest(
  { system, log, openProject }: DigestParts,
  send: SendMail,
  { digest: { _id: id, since, skipped: skippedBefore = [] }, now }: { digest: DigestRecord; now: Date },
): Promise<Skipped[]> {
  const user = await findUser(system, id);
  if (user === null || user.disabled_at != null || user.forgotten_at !== undefined) return [];
  const projects: ProjectDigest[] = [];
  const skipped: Skipped[] = [];
  let baseUrl = '';
  for (const { projectId } of await findMemberships(system, id)) {
    const newSince = skippedBefore.find(({ project }) => project === projectId)?.since ?? since;
    try {
      const context = await openProject(projectId);
      const project = await readProject(context, id, { since: newSince, now });
      if (project === null) continue;
      projects.push(project);
      ({ baseUrl } = context);
    } catch (error) {
      const fault = error instanceof Error ? error.message : 'unknown';
      log.warn({ person: id, project: projectId, fault }, 'an e-mail with notifications omits a project');
      skipped.push({ project: projectId, since: newSince });
    }
  }
  if (projects.length > 0) await send(composeDigest(user.email, projects, baseUrl));
  return skipped;
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
