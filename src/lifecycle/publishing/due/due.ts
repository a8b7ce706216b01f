import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../../contract/errors/api-error.ts';
import type { DueItem, JobParts, ScheduledKind } from '../../../core/context/index.ts';
import { isDatabaseAway, type ProjectDb, type SystemDb } from '../../../core/mongo/index.ts';
import { type ProjectLoop, projectLoop } from '../../../core/jobs/index.ts';
import { batchMax } from './due-batch.ts';

/** The dependencies of the job. */
export type DueDeps = Omit<
  JobParts,
  | 'storage'
  | 'findCaller'
  | 'collections'
  | 'bulkConcurrency'
  | 'projectCreation'
  | 'versionDays'
  | 'trashItemsMax'
  | 'audit'
  | 'backups'
  | 'onBackupFailure'
  | 'mail'
  | 'trashFileBytesMax'
>;

/** Items of a query, and maximum items of a kind and of a project in one round. */
const pageSize = 200;
const maxPerKind = 400;
const maxPerProject = batchMax;
/** Projects whose items are applied concurrently; transactions of one project would wait for each other. */
const concurrency = 8;
/** Milliseconds between two runs. A run waits for dates that come before the next one. */
export const dueEveryMs = 1_000;

interface Due extends DueItem {
  kind: ScheduledKind;
}

/** Releases that could not be written to at the last attempt. */
const blockedReleases = new WeakMap<SystemDb, Set<string>>();

/**
 * Emits the events of all due items, which readers already see (specification: due-items). Each round takes
 * a share of each project and applies it in one transaction, and failing items pause, so no project delays another one.
 * Processes can run it at the same time: the transaction of an item lets only one of them through.
 */
export async function publishDue(deps: DueDeps): Promise<void> {
  while (!isStopping(deps)) {
    const until = new Date(deps.clock.now().getTime() + dueEveryMs);
    const queues = await readRound(deps, until);
    if (queues.length === 0) return;
    const iterator = queues.values(); // shared, so that each idle loop takes the next queue
    await Promise.all(Array.from({ length: concurrency }, () => publishQueues(deps, iterator)));
  }
}

/**
 * Returns a queue for each project with items that are due before `until`, earliest first. Each kind has its
 * own share, so many entries don't delay articles. Queues are in the order of their first date, so due items
 * never wait for a loop that waits for a later date.
 */
async function readRound(deps: DueDeps, until: Date): Promise<Due[][]> {
  const { loop, releases } = pausesOf(deps);
  for (const id of releases) if (!loop.isPaused(id)) releases.delete(id);
  const items = await Promise.all(deps.kinds.map((kind) => readKind(deps, kind, until)));
  const queues = new Map<string, Due[]>();
  for (const item of items.flat().sort((a, b) => a.at.getTime() - b.at.getTime())) addToQueue(queues, item);
  return [...queues.values()];
}

/** Returns the due items of one kind. */
async function readKind(deps: DueDeps, kind: ScheduledKind, until: Date): Promise<Due[]> {
  const { loop, releases } = pausesOf(deps);
  const queues = new Map<string, Due[]>();
  const dueItems: Due[] = [];
  for (let after: DueItem | null = null; dueItems.length < maxPerKind;) {
    const fullProjects = [...queues].filter(([, queue]) => queue.length >= maxPerProject).map(([id]) => id);
    const except = { projectIds: fullProjects, releaseIds: kind.scope === 'release' ? [...releases] : [] };
    const page: DueItem[] = await kind.findDue(deps.system, { until, limit: pageSize, after, except });
    for (const item of page) {
      const due = { ...item, kind };
      if (dueItems.length < maxPerKind && !loop.isPaused(itemKey(due)) && addToQueue(queues, due))
        dueItems.push(due);
    }
    after = page.at(-1) ?? null;
    if (page.length < pageSize) break;
  }
  return dueItems;
}

/** Adds an item to its project's queue. @returns false if the queue is full */
function addToQueue(queues: Map<string, Due[]>, item: Due): boolean {
  const queue = queues.get(item.projectId) ?? [];
  if (queue.length >= maxPerProject) return false;
  queues.set(item.projectId, [...queue, item]);
  return true;
}

async function publishQueues(deps: DueDeps, queues: Iterable<Due[]>): Promise<void> {
  for (const queue of queues) await publishQueue(deps, queue);
}

/** Applies the items of one project in batches, earliest first. */
async function publishQueue(deps: DueDeps, queue: readonly Due[]): Promise<void> {
  let waiting = [...queue];
  for (let [first] = waiting; first !== undefined && !isStopping(deps); [first] = waiting) {
    await waitForDate(deps, first.at);
    if (isStopping(deps)) return;
    const batch = nextBatch(waiting, first, deps.clock.now());
    const attemptedCount = await publishBatch(deps, batch);
    const attempted = new Set(batch.slice(0, attemptedCount));
    waiting = waiting.filter((item) => !attempted.has(item));
  }
}

