import type { MemberContext } from '../../core/http/index.ts';
import type { Activity, ActivityQuery } from './schema.ts';
import { activityWatch } from './watch.ts';

/**
 * Returns which parts of the project changed since a version, after waiting for the first change.
 * @throws the errors of a new request, if the member left or the session ended meanwhile
 */
export async function readActivity(
  context: MemberContext,
  { since, wait = 0 }: ActivityQuery,
): Promise<Activity> {
  const { db, person, signal, admitAgain } = context;
  const { version, changed } = await activityWatch(db.system).wait(
    { projectId: db.projectId, memberId: person.id },
    since === undefined ? null : BigInt(since),
    { ms: wait * 1_000, signal },
  );
  if (wait > 0) await admitAgain?.();
  return { version: String(version), changed };
}
