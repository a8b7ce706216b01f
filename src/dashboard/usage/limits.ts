import { changedKeys } from '../../contract/events/audit-actions.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { type UsageLimit, usageLimits, type UsageLimits } from '../../contract/usage.ts';
import type { NotInTransaction, WriteContext } from '../../core/context/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { findProject, updateProject, writeProject } from '../../projects/index.ts';

/**
 * Changes the usage limits of a project. Omitted limits keep their values, and null removes a limit.
 * @throws invalid_field_value
 */
export async function changeUsageLimits(
  writer: WriteContext & NotInTransaction & { readonly db: ProjectDb },
  changes: Partial<Record<UsageLimit, number | null>>,
): Promise<UsageLimits> {
  for (const limit of usageLimits) checkLimit(limit, changes[limit]);
  return writeProject(writer, async (tx) => {
    const project = await findProject(tx.db);
    if (project === null) throw new Error(`project ${tx.db.projectId} is gone`);
    const { usage_limits: before = {}, ...settings } = project.settings;
    const after: UsageLimits = Object.fromEntries(
      usageLimits.flatMap((limit) => {
        const max = changes[limit] === undefined ? before[limit] : changes[limit];
        return max == null ? [] : [[limit, max]];
      }),
    );
    const changed = changedKeys(before, after);
    if (changed.length === 0) return tx.unchanged(after);
    const hasLimits = Object.keys(after).length > 0;
    const newSettings = { ...settings, ...(hasLimits ? { usage_limits: after } : {}) };
    await updateProject(tx.db, { ...project, settings: newSettings });
    const subject = { kind: 'project', id: project._id } as const;
    return tx.stored({ action: 'project.changed', subject, changed }, after);
  });
}

function checkLimit(limit: UsageLimit, max: number | null | undefined): void {
  if (max == null || (Number.isSafeInteger(max) && max > 0)) return;
  throw apiError(
    'invalid_field_value',
    { name: limit, why: 'it takes a whole number from 1' },
    { param: limit },
  );
}
