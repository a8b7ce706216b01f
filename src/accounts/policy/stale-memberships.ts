import { jobActor } from '../../contract/events/actor.ts';
import { dayMs, hourMs } from '../../contract/time.ts';
import { projectLoop } from '../../core/jobs/index.ts';
import type { SystemDb } from '../../core/mongo/index.ts';
import { writeProject, writerOf } from '../../projects/index.ts';
import { deleteMember, findMember, findUnconfirmed, type OwnedMember } from '../users/repository.ts';
import { auditedRemoval } from './apply-groups.ts';

/** Days after which a membership from a group ends unless a sign-in confirms it. */
const confirmationDays = 30;
const batchSize = 100;
const membership = {
  projectOf: ({ projectId }: OwnedMember) => projectId,
  keyOf: ({ id }: OwnedMember) => id,
};

/**
 * Removes memberships from groups that no sign-in has confirmed for 30 days. A membership that can't be removed stays
 * until the next run and doesn't stop the others.
 */
export async function removeStaleMemberships(system: SystemDb, now: Date): Promise<void> {
  const since = new Date(now.getTime() - confirmationDays * dayMs);
  const loop = projectLoop(system, 'members.expire', hourMs);
  const except: string[] = [];
  for (;;) {
    const stale = await findUnconfirmed(system, { since, except, limit: batchSize });
    const failed = await loop.runRows(stale, membership, (member) =>
      removeStale(system, member, { since, now }),
    );
    except.push(...failed.map(({ id }) => id));
    if (stale.length < batchSize) return;
  }
}

async function removeStale(
  system: SystemDb,
  { projectId, userId }: OwnedMember,
  { since, now }: { since: Date; now: Date },
): Promise<void> {
  const writer = writerOf(system.project(projectId), { now, actor: jobActor('members.expire') });
  await writeProject(writer, async (tx) => {
    const source = (await findMember(tx.db, userId))?.source;
    if (source === undefined || source.confirmed_at >= since) return tx.unchanged();
    await deleteMember(tx.db, userId);
    return tx.stored(auditedRemoval(userId, source.issuer));
  });
}
