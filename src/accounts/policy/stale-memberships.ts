import { jobActor } from '../../contract/events/actor.ts';
import { dayMs } from '../../contract/time.ts';
import type { SystemDb } from '../../core/mongo/index.ts';
import { writeProject, writerOf } from '../../projects/index.ts';
import { deleteMember, findMember, findUnconfirmed } from '../users/repository.ts';
import { auditedRemoval } from './apply-groups.ts';

/** Days after which a membership from a group ends unless a sign-in confirms it. */
const confirmationDays = 30;

/** Removes memberships from groups that no sign-in has confirmed for 30 days. */
export async function removeStaleMemberships(system: SystemDb, now: Date): Promise<void> {
  const since = new Date(now.getTime() - confirmationDays * dayMs);
  const actor = jobActor('members.expire');
  for (const { projectId, userId } of await findUnconfirmed(system, since))
    await writeProject(writerOf(system.project(projectId), { now, actor }), async (tx) => {
      const source = (await findMember(tx.db, userId))?.source;
      if (source === undefined || source.confirmed_at >= since) return tx.unchanged();
      await deleteMember(tx.db, userId);
      return tx.stored(auditedRemoval(userId, source.issuer));
    });
}
