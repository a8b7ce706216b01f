import { apiError } from '../../../contract/errors/api-error.ts';
import { asSystem, type ProjectContext, type ScheduledKind } from '../../../core/context/index.ts';
import { resolveRelease, resolveReleaseInside } from '../resolve-release.ts';

/** Items of one kind and release that are read at once. */
const pageSize = 100;

/** An item of a release with a due change or end. */
interface DueItem {
  kind: Extract<ScheduledKind, { scope: 'release' }>;
  releaseId: string;
  id: string;
}

/**
 * Applies what is due in these releases, each item in its own transaction; only the default release emits
 * events. Applied items stay applied if no time is left for the others.
 * @returns whether anything was due.
 * @throws temporarily_unavailable if the request's time is over
 */
export async function applyDueChanges(
  context: ProjectContext,
  releaseIds: readonly string[],
): Promise<boolean> {
  const attempted = new Set<string>();
  for (;;) {
    const dueItems = await findDueItems(context, releaseIds);
    const pending = dueItems.filter(({ releaseId, id }) => !attempted.has(`${releaseId}/${id}`));
    if (pending.length === 0) return attempted.size > 0;
    for (const item of pending) {
      if (context.endsAt !== undefined && performance.now() > context.endsAt)
        throw apiError('temporarily_unavailable', { because: 'busy' });
      attempted.add(`${item.releaseId}/${item.id}`);
      await applyItem(context, item);
    }
  }
}

/** Whether anything is due in these releases; can run inside a transaction. */
export async function isAnyDue(
  context: Pick<ProjectContext, 'db' | 'scheduled' | 'now'>,
  releaseIds: readonly string[],
): Promise<boolean> {
  return (await findDueItems(context, releaseIds, 1)).length > 0;
}

async function findDueItems(
  { db, scheduled, now }: Pick<ProjectContext, 'db' | 'scheduled' | 'now'>,
  releaseIds: readonly string[],
  limit = pageSize,
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

async function applyItem(context: ProjectContext, { kind, releaseId, id }: DueItem): Promise<void> {
  const release = await resolveRelease(context, releaseId);
  const bound = { db: context.db.release(releaseId), release };
  await kind.applyDueChanges(
    asSystem({ ...context, ...bound, bind: (tx) => resolveReleaseInside(tx, releaseId) }),
    [id],
  );
}
