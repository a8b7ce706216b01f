import { Problem } from '../contract/problem.ts';
import type { DueItem, ProjectCall, ReleaseCall, ScheduledKind } from '../platform/call.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/http/log.ts';
import type { ProjectDb, SystemDb } from '../platform/mongo/handle.ts';

/** What it takes to publish what is due. */
export interface DueDeps {
  system: SystemDb;
  clock: Clock;
  log: Log;
  kinds: readonly ScheduledKind[];
  openProject: (projectId: string) => Promise<ProjectCall>;
  openRelease: (call: ProjectCall, releaseId: string) => Promise<ReleaseCall>;
}

const pageItems = 100;

/**
 * Publishes everything whose date has come: readers see it already, now it is told (design, section 5.5). Any number
 * of processes may do this at once; the item's own transaction lets one of them through.
 */
export async function publishDue(deps: DueDeps): Promise<void> {
  for (const kind of deps.kinds) {
    for (;;) {
      const due = await kind.findDue(deps.system, deps.clock.now(), pageItems);
      let failures = 0;
      for (const item of due) if (!(await publishItem(deps, kind, item))) failures += 1;
      if (due.length < pageItems || failures > 0) break; // a page of failures would come again at once
    }
  }
}

/** Items with a date up to `until`, so that a timer can be set for each. */
export async function plannedItems(deps: DueDeps, until: Date): Promise<{ key: string; at: Date }[]> {
  const planned = [];
  for (const kind of deps.kinds) {
    const items = await kind.findDue(deps.system, until, pageItems);
    planned.push(...items.map((item) => ({ key: keyOf(kind, item), at: item.at })));
  }
  return planned;
}

/** Publishes the one item that a timer was set for, if it is still due. */
export async function publishPlanned(deps: DueDeps, key: string): Promise<void> {
  const [name, projectId = '', releaseId = '', id = ''] = key.split('/');
  const kind = deps.kinds.find((each) => each.name === name);
  if (kind === undefined) return;
  await publishItem(deps, kind, { projectId, releaseId: releaseId === '' ? null : releaseId, id });
}

function keyOf(kind: ScheduledKind, { projectId, releaseId, id }: DueItem): string {
  return [kind.name, projectId, releaseId ?? '', id].join('/');
}

/** Answers whether nothing went wrong; being no longer due is not wrong. */
async function publishItem(
  { openProject, openRelease, log }: DueDeps,
  kind: ScheduledKind,
  { projectId, releaseId, id }: Omit<DueItem, 'at'>,
): Promise<boolean> {
  try {
    const call = await openProject(projectId);
    if (kind.scope === 'project') await kind.publish(call, id);
    else if (releaseId !== null) await kind.publish(await openRelease(call, releaseId), id);
    return true;
  } catch (error) {
    const isBetween =
      error instanceof Problem && ['unknown_release', 'release_not_ready'].includes(error.code);
    if (!isBetween)
      log.warn({ kind: kind.name, id, fault: String(error) }, 'a scheduled item was not published');
    return false;
  }
}

/** The earliest date still to come in the project and its default release, or null (contract, section 11). */
export async function nextScheduledChange(
  kinds: readonly ScheduledKind[],
  scope: { db: ProjectDb; releaseId: string },
  now: Date,
): Promise<Date | null> {
  const dates = await Promise.all(kinds.map((kind) => kind.nextDate(scope, now)));
  const times = dates.flatMap((date) => (date === null ? [] : [date.getTime()]));
  return times.length === 0 ? null : new Date(Math.min(...times));
}
