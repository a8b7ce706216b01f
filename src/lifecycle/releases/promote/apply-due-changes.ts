import { apiError } from '../../../contract/errors/api-error.ts';
import { asSystem, type ProjectContext, type ScheduledKind } from '../../../core/context/index.ts';
import { resolveRelease, resolveReleaseInside } from '../resolve-release.ts';

/** Items of one kind in one release that are looked for at once. */
const atOnce = 100;

/** An item of a release of which something has come and was not done. */
interface DueItem {
  kind: Extract<ScheduledKind, { scope: 'release' }>;
  releaseId: string;
  id: string;
}

/**
 * Does what is due in these releases, each item in a transaction of its own: told in the default one, silent in others.
 * Says whether anything was. What was done stays done when there is no time for the rest.
 * @throws temporarily_unavailable when no caller waits any longer
 */
export async function turnDue(context: ProjectContext, releaseIds: readonly string[]): Promise<boolean> {
  const tried = new Set<string>();
  for (;;) {
    const items = await dueItems(context, releaseIds);
    const left = items.filter(({ releaseId, id }) => !tried.has(`${releaseId}/${id}`));
    if (left.length === 0) return tried.size > 0;
    for (const item of left) {
      if (context.endsAt !== undefined && performance.now() > context.endsAt)
        throw apiError('temporarily_unavailable', { because: 'busy' });
      tried.add(`${item.releaseId}/${item.id}`);
      await turnItem(context, item);
    }
  }
}

/** Whether anything is due in these releases; the call may be inside a transaction. */
export async function isAnyDue(
  context: Pick<ProjectContext, 'db' | 'scheduled' | 'now'>,
  releaseIds: readonly string[],
): Promise<boolean> {
  return (await dueItems(context, releaseIds, 1)).length > 0;
}

async function dueItems(
  { db, scheduled, now }: Pick<ProjectContext, 'db' | 'scheduled' | 'now'>,
  releaseIds: readonly string[],
  limit = atOnce,
): Promise<DueItem[]> {
  const items: DueItem[] = [];
  for (const kind of scheduled) {
    if (kind.scope !== 'release') continue;
    for (const releaseId of new Set(releaseIds))
      for (const id of await kind.findDueIn(db.release(releaseId), now, limit))
        items.push({ kind, releaseId, id });
  }
  return items;
}

async function turnItem(context: ProjectContext, { kind, releaseId, id }: DueItem): Promise<void> {
  const release = await resolveRelease(context, releaseId);
  const bound = { db: context.db.release(releaseId), release };
  await kind.turn(asSystem({ ...context, ...bound, bind: (tx) => resolveReleaseInside(tx, releaseId) }), id);
}
