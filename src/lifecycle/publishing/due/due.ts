import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../../contract/errors/api-error.ts';
import type { DueItem, JobParts, ScheduledKind } from '../../../core/context/index.ts';
import type { ProjectDb, SystemDb } from '../../../core/mongo/index.ts';
import { type ProjectLoop, projectLoop } from '../../../core/jobs/index.ts';

/** What it takes to publish what is due. */
export type DueDeps = Omit<JobParts, 'storage' | 'bulkPlaces' | 'versionDays' | 'audit'>;

/** Items of a kind that are read at once, and taken in a round; and those of one project that are taken in a round. */
const pageItems = 200;
const kindItems = 150;
const projectItems = 20;
/** Items that are published at once, each of another project: its transactions would wait for each other. */
const atOnce = 8;
/** The work runs this often; a date that comes before the next time is waited for. In milliseconds. */
export const dueEveryMs = 1_000;

interface Due extends DueItem {
  kind: ScheduledKind;
}

/** Releases that could not be written to at the last try. */
const closedReleases = new WeakMap<SystemDb, Set<string>>();

/**
 * Publishes everything whose date has come: readers see it already, now its event is emitted (specification:
 * due-items). Goes in rounds with a share for each project; what fails is left alone for a while, so neither a long
 * list nor one that cannot be published delays another project's. Any number of processes may do this at once; the
 * item's own transaction lets one of them through.
 */
export async function publishDue(deps: DueDeps): Promise<void> {
  while (!isStopping(deps)) {
    const until = new Date(deps.clock.now().getTime() + dueEveryMs);
    const lines = await takeRound(deps, until);
    if (lines.length === 0) return;
    const work = lines.values(); // shared: who is free takes the next line
    await Promise.all(Array.from({ length: atOnce }, () => publishLines(deps, work)));
  }
}

/**
 * What is due before `until` and not kept out, the earliest first: a line for each project. Each kind has its own share, so
 * that many entries hold up no article; the line that begins first is taken first, so that nothing which is due waits for
 * who waits for a date.
 */
async function takeRound(deps: DueDeps, until: Date): Promise<Due[][]> {
  const { loop, releases } = pausesOf(deps);
  for (const id of releases) if (!loop.isPaused(id)) releases.delete(id);
  const taken = await Promise.all(deps.kinds.map((kind) => takeKind(deps, kind, until)));
  const lines = new Map<string, Due[]>();
  for (const item of taken.flat().sort((a, b) => a.at.getTime() - b.at.getTime())) addTo(lines, item);
  return [...lines.values()];
}

/** The same of one kind. */
async function takeKind(deps: DueDeps, kind: ScheduledKind, until: Date): Promise<Due[]> {
  const { loop, releases } = pausesOf(deps);
  const lines = new Map<string, Due[]>();
  const taken: Due[] = [];
  for (let after: DueItem | null = null; taken.length < kindItems;) {
    const full = [...lines].filter(([, line]) => line.length >= projectItems).map(([id]) => id);
    const except = { projectIds: full, releaseIds: kind.scope === 'release' ? [...releases] : [] };
    const page: DueItem[] = await kind.findDue(deps.system, { until, limit: pageItems, after, except });
    for (const item of page) {
      const due = { ...item, kind };
      if (taken.length < kindItems && !loop.isPaused(nameOf(kind, item)) && addTo(lines, due))
        taken.push(due);
    }
    after = page.at(-1) ?? null;
    if (page.length < pageItems) break;
  }
  return taken;
}

/** Adds an item to its project's line; false when that one is full. */
function addTo(lines: Map<string, Due[]>, item: Due): boolean {
  const line = lines.get(item.projectId) ?? [];
  if (line.length >= projectItems) return false;
  lines.set(item.projectId, [...line, item]);
  return true;
}

async function publishLines(deps: DueDeps, lines: Iterable<Due[]>): Promise<void> {
  for (const line of lines) {
    for (const item of line) await publishItem(deps, item);
  }
}

/** @throws what says that the whole database is away */
async function publishItem(deps: DueDeps, item: Due): Promise<void> {
  const { projectId, releaseId, kind } = item;
  const { loop } = pausesOf(deps);
  const name = nameOf(kind, item);
  if (isStopping(deps) || (releaseId !== null && loop.isPaused(releaseId))) return;
  let isDone = false;
  await loop.run(projectId, async () => void (isDone = await turnItem(deps, item)), name);
  if (isDone) loop.finish(name);
}

/** Returns false if the item has to wait: its release cannot be written to, or the process stops. */
async function turnItem(deps: DueDeps, { kind, projectId, releaseId, id, at }: Due): Promise<boolean> {
  const { loop, releases } = pausesOf(deps);
  try {
    await untilDate(deps, at);
    const context = await deps.openProject(projectId);
    if (kind.scope === 'project') await kind.turn(context, id);
    else if (releaseId !== null) await kind.turn(await deps.openRelease(context, releaseId), id);
    return true;
  } catch (error) {
    if (isStopping(deps)) return false;
    const isBetween =
      error instanceof ApiError && ['unknown_release', 'release_not_ready'].includes(error.code);
    if (!isBetween || releaseId === null) throw error;
    loop.pause(releaseId); // with all that is scheduled in it
    releases.add(releaseId);
    return false;
  }
}

/** Waits for a date that is about to come. */
async function untilDate({ clock, stopping }: DueDeps, at: Date): Promise<void> {
  const waitMs = at.getTime() - clock.now().getTime();
  if (waitMs > 0) await sleep(waitMs + 2, undefined, stopping === undefined ? {} : { signal: stopping });
}

function isStopping({ stopping }: DueDeps): boolean {
  return stopping?.aborted === true;
}

function pausesOf({ system }: DueDeps): { loop: ProjectLoop; releases: Set<string> } {
  const releases = closedReleases.get(system) ?? new Set<string>();
  closedReleases.set(system, releases);
  return { loop: projectLoop(system, 'publishing.due', dueEveryMs), releases };
}

/** Contains the date: an item that just ended may get another date at once. */
function nameOf({ name }: ScheduledKind, { projectId, releaseId, id, at }: DueItem): string {
  return [name, projectId, releaseId ?? '', id, at.getTime()].join('/');
}

/** The earliest date still to come in the project and its default release, or null (specification: changes). */
export async function nextScheduledChange(
  kinds: readonly ScheduledKind[],
  scope: { db: ProjectDb; releaseId: string },
  now: Date,
): Promise<Date | null> {
  const dates = await Promise.all(kinds.map((kind) => kind.nextDate(scope, now)));
  const times = dates.flatMap((date) => (date === null ? [] : [date.getTime()]));
  return times.length === 0 ? null : new Date(Math.min(...times));
}