/** The due items that can share a transaction with the first one: those of its kind and release. */
function nextBatch(waiting: readonly Due[], first: Due, now: Date): [Due, ...Due[]] {
  const others = waiting.filter(
    (item) =>
      item !== first && item.at <= now && item.kind === first.kind && item.releaseId === first.releaseId,
  );
  return [first, ...others.slice(0, batchMax - 1)];
}

/**
 * Applies items in one transaction. If that fails, each is applied alone, so that one failing item stops no other.
 * @returns how many of the first items were attempted
 * @throws errors that mean that the database is unavailable
 */
async function publishBatch(deps: DueDeps, batch: readonly [Due, ...Due[]]): Promise<number> {
  const { loop } = pausesOf(deps);
  const [{ releaseId, projectId }] = batch;
  if (releaseId !== null && loop.isPaused(releaseId)) return batch.length;
  if (batch.length > 1) {
    const doneCount = await applyItems(deps, batch).catch((error: unknown) => {
      if (isDatabaseAway(error)) throw error;
      return null;
    });
    if (doneCount !== null) {
      for (const item of batch.slice(0, doneCount)) loop.finish(itemKey(item));
      return doneCount === 0 ? batch.length : doneCount;
    }
  }
  for (const item of batch) {
    if (isStopping(deps)) break;
    let isDone = false;
    await loop.run(
      projectId,
      async () => void (isDone = (await applyItems(deps, [item])) > 0),
      itemKey(item),
    );
    if (isDone) loop.finish(itemKey(item));
  }
  return batch.length;
}

/**
 * Applies items of one kind and release.
 * @returns how many of the first items are done; 0 if they have to wait, because their release can't be written to or
 * the process stops
 */
async function applyItems(deps: DueDeps, batch: readonly [Due, ...Due[]]): Promise<number> {
  const { loop, releases } = pausesOf(deps);
  const [{ kind, projectId, releaseId }] = batch;
  const ids = [...new Set(batch.map(({ id }) => id))];
  try {
    const context = await deps.openProject(projectId);
    if (context.project?.isHidden === true) return batch.length; // looked at again after a second
    if (kind.scope === 'project') await applyAll(ids, (some) => kind.applyDueChanges(context, some));
    else if (releaseId !== null) {
      const release = await deps.openRelease(context, releaseId);
      await applyAll(ids, (some) => kind.applyDueChanges(release, some));
    }
    return batch.length;
  } catch (error) {
    if (isStopping(deps)) return 0;
    const isReleaseBlocked =
      error instanceof ApiError && ['unknown_release', 'release_not_ready'].includes(error.code);
    if (!isReleaseBlocked || releaseId === null) throw error;
    loop.pause(releaseId); // and all items in it
    releases.add(releaseId);
    return 0;
  }
}

/** Applies the items in as many transactions as they need. */
async function applyAll(
  ids: readonly string[],
  apply: (ids: readonly string[]) => Promise<number>,
): Promise<void> {
  for (let rest = ids; rest.length > 0;) rest = rest.slice(await apply(rest));
}

async function waitForDate({ clock, stopping }: DueDeps, at: Date): Promise<void> {
  const waitMs = at.getTime() - clock.now().getTime();
  if (waitMs > 0) await sleep(waitMs + 2, undefined, stopping === undefined ? {} : { signal: stopping });
}

function isStopping({ stopping }: DueDeps): boolean {
  return stopping?.aborted === true;
}

function pausesOf({ system }: DueDeps): { loop: ProjectLoop; releases: Set<string> } {
  const releases = blockedReleases.get(system) ?? new Set<string>();
  blockedReleases.set(system, releases);
  return { loop: projectLoop(system, 'publishing.due', dueEveryMs), releases };
}

/** Contains the date, because an item that just ended can get another date. */
function itemKey({ kind: { name }, projectId, releaseId, id, at }: Due): string {
  return [name, projectId, releaseId ?? '', id, at.getTime()].join('/');
}

/**
 * Returns the earliest coming date of the project and its default release, or null (specification: changes).
 */
export async function nextScheduledChange(
  kinds: readonly ScheduledKind[],
  scope: { db: ProjectDb; releaseId: string },
  now: Date,
): Promise<Date | null> {
  const dates = await Promise.all(kinds.map((kind) => kind.nextDate(scope, now)));
  const times = dates.flatMap((date) => (date === null ? [] : [date.getTime()]));
  return times.length === 0 ? null : new Date(Math.min(...times));
}
